import { setTimeout as wait } from 'node:timers/promises'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { liveEndpoints } from '#contract/live.ts'
import {
  type ClientMessage,
  LIVE_SOCKET_PATH,
  type RoomSnapshot,
  ServerMessage,
} from '#contract/live-room.ts'
import type { Caller, TestApi } from './api.ts'

/** A page in the live room: the messages it received, and the room state built from them. */
export class LivePage {
  readonly messages: ServerMessage[] = []
  /** Everything received, as raw text. */
  text = ''
  room: RoomSnapshot | undefined
  participantId = ''
  /** Set once the socket is closed; 0 if it never opened. */
  closeCode: number | undefined
  /** The HTTP status of a refused socket. */
  status: number | undefined
  readonly socket: WebSocket

  constructor(input: {
    port: number
    cookie?: string | undefined
    origin?: string | undefined
  }) {
    const { port, cookie, origin = 'http://localhost:3000' } = input
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_SOCKET_PATH}`, {
      headers: { ...(cookie && { cookie }) },
      ...(origin && { origin }),
    })
    this.socket.on('message', (data: Buffer) => this.#receive(data.toString()))
    this.socket.on('unexpected-response', (_request, response) => {
      this.status = response.statusCode
      this.closeCode = 0
      response.destroy()
      this.socket.terminate()
    })
    this.socket.on('close', (code) => {
      this.closeCode ??= code
    })
    this.socket.on('error', () => {
      this.closeCode ??= 0
    })
  }

  #receive(text: string): void {
    this.text += `${text}\n`
    const message = ServerMessage.parse(JSON.parse(text))
    this.messages.push(message)
    if (message.type === 'welcome') {
      this.room = message.room
      this.participantId = message.participantId
    }
    if (message.type === 'room' && this.room) this.room = { ...this.room, ...message.room }
  }

  async opened(): Promise<this> {
    await vi.waitUntil(
      () => this.socket.readyState === WebSocket.OPEN || this.closeCode !== undefined,
    )
    return this
  }

  say(message: ClientMessage): void {
    this.sayText(JSON.stringify(message))
  }

  sayText(text: string): void {
    this.socket.send(text)
  }

  /** Waits until the page has received a message of this type. */
  async receives<T extends ServerMessage['type']>(
    type: T,
    where: (message: Extract<ServerMessage, { type: T }>) => boolean = () => true,
  ): Promise<Extract<ServerMessage, { type: T }>> {
    return this.#whileOpen(() =>
      this.messages.find(
        (message): message is Extract<ServerMessage, { type: T }> =>
          // A message of the type has the shape of the type.
          message.type === type && where(message as Extract<ServerMessage, { type: T }>),
      ),
    )
  }

  /** Waits until the room satisfies `isSo`. */
  async sees(isSo: (room: RoomSnapshot) => boolean): Promise<RoomSnapshot> {
    return this.#whileOpen(() => (this.room && isSo(this.room) ? this.room : undefined))
  }

  /** Waits for what only an open socket can bring. */
  #whileOpen<T>(find: () => T | undefined): Promise<T> {
    return vi.waitUntil(
      () => {
        const found = find()
        if (found === undefined && this.closeCode !== undefined) {
          throw new Error(`The socket is closed (${this.status ?? this.closeCode}).`)
        }
        return found
      },
      { interval: 10 },
    ) as Promise<T>
  }

  /** Waits until the socket is closed, and returns the reason if one was sent. */
  async ends(): Promise<string | undefined> {
    await vi.waitUntil(() => this.closeCode !== undefined, { interval: 10 })
    const last = this.messages.at(-1)
    return last?.type === 'ended' ? last.reason : undefined
  }

  person(id = this.participantId) {
    return this.room?.participants.find((participant) => participant.id === id)
  }

  /** Closes the socket like a failing network. */
  breakDown(): void {
    this.socket.terminate()
  }

  leave(): void {
    this.socket.close()
  }
}

/** Asks whether the member may enter, opens a socket and sends `hello`. */
export async function enterRoom(input: {
  api: TestApi
  port: number
  member: Caller
  resume?: string
}): Promise<LivePage> {
  await input.api.as(input.member).call(liveEndpoints.join, { body: {} })
  const { cookie } = input.member
  const page = await new LivePage({ port: input.port, cookie }).opened()
  page.say({ type: 'hello', ...(input.resume && { resume: input.resume }) })
  await page.receives('welcome')
  return page
}

/** Waits long enough for something that must not happen to have happened. */
export function aWhile(milliseconds = 300): Promise<void> {
  return wait(milliseconds)
}
