import { type ClientMessage, LIVE_SOCKET_PATH, type ServerMessage } from '#contract/live-room.ts'

export interface SocketEvents {
  onOpen(): void
  onMessage(message: ServerMessage): void
  /** Called once, even if the socket never opened, but not after `close`. */
  onClose(): void
}

/** A connection to the room; the contract defines its messages. */
export interface RoomSocket {
  /** Returns false when it is not open. */
  send(message: ClientMessage): boolean
  close(): void
}

export function openRoomSocket(events: SocketEvents): RoomSocket {
  const socket = new WebSocket(addressOf(LIVE_SOCKET_PATH))
  let isOurs = true
  const end = (): void => {
    if (!isOurs) return
    isOurs = false
    events.onClose()
  }
  socket.onopen = () => {
    if (isOurs) events.onOpen()
  }
  socket.onclose = end
  socket.onerror = end
  socket.onmessage = ({ data }) => {
    // The server builds each message as one of this type.
    if (isOurs) events.onMessage(JSON.parse(String(data)) as ServerMessage)
  }
  return {
    send: (message) => {
      if (socket.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    close: () => {
      isOurs = false
      socket.close()
    },
  }
}

function addressOf(path: string): string {
  const address = new URL(path, window.location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}
