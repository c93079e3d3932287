import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Encoder } from '@evan/opus'
import type { MediaGrant } from '#contract/live.ts'
import { createS3Files } from '#server/ports/files/s3.ts'
import { createDailyEngine } from '#server/ports/live/daily.ts'
import { createEmbeddedEngine } from '#server/ports/live/embedded/engine.ts'
import type { HostedOptions } from '#server/ports/live/hosted/engine.ts'
import { createLiveKitEngine } from '#server/ports/live/livekit.ts'
import type { LiveEngine } from '#server/ports/live/port.ts'
import { LiveClient } from '#server/testing/live-client.ts'
import { startDailyServer } from './daily-server.ts'
import { startLiveKitServer } from './livekit-server.ts'
import { type Behavior, BROKEN, type ProviderServer } from './provider-server.ts'
import { startS3Server } from './s3-server.ts'

/** A person who has connected with a grant, as a browser does. */
export interface Guest {
  /** Sends sound, and returns whether it reaches others. */
  isHeard(): Promise<boolean>
  isConnected(): Promise<boolean>
  /** Everything that the provider knows about them, as text. */
  known: string
}

/** An adapter with the server that its sound goes through. */
export interface Harness {
  engine: LiveEngine
  /** Creates another engine for the same provider, as after a crash; undefined for the embedded one. */
  again: (() => LiveEngine) | undefined
  problems: string[]
  enter(input: { room: string; participantId: string; grant: MediaGrant }): Promise<Guest>
  /** Makes stopped recordings ready, as a provider does after some time. */
  finishRecordings(): Promise<void>
  /** The numbers of rooms and running recordings at the provider. */
  leftovers(): { rooms: number; recordings: number }
  /** Functions that break the provider in some way, until `mend` is called. */
  faults: Record<string, (room: string) => void>
  mend(): void
  stop(): Promise<void>
}

const INSTALLATION = 'https://folx.example.org'
export const LIMIT_MS = 3_000

const FAULTS: readonly Behavior[] = [...BROKEN, 'missing']

/** The parts of a harness that are the same for all engines of providers. */
function hosted(
  { behave, stop }: Pick<ProviderServer, 'behave' | 'stop'>,
  create: (options: HostedOptions) => LiveEngine,
): Pick<Harness, 'engine' | 'again' | 'problems' | 'faults' | 'mend' | 'stop'> {
  const problems: string[] = []
  const onProblem = (error: Error): void => void problems.push(String(error.cause))
  const again = (): LiveEngine => create({ onProblem, limitMs: LIMIT_MS })
  const engine = again()
  return {
    engine,
    again,
    problems,
    faults: Object.fromEntries(FAULTS.map((behavior) => [behavior, () => behave(behavior)])),
    mend: () => behave('well'),
    stop: async () => {
      behave('well')
      await engine.shutDown()
      await stop()
    },
  }
}

export const HARNESSES: Record<LiveEngine['name'], () => Promise<Harness>> = {
  embedded: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'live-'))
    const problems: string[] = []
    const clients = new Map<string, LiveClient>()
    const gone = new Set<string>()
    const stopped = new Set<number>()
    const engine = createEmbeddedEngine({
      bind: '127.0.0.1',
      ports: [21_300, 21_399],
      announcedAddresses: [],
      iceServers: [],
      turn: undefined,
      recordingsDir: folder,
      now: () => new Date(),
      onProblem: (error) => problems.push(error.message),
      // A media process that is too slow is restarted, which takes time.
      limitMs: 4_800,
    })
    engine.subscribe((event) => {
      if (event.type === 'gone') gone.add(event.participantId)
    })
    const listen = async (room: string, participantId: string): Promise<LiveClient> => {
      const { offer, accept } = await LiveClient.prepare()
      const { answer } = await engine.connect({ room, participantId, offer, transport: 'udp' })
      const client = await accept(answer)
      clients.set(participantId, client)
      return client
    }
    let ear: Promise<LiveClient> | undefined
    return {
      engine,
      again: undefined,
      problems,
      enter: async ({ room, participantId, grant }) => {
        await engine.admit({ room, participantId: 'ear', canSpeak: false })
        ear ??= listen(room, 'ear')
        const [listener, client] = [await ear, await listen(room, participantId)]
        return {
          isHeard: async () => {
            const before = listener.received.length
            const encoder = new Encoder({ channels: 1, sample_rate: 48_000, application: 'voip' })
            for (let frame = 0; frame < 5; frame++) {
              client.send(Buffer.from(encoder.encode(new Int16Array(960))))
              await wait(20)
            }
            for (let tries = 0; tries < 40 && listener.received.length < before + 5; tries++) {
              await wait(25)
            }
            return listener.received.length > before
          },
          isConnected: async () => {
            const offer = { offer: '', transport: 'udp' as const }
            // Without a seat, the call is refused before the offer is read.
            const refusal = await engine
              .connect({ room, participantId, ...offer })
              .catch((error: { code?: string }) => error.code)
            return refusal === 'invalid_input'
          },
          known: JSON.stringify(grant),
        }
      },
      finishRecordings: async () => undefined,
      leftovers: () => ({ rooms: 0, recordings: 0 }),
      faults: {
        hanging: (room) => {
          const pid = engine.processOf(room)
          if (!pid) throw new Error('There is no media process.')
          stopped.add(pid)
          process.kill(pid, 'SIGSTOP')
        },
      },
      // The engine itself kills a process that hangs.
      mend: () => stopped.clear(),
      stop: async () => {
        for (const client of clients.values()) await client.close()
        await engine.shutDown()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },

  livekit: async () => {
    const server = await startLiveKitServer()
    const s3 = await startS3Server()
    const files = createS3Files(s3.config)
    const { url, apiKey, apiSecret } = server
    const storage = { bucket: { ...s3.config, endpoint: s3.config.endpoint ?? '' }, files }
    const given = { url, apiKey, apiSecret, installation: INSTALLATION, storage }
    const shared = hosted(server, (options) => createLiveKitEngine({ ...given, ...options }))
    return {
      ...shared,
      enter: async ({ grant }) => {
        if (grant.provider !== 'livekit') throw new Error(grant.provider)
        const { room, identity, claims } = await server.join(grant.token)
        const person = () => server.rooms.get(room)?.people.get(identity)
        return {
          isHeard: async () => person()?.canPublish ?? false,
          isConnected: async () => person() !== undefined,
          known: JSON.stringify({ room, identity, claims }),
        }
      },
      finishRecordings: () => server.finishEgress(),
      leftovers: () => ({
        rooms: server.rooms.size,
        recordings: server.egresses.filter(({ status }) => status === 'EGRESS_ACTIVE').length,
      }),
      stop: async () => {
        await shared.stop()
        await files.close()
        await s3.stop()
      },
    }
  },

  daily: async () => {
    const server = await startDailyServer()
    const { apiKey, url: apiBase } = server
    const given = { apiKey, apiBase, installation: INSTALLATION, now: () => new Date() }
    return {
      ...hosted(server, (options) => createDailyEngine({ ...given, ...options })),
      enter: async ({ grant }) => {
        if (grant.provider !== 'daily') throw new Error(grant.provider)
        const { room, userId, properties } = await server.join(grant.token)
        const person = () => server.rooms.get(room)?.people.find((each) => each.userId === userId)
        return {
          isHeard: async () => [person()?.canSend].flat().includes('audio'),
          isConnected: async () => person() !== undefined,
          known: JSON.stringify({ room, properties }),
        }
      },
      finishRecordings: async () => server.finishRecordings(),
      leftovers: () => ({
        rooms: server.rooms.size,
        recordings: server.recordings.filter(({ isWanted }) => isWanted).length,
      }),
    }
  },
}
