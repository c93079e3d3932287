import daily, { type DailyCall } from '@daily-co/daily-js'
import { LIVE_LIMITS, type MediaGrant } from '#contract/live.ts'
import type { MediaClient, MediaEvents } from './media-client.ts'

type DailyGrant = Extract<MediaGrant, { provider: 'daily' }>

// Its types describe the CommonJS build; browsers get the ES module, whose import is the default
// export itself.
const Daily = daily as unknown as typeof daily.default

/** How often levels are reported, in milliseconds. */
const LEVELS_MS = 200

/** Audio through Daily, where a person's `user_id` is their participant id. */
export function createDailyMedia({ url, token }: DailyGrant): MediaClient {
  const call: DailyCall = Daily.createCallObject({
    // Doesn't ask for a microphone before the person wants to speak.
    startAudioOff: true,
    startVideoOff: true,
    audioSource: false,
    videoSource: false,
    subscribeToTracksAutomatically: true,
    dailyConfig: {
      // Our content security policy forbids `eval`.
      avoidEval: true,
      micAudioMode: { bitrate: LIVE_LIMITS.bitrate, stereo: false },
    },
  })
  const players = new Map<string, HTMLAudioElement>()
  let events: MediaEvents | undefined
  let hasLeft = false
  let microphone: MediaStreamTrack | null = null
  let maySend = false

  const send = (): void => {
    if (call.meetingState() !== 'joined-meeting') return
    const isOpen = microphone !== null
    // If the call ends meanwhile, a later one gets the track.
    call
      .setInputDevicesAsync({ audioSource: microphone ?? false })
      .then(() => void call.setLocalAudio(isOpen))
      .catch(() => undefined)
  }
  const playAll = (): void => {
    for (const player of players.values()) player.play().catch(() => events?.onBlocked())
  }
  const playTrack = (sessionId: string, track: MediaStreamTrack): void => {
    const player = players.get(sessionId) ?? new Audio()
    players.set(sessionId, player)
    player.srcObject = new MediaStream([track])
    player.play().catch(() => events?.onBlocked())
  }
  const silence = (sessionId: string): void => {
    const player = players.get(sessionId)
    if (player) player.srcObject = null
    players.delete(sessionId)
  }
  /** Rekeys levels from Daily's session ids to participant ids. */
  const named = (levels: Record<string, number>): Record<string, number> => {
    const people = call.participants()
    const entries = Object.entries(levels).map(
      ([sessionId, level]) => [people[sessionId]?.user_id ?? sessionId, level] as const,
    )
    return Object.fromEntries(entries)
  }
  const listen = ({ onState, onLevels, onEnded }: MediaEvents): void => {
    call.on('track-started', ({ participant, track }) => {
      if (participant && !participant.local && track.kind === 'audio') {
        playTrack(participant.session_id, track)
      }
    })
    call.on('track-stopped', ({ participant, track }) => {
      if (participant && track.kind === 'audio') silence(participant.session_id)
    })
    call.on('participant-updated', ({ participant: { local, permissions } }) => {
      if (!local) return
      const could = maySend
      maySend =
        permissions.canSend === true ||
        (permissions.canSend !== false && permissions.canSend.has('audio'))
      // The right to send arrives after the room has opened the microphone.
      if (maySend && !could) send()
    })
    call.on('participant-left', ({ participant }) => silence(participant.session_id))
    call.on('network-connection', ({ event }) =>
      onState(event === 'interrupted' ? 'reconnecting' : 'connected'),
    )
    call.on('remote-participants-audio-level', ({ participantsAudioLevel }) =>
      onLevels(named(participantsAudioLevel)),
    )
    call.on('left-meeting', () => {
      if (!hasLeft) onEnded()
    })
  }
  const open = async ({ onState, onEnded }: MediaEvents): Promise<void> => {
    onState('connecting')
    try {
      await call.join({ url, token })
      await call.startRemoteParticipantsAudioLevelObserver(LEVELS_MS)
    } catch {
      if (!hasLeft) onEnded()
      return
    }
    if (hasLeft) return
    onState('connected')
    send()
  }

  return {
    reportsConnection: true,
    connect: (given) => {
      events = given
      listen(given)
      void open(given)
    },
    setMicrophone: (track) => {
      microphone = track
      send()
    },
    play: playAll,
    // Daily restores its own connection and reports when it can't.
    reconnect: () => undefined,
    close: () => {
      hasLeft = true
      for (const sessionId of [...players.keys()]) silence(sessionId)
      void call.leave().then(() => call.destroy())
    },
  }
}
