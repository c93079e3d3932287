import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { announcedAddresses } from './announced.ts'

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
