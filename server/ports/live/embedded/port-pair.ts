import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIPv6, type Server } from 'node:net'

/** One port number, listening over UDP and TCP. */
export interface PortPair {
  port: number
  udp: Socket
  tcp: Server
}

/** Opens the first port of the range that is free for both. Throws if none is. */
export async function openPortPair(input: {
  bind: string
  ports: [first: number, last: number]
}): Promise<PortPair> {
  const [first, last] = input.ports
  let cause: unknown
  for (let port = first; port <= last; port++) {
    try {
      return await openAt(input.bind, port)
    } catch (error) {
      cause = error
    }
  }
  throw new Error(`No port from ${first} to ${last} can be used at ${input.bind}.`, { cause })
}

async function openAt(bind: string, port: number): Promise<PortPair> {
  const tcp = createServer({ noDelay: true })
  tcp.listen({ host: bind, port, exclusive: true })
  await once(tcp, 'listening')
  const udp = createSocket({ type: isIPv6(bind) ? 'udp6' : 'udp4', recvBufferSize: 2 ** 20 })
  try {
    udp.bind({ address: bind, port, exclusive: true })
    await once(udp, 'listening')
  } catch (error) {
    tcp.close()
    udp.close()
    throw error
  }
  return { port, udp, tcp }
}

export function closePortPair({ udp, tcp }: PortPair): void {
  tcp.close()
  udp.close()
}
