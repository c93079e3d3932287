import { createHmac } from 'node:crypto'
import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { announcedAddresses, turnServer } from './engine.ts'

const info = (address: string, internal = false): NetworkInterfaceInfo => {
  const rest = { netmask: '', mac: '', internal, cidr: null }
  return address.includes(':')
    ? { address, family: 'IPv6', scopeid: 0, ...rest }
    : { address, family: 'IPv4', ...rest }
}
const interfaces = {
  lo: [info('127.0.0.1', true), info('::1', true)],
  eth0: [info('192.0.2.2'), info('169.254.1.1'), info('fe80::1'), info('2001:db8::2')],
}
const announced = (bind: string, configured: string[] = []): string[] =>
  announcedAddresses({ bind, announcedAddresses: configured }, interfaces)

test('the configured addresses, the bound address or all own addresses are announced', () => {
  expect(announced('0.0.0.0', ['203.0.113.4'])).toEqual(['203.0.113.4'])
  expect(announced('192.0.2.2')).toEqual(['192.0.2.2'])
  expect(announced('0.0.0.0')).toEqual(['192.0.2.2', '127.0.0.1'])
  expect(announced('::')).toEqual(['2001:db8::2', '::1'])
})

test('the credentials are a username that expires and its HMAC', () => {
  const urls = ['turn:turn.example.org:3478']
  const now = new Date('2026-01-02T00:00:00Z')
  const server = turnServer({ urls, secret: 'shared', participantId: 'p1', now })
  // Eight hours later, in Unix seconds.
  expect(server.username).toBe('1767340800:p1')
  const credential = createHmac('sha1', 'shared').update('1767340800:p1').digest('base64')
  expect(server).toEqual({ urls, username: '1767340800:p1', credential })
})
