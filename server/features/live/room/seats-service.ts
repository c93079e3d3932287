import type { ServerMessage } from '#contract/live-room.ts'
import type { Viewer } from '#server/domain/viewer.ts'

/** One page's socket. */
export interface LiveSocket {
  send(text: string): void
  /** Closes the socket after pending messages were sent. */
  close(): void
}

/** The member behind a socket, by the account session that it was opened with. */
export interface Visitor {
  viewer: Viewer
  /** For verifying the viewer again later. */
  token: string | undefined
}

/** A person and their page; without a socket while the seat is kept for a lost page. */
export interface Connection extends Visitor {
  socket: LiveSocket | undefined
}

/** The connections of the people in the room, by participant. */
export interface Seats {
  all(): ReadonlyMap<string, Connection>
  assign(id: string, connection: Connection): void
  /** Ends the page's socket after a last message. The seat stays. */
  hangUp(id: string, last?: ServerMessage): void
  free(id: string): void
}

export function createSeats(): Seats {
  const connections = new Map<string, Connection>()
  return {
    all: () => connections,
    assign: (id, connection) => void connections.set(id, connection),
    hangUp: (id, last) => {
      const connection = connections.get(id)
      if (connection) endSocket(connection, last)
    },
    free: (id) => void connections.delete(id),
  }
}

export function endSocket(connection: Connection, last?: ServerMessage): void {
  const { socket } = connection
  if (!socket) return
  connection.socket = undefined
  if (last) socket.send(JSON.stringify(last))
  socket.close()
}
