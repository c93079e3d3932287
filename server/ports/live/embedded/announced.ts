import { isIPv4, isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

const ANY = new Set(['0.0.0.0', '::'])

/**
 * The addresses announced to browsers: the configured ones, or the bound one, or all of this
 * machine's, with the loopback address last for browsers on the same machine.
 */
export function announcedAddresses(
  input: { bind: string; announcedAddresses: string[] },
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): string[] {
  if (input.announcedAddresses.length > 0) return input.announcedAddresses
  if (!ANY.has(input.bind)) return [input.bind]
  const isSame = isIPv6(input.bind) ? isIPv6 : isIPv4
  const own = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ address }) => isSame(address) && !/^(169\.254\.|fe80:)/i.test(address))
  return [
    ...own.filter(({ internal }) => !internal),
    ...own.filter(({ internal }) => internal),
  ].map(({ address }) => address)
}
