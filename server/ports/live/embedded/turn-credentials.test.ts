import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { turnServer } from './turn-credentials.ts'

test('the credentials are a username that expires and its HMAC', () => {
  const urls = ['turn:turn.example.org:3478']
  const now = new Date('2026-01-02T00:00:00Z')
  const server = turnServer({ urls, secret: 'shared', participantId: 'p1', now })
  // Eight hours later, in Unix seconds.
  expect(server.username).toBe('1767340800:p1')
  const credential = createHmac('sha1', 'shared').update('1767340800:p1').digest('base64')
  expect(server).toEqual({ urls, username: '1767340800:p1', credential })
})
