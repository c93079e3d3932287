import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { statementCounter } from './statement-counter.ts'

/** A node's way to the database: what stands between them on a network, with its failures. */
export interface DatabaseProxy {
  port: number
  /** Statements that have passed so far. */
  statements(): number
  /** Nothing passes any more, and nobody is told: bytes and new connections wait. */
  cut(): void
  /** All that waited passes. */
  mend(): void
  /**
   * From now on the database is at another port. Connections to the old one stay silent for good, as
   * to a machine that has lost its power.
   */
  moveTo(port: number): void
  close(): Promise<void>
}

interface Line {
  client: Socket
  database: Socket
}

export async function openDatabaseProxy(databasePort: number): Promise<DatabaseProxy> {
  let target = databasePort
  let isCut = false
  let count = 0
  const lines = new Set<Line>()
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()

  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const join = (client: Socket): void => {
    if (client.destroyed) return
    const database = keep(connect(target, '127.0.0.1'))
    const line = { client, database }
    lines.add(line)
    const countStatements = statementCounter(() => {
      count += 1
    })
    client.on('data', countStatements)
    client.pipe(database)
    database.pipe(client)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('close', () => {
        // To a silent machine, nobody says goodbye.
        if (lines.delete(line)) other.destroy()
      })
    }
  }
  const freeze = ({ client, database }: Line): void => {
    client.unpipe(database)
    database.unpipe(client)
    client.pause()
    database.pause()
  }
  const server = createServer((client) => {
    keep(client)
    if (!isCut) return join(client)
    client.pause()
    waiting.add(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A TCP server that listens has an address of this form.
    port: (server.address() as AddressInfo).port,
    statements: () => count,
    cut: () => {
      isCut = true
      for (const line of lines) freeze(line)
    },
    mend: () => {
      isCut = false
      for (const { client, database } of lines) {
        client.pipe(database)
        database.pipe(client)
      }
      for (const client of waiting) join(client)
      waiting.clear()
    },
    moveTo: (port) => {
      target = port
      for (const line of lines) {
        freeze(line)
        lines.delete(line)
        // The machine is gone, and what it would have said with it.
        line.database.destroy()
      }
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
