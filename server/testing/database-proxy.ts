import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { listenLocally } from './local-server.ts'
import { statementCounter } from './statement-counter.ts'

/** A proxy between a node and the database that simulates network failures. */
export interface DatabaseProxy {
  port: number
  /** Number of statements that have passed so far. */
  statements(): number
  /** Silently stops all traffic: bytes and new connections wait. */
  cut(): void
  /** Lets everything that waited pass. */
  mend(): void
  /**
   * Moves the database to another port. Connections to the old one stay silent for good, as if that
   * machine had lost power.
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
        // A machine that lost power closes no connections.
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
  return {
    port: await listenLocally(server),
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
        // Discard whatever the lost machine would still have sent.
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
