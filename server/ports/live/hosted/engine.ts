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
  /** How long a browser has to connect with its grant: as long as with its ticket, one minute. */
  grantSeconds?: number
}

/** How often it is looked whether somebody who opens the microphone has come in. */
const LOOK_MS = 500
/** Between the provider's clock and ours. */
const SKEW_MS = 5_000
/** Hours of speech are a few hundred megabytes at most. */
const DOWNLOAD_LIMIT_MS = 10 * 60_000

interface HostedRoom {
  /** By participant. */
  seats: Map<string, { isOpen: boolean }>
  recordingRef: string | undefined
}

/**
 * An engine whose sound goes through a provider. Browsers connect there by themselves, so levels
 * and connections are the pages' to tell (`connection` on the room's socket); no event comes from
 * here. Nobody may send sound until `setMicrophone` opens the microphone: a grant lets listen. How
 * many people and open microphones there may be is the room's own rule, which is asked before.
 *
 * What ends something (a microphone, a recording, a room) and fails is tried again in the
 * background, because people believe that it has ended.
 */
export function createHostedEngine(provider: HostedProvider, options: HostedOptions): LiveEngine {
  const { limitMs = LIVE_LIMIT_MS, grantSeconds = LIVE_LIMITS.ticket } = options
  const client = createProviderClient({ ...options, limitMs, describe: describer(provider) })
  const { ask, insist } = client
  const rooms = new Map<string, HostedRoom>()
  const openRoom = (room: string): HostedRoom => {
    const open = rooms.get(room)
    if (!open) throw roomNotOpen()
    return open
  }
  /** Once no grant from before is good any more. */
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
      // Some providers make a room again for who comes with a grant that is still good.
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
        throw liveUnavailable(new Error('They are not connected.'))
      } catch (error) {
        // It may have opened without our hearing of it.
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
      // Who has a grant and has not used it yet can still come in.
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
        // It may have started without our hearing of it.
        if (client.isUnsure(error)) stopUnlessWanted(room, open)
        throw error
      }
    },

    async stopRecording(room) {
      const open = rooms.get(room)
      if (!open?.recordingRef) return
      open.recordingRef = undefined
      await insist(
        () => provider.stopRecording(room),
        () => rooms.get(room) === open && !open.recordingRef,
      )
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

  function stopUnlessWanted(room: string, open: HostedRoom): void {
    insist(
      () => provider.stopRecording(room),
      () => rooms.get(room) === open && !open.recordingRef,
    ).catch(() => undefined)
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
    const sentence = `${name} does not answer, or does not take the key.`
    return { isReady: false, sentence, network }
  }
}

/** Asks again from time to time until it is so or the time is up. */
async function untilTrue(isSo: () => Promise<boolean>, forMs: number): Promise<boolean> {
  const end = performance.now() + forMs
  for (;;) {
    if (await isSo()) return true
    if (performance.now() + LOOK_MS > end) return false
    await wait(LOOK_MS)
  }
}
