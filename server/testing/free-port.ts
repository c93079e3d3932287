import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range: an outgoing connection could take a port before its server does. */
const FIRST = 12_000
const LAST = 31_999

/** An unused port of 127.0.0.1, for a server that can't choose one itself. */
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
