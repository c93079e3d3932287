import { expect, test } from 'vitest'
import { isSignedCall, signCall } from './signed-call.ts'

const KEY = Buffer.alloc(32, 1)
const NOW = new Date('2026-05-04T10:00:00Z')
const BODY = Buffer.from('{"id":"1","word":"道"}')
const SIGNATURE = signCall(KEY, BODY, NOW)

test('a signature is valid only for its body and key, and for five minutes', () => {
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
  expect(isSignedCall(KEY, BODY, SIGNATURE, NOW)).toBe(true)
  expect(isSignedCall(KEY, BODY, SIGNATURE, later(300))).toBe(true)
  expect(isSignedCall(KEY, BODY, SIGNATURE, later(301))).toBe(false)
  expect(isSignedCall(KEY, BODY, SIGNATURE, later(-301))).toBe(false)
  expect(isSignedCall(Buffer.alloc(32, 2), BODY, SIGNATURE, NOW)).toBe(false)
  expect(isSignedCall(KEY, Buffer.concat([BODY, BODY]), SIGNATURE, NOW)).toBe(false)
  expect(signCall(KEY, BODY.toString(), NOW)).toBe(SIGNATURE)
})

test.each([
  '',
  't=1',
  SIGNATURE.replace('v1', 'v0'),
  SIGNATURE.replace(/t=\d+/, 't=1777888801'),
  SIGNATURE.slice(0, -1),
  `${SIGNATURE},${SIGNATURE}`,
  't=1777888800,v1=',
])('%j is not a valid signature', (header) => {
  expect(isSignedCall(KEY, BODY, header, NOW)).toBe(false)
})
