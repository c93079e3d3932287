import { expect, test } from 'vitest'
import { networkOf, trustHops } from './network.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each(['127.0.0.1', '::1', '10.1.2.3', '::ffff:192.168.1.1', 'fd00::1', '172.17.0.1'])(
  'a proxy at %s is trusted',
  (address) => {
    const trust = trustHops(2)
    expect([trust(address, 0), trust('203.0.113.9', 1), trust('10.0.0.1', 2)]).toEqual([
      true,
      true,
      false,
    ])
  },
)

test.each(['203.0.113.9', '2001:4860::1', 'not an address'])(
  'a caller at %s, who bypassed the proxy, is not trusted',
  (address) => {
    expect(trustHops(1)(address, 0)).toBe(false)
  },
)
