import ipaddr from 'ipaddr.js'

/**
 * Who counts as one caller: an IPv4 address, or the /64 that a provider gives to one IPv6
 * connection (RFC 6177), any address of which its owner can use. An IPv4 address that is written as
 * an IPv6 one is itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

const NEARBY = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Whether a machine at this address stands in the same network as this one. */
function isNearby(address: string): boolean {
  return ipaddr.isValid(address) && NEARBY.has(ipaddr.process(address).range())
}

/**
 * Trusts the word of so many proxies in a row about the address before them. The nearest must have
 * an address of a private network: anybody on the internet who reaches this server without a proxy
 * could count as one.
 *
 * @returns Fastify's `trustProxy`: `hop` is 0 for the machine that connects here
 */
export function trustHops(count: number): (address: string, hop: number) => boolean {
  return (address, hop) => hop < count && (hop > 0 || isNearby(address))
}
