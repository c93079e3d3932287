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
