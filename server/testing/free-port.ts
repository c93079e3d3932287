import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems give to outgoing connections, any of which could take a port in between. */
const FIRST = 12_000
const LAST = 31_999

/** A port of 127.0.0.1 that nobody uses, for a server that has to be told one. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1))
    const server = createServer()
    const isFree = once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.listen(port, '127.0.0.1')
    if (!(await isFree)) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
