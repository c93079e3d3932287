import { setTimeout as wait } from 'node:timers/promises'
import { Encoder } from '@evan/opus'
import { createEmbeddedEngine, type EmbeddedEngine } from '#server/ports/live/embedded/engine.ts'
import type { LiveEvent } from '#server/ports/live/port.ts'
import { LiveClient } from '#server/testing/live-client.ts'
import type { Workspace } from './workspace.ts'

const ROOM = 'session-1'
const FRAME_MS = 20
/** Who is later than this goes on from there: nobody's microphone makes up for lost time. */
const LATE_MS = 100
/** Samples of a frame at 48 kHz. */
const FRAME = 960

/** A room on air with people in it who are no browsers. */
export class LiveSetup {
  readonly engine: EmbeddedEngine
  readonly #clients = new Set<LiveClient>()
  #packets = 0

  private constructor(engine: EmbeddedEngine) {
    this.engine = engine
  }

  static async open(workspace: Workspace): Promise<LiveSetup> {
    const engine = createEmbeddedEngine({
      bind: '127.0.0.1',
      ports: [25_100, 25_199],
      announcedAddresses: [],
      iceServers: [],
      turn: undefined,
      recordingsDir: await workspace.folder('live'),
      now: () => new Date(),
      onProblem: () => undefined,
    })
    const setup = new LiveSetup(engine)
    workspace.onClose(() => setup.close())
    await engine.open(ROOM)
    return setup
  }

  /** Of the media process. */
  get pid(): number {
    const pid = this.engine.processOf(ROOM)
    if (!pid) throw new Error('There is no media process.')
    return pid
  }

  /** Packets that all people have received. */
  get packets(): number {
    return this.#packets
  }

  async admit(participantId: string): Promise<void> {
    await this.engine.admit({ room: ROOM, participantId, canSpeak: true })
  }

  async answer(participantId: string, offer: string): Promise<string> {
    const transport = 'udp'
    const { answer } = await this.engine.connect({ room: ROOM, participantId, offer, transport })
    return answer
  }

  async enter(participantId: string): Promise<LiveClient> {
    await this.admit(participantId)
    const { offer, accept } = await LiveClient.prepare()
    const client = await accept(await this.answer(participantId, offer))
    client.onPacket = () => {
      this.#packets += 1
    }
    this.#clients.add(client)
    return client
  }

  async enterAll(count: number): Promise<void> {
    for (let number = 0; number < count; number++) await this.enter(`listener-${number}`)
  }

  async speaker(participantId: string): Promise<LiveClient> {
    const client = await this.enter(participantId)
    await this.engine.setMicrophone({ room: ROOM, participantId, isOpen: true })
    return client
  }

  async leave(participantId: string, client: LiveClient): Promise<void> {
    await this.engine.remove({ room: ROOM, participantId })
    this.#clients.delete(client)
    await client.close()
  }

  /** All say a tone, 50 packets a second each at most; the number of packets that they sent. */
  async speak(speakers: readonly LiveClient[], seconds: number): Promise<number> {
    const frames = tone()
    let startedAt = performance.now()
    const total = Math.round((seconds * 1_000) / FRAME_MS)
    for (let sent = 0; sent < total; sent++) {
      const due = startedAt + sent * FRAME_MS - performance.now()
      if (due > 0) await wait(due)
      else if (due < -LATE_MS) startedAt -= due
      for (const speaker of speakers) speaker.send(frames[sent % frames.length] ?? Buffer.alloc(0))
    }
    return total * speakers.length
  }

  /** Resolves with the milliseconds until the engine says this. */
  async until(isIt: (event: LiveEvent) => boolean, limitMs = 60_000): Promise<number> {
    const startedAt = performance.now()
    const said = Promise.withResolvers<void>()
    const stop = this.engine.subscribe((event) => isIt(event) && said.resolve())
    const timer = setTimeout(() => said.reject(new Error('The engine says nothing.')), limitMs)
    await said.promise.finally(() => {
      stop()
      clearTimeout(timer)
    })
    return performance.now() - startedAt
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close()
    this.#clients.clear()
    await this.engine.shutDown()
  }
}

function tone(): Buffer[] {
  const encoder = new Encoder({ channels: 1, sample_rate: 48_000, application: 'voip' })
  return Array.from({ length: 50 }, (_, frame) => {
    const samples = Int16Array.from({ length: FRAME }, (_value, index) => {
      return 10_000 * Math.sin((2 * Math.PI * 440 * (frame * FRAME + index)) / 48_000)
    })
    return Buffer.from(encoder.encode(samples))
  })
}
