import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { noPushAddress } from './port.ts'

/** IPv4 ranges that are not public (IANA's special-purpose address registry). */
const SPECIAL: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Ranges within IPv6's global unicast space that are not public or that map to IPv4 addresses. */
const SPECIAL_6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|arpa)$/

const special = new BlockList()
for (const [net, prefix] of SPECIAL) special.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of SPECIAL_6) special.addSubnet(net, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is reachable by anyone over the internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
    default:
      return false
  }
}

/**
 * Parses the address of a push service. Throws `invalid_input` unless it is https on the default
 * port at a public host name.
 */
export function requirePublicUrl(endpoint: string): URL {
  if (!URL.canParse(endpoint)) throw noPushAddress()
  const url = new URL(endpoint)
  const { protocol, port, username, password, hostname } = url
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  const isName = hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0
  if (!isPlain || !isName || PRIVATE_NAMES.test(hostname.replace(/\.$/, ''))) throw noPushAddress()
  return url
}

/**
 * Resolves a name to its public addresses at the time of connecting, so that a name that points into
 * our own network, even if only since the last check, is not connected to.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  const all: LookupAllOptions = { hints: options.hints ?? 0, all: true }
  lookup(hostname, all, (error, found) => {
    if (error) return callback(error, '')
    const open = found.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) return callback(new NotPublicError(), '')
    if (options.all) callback(null, open)
    else callback(null, ...pair(first))
  })
}

class NotPublicError extends Error {
  readonly code = 'NOT_PUBLIC'
}

function pair({ address, family }: LookupAddress): [string, number] {
  return [address, family]
}
