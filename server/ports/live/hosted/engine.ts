import { setTimeout as wait } from 'node:timers/promises'
import { LIVE_LIMITS } from '#contract/live.ts'
import {
  LIVE_LIMIT_MS,
  type LiveEngine,
  type LiveHealth,
  liveUnavailable,
  noSeat,
  roomNotOpen,
} from '../port.ts'
import type { HostedProvider } from './provider.ts'
import { createProviderClient, type ProviderClient } from './provider-client.ts'

export interface HostedOptions {
  onProblem: (error: Error) => void
  limitMs?: number
  /** How long a browser has to connect with its grant; by default one minute. */
  grantSeconds?: number
}

/** How often to check whether a person who opens the microphone has connected. */
const POLL_MS = 500
/** Tolerance between the provider's clock and ours. */
const SKEW_MS = 5_000
/** Enough for hours of speech, which are a few hundred megabytes at most. */
const DOWNLOAD_LIMIT_MS = 10 * 60_000

interface HostedRoom {
  /** Keyed by participant. */
  seats: Map<string, { isOpen: boolean }>
  recordingRef: string | undefined
}

/**
 * An engine whose sound goes through a provider. Browsers connect to the provider directly, so pages
 * know levels and report connections (`connection` on the room's socket); this engine sends no events.
 * A grant only allows listening: nobody may send sound until `setMicrophone` opens the microphone. The
 * room checks the limits on people and open microphones before it calls the engine.
 *
 * If ending a microphone, a recording or a room fails, it is retried in the background, because people
 * believe that it has ended.
 */
export function createHostedEngine(provider: HostedProvider, options: HostedOptions): LiveEngine {
  const { limitMs = LIVE_LIMIT_MS, grantSeconds = LIVE_LIMITS.grant } = options
  const client = createProviderClient({ ...options, limitMs, describe: describer(provider) })
  const { ask, insist } = client
  const rooms = new Map<string, HostedRoom>()
  const openRoom = (room: string): HostedRoom => {
    const open = rooms.get(room)
    if (!open) throw roomNotOpen()
    return open
  }
  /** Runs `work` once all earlier grants have expired. */
  const afterGrants = (work: () => Promise<void>): void =>
    client.later(grantSeconds * 1_000 + SKEW_MS, () => ask(work))

  return {
    name: provider.name,
    // Browsers connect to the provider.
    connect: undefined,

    async open(room) {
      if (rooms.has(room)) return
      await ask(() => provider.openRoom(room))
      if (!rooms.has(room)) rooms.set(room, { seats: new Map(), recordingRef: undefined })
    },

    async close(room) {
      if (!rooms.delete(room)) return
      const close = (): Promise<void> => provider.closeRoom(room)
      const isClosed = (): boolean => !rooms.has(room)
      // Some providers recreate a room for a browser whose grant is still valid.
      afterGrants(async () => (isClosed() ? close() : undefined))
      await insist(close, isClosed)
    },

    async admit({ room, participantId }) {
      const { seats } = openRoom(room)
      const isOpen = seats.get(participantId)?.isOpen ?? false
      const seat = { room, participantId, isOpen, seconds: grantSeconds }
      const grant = await ask(() => provider.grant(seat))
      if (!seats.has(participantId)) seats.set(participantId, { isOpen: false })
      return grant
    },

    async setMicrophone({ room, participantId, isOpen }) {
      const seat = openRoom(room).seats.get(participantId)
      if (!seat) throw noSeat()
      const allow = (): Promise<boolean> =>
        provider.allowSpeaking({ room, participantId, isOpen: seat.isOpen })
      const close = (): Promise<unknown> =>
        insist(allow, () => !seat.isOpen && rooms.get(room)?.seats.get(participantId) === seat)
      seat.isOpen = isOpen
      if (!isOpen) {
        await close()
        return 'closed'
      }
      try {
        if (await ask(() => untilTrue(allow, limitMs / 2))) return 'open'
        throw liveUnavailable(new Error('The person is not connected.'))
      } catch (error) {
        // It may have opened although the call failed.
        seat.isOpen = false
        close().catch(() => undefined)
        throw error
      }
    },

    async remove({ room, participantId }) {
      const seats = rooms.get(room)?.seats
      if (!seats?.delete(participantId)) return
      const sendOut = (): Promise<void> => provider.sendOut({ room, participantId })
      const isOut = (): boolean => rooms.has(room) && !seats.has(participantId)
      // A person with an unused grant can still connect.
      afterGrants(async () => (isOut() ? sendOut() : undefined))
      await insist(sendOut, isOut)
    },

    async startRecording(room) {
      const open = openRoom(room)
      if (open.recordingRef) return open.recordingRef
      try {
        open.recordingRef = await ask(() => provider.startRecording(room))
        return open.recordingRef
      } catch (error) {
        // It may have started although the call failed.
        if (client.isUnsure(error)) stopUnlessWanted(room, open).catch(() => undefined)
        throw error
      }
    },

    async stopRecording(room) {
      const open = rooms.get(room)
      if (!open?.recordingRef) return
      open.recordingRef = undefined
      await stopUnlessWanted(room, open)
    },

    collectRecording: (recordingRef, folder) =>
      ask(() => {
        const signal = AbortSignal.timeout(DOWNLOAD_LIMIT_MS)
        return provider.collect({ recordingRef, folder, signal })
      }, DOWNLOAD_LIMIT_MS),

    discardRecording: (recordingRef) => ask(() => provider.discard(recordingRef)),

    subscribe: () => () => undefined,
    health: () => health(provider, client),

    async shutDown() {
      client.close()
      const open = [...rooms.keys()]
      rooms.clear()
      await Promise.allSettled(open.map((room) => ask(() => provider.closeRoom(room))))
    },
  }

  function stopUnlessWanted(room: string, open: HostedRoom): Promise<void> {
    return insist(
      () => provider.stopRecording(room),
      () => rooms.get(room) === open && !open.recordingRef,
    )
  }
}

function describer(provider: HostedProvider): (error: unknown) => string {
  return (error) => `${provider.name}: ${provider.describe(error)}`
}

async function health(provider: HostedProvider, { ask }: ProviderClient): Promise<LiveHealth> {
  const name = provider.name === 'daily' ? 'Daily' : 'LiveKit'
  const network = null
  try {
    await ask(() => provider.check())
    return { isReady: true, sentence: `${name} answers.`, network }
  } catch {
    const sentence = `${name} doesn’t answer or refuses the key.`
    return { isReady: false, sentence, network }
  }
}

/** Polls until the condition is true or the time is up. */
async function untilTrue(isSo: () => Promise<boolean>, forMs: number): Promise<boolean> {
  const end = performance.now() + forMs
  for (;;) {
    if (await isSo()) return true
    if (performance.now() + POLL_MS > end) return false
    await wait(POLL_MS)
  }
}
