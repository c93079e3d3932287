import ipaddr from 'ipaddr.js'

/**
 * The network that counts as one caller: an IPv4 address, or the /64 that a provider assigns to one
 * IPv6 connection (RFC 6177), whose owner can use every address in it. An IPv4 address written as
 * an IPv6 one counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

const NEARBY = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Whether the address belongs to this machine or to a private network. */
function isNearby(address: string): boolean {
  return ipaddr.isValid(address) && NEARBY.has(ipaddr.process(address).range())
}

/**
 * Trusts this many proxies in a row to name the address of the caller before them. The nearest must
 * have a private address: otherwise anyone who reaches this server without a proxy could pass for
 * one.
 *
 * @returns Fastify's `trustProxy`: `hop` is 0 for the machine that connects here
 */
export function trustHops(count: number): (address: string, hop: number) => boolean {
  return (address, hop) => hop < count && (hop > 0 || isNearby(address))
}
