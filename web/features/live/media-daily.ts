import daily, { type DailyCall, type DailyParticipant } from '@daily-co/daily-js'
import { LIVE_LIMITS, type MediaGrant } from '#contract/live.ts'
import type { MediaClient, MediaEvents } from './media-client.ts'

type DailyGrant = Extract<MediaGrant, { provider: 'daily' }>

// Its types describe the CommonJS build; browsers get the ES module, whose import is the default
// export itself.
const Daily = daily as unknown as typeof daily.default

/** How often levels are reported, in milliseconds. */
const LEVELS_MS = 200

/** Audio through Daily, where a person's `user_id` is their participant id. */
export class DailyMedia implements MediaClient {
  readonly reportsConnection = true
  readonly #grant: DailyGrant
  readonly #call = createCall()
  /** By the session that Daily gives to each person. */
  readonly #players = new Map<string, HTMLAudioElement>()
  #events: MediaEvents | undefined
  #microphone: MediaStreamTrack | null = null
  #maySend = false
  #hasLeft = false

  constructor(grant: DailyGrant) {
    this.#grant = grant
  }

  connect(events: MediaEvents): void {
    this.#events = events
    this.#listenToCall(events)
    this.#listenToPeople(events)
    void this.#open(events)
  }

  setMicrophone(track: MediaStreamTrack | null): void {
    this.#microphone = track
    this.#send()
  }

  play(): void {
    for (const player of this.#players.values()) this.#start(player)
  }

  /** Daily restores its own connection and reports when it can't. */
  reconnect(): void {}

  close(): void {
    this.#hasLeft = true
    for (const sessionId of [...this.#players.keys()]) this.#silence(sessionId)
    void this.#call.leave().then(() => this.#call.destroy())
  }

  async #open({ onState, onEnded }: MediaEvents): Promise<void> {
    const { url, token } = this.#grant
    onState('connecting')
    try {
      await this.#call.join({ url, token })
      await this.#call.startRemoteParticipantsAudioLevelObserver(LEVELS_MS)
    } catch {
      if (!this.#hasLeft) onEnded()
      return
    }
    if (this.#hasLeft) return
    onState('connected')
    this.#send()
  }

  #listenToCall({ onState, onEnded }: MediaEvents): void {
    this.#call.on('network-connection', ({ event }) =>
      onState(event === 'interrupted' ? 'reconnecting' : 'connected'),
    )
    this.#call.on('left-meeting', () => {
      if (!this.#hasLeft) onEnded()
    })
    this.#call.on('participant-updated', ({ participant: { local, permissions } }) => {
      if (local) this.#handlePermissions(permissions)
    })
  }

  #listenToPeople({ onLevels }: MediaEvents): void {
    this.#call.on('track-started', ({ participant, track }) => {
      if (participant && !participant.local && track.kind === 'audio') {
        this.#playTrack(participant.session_id, track)
      }
    })
    this.#call.on('track-stopped', ({ participant, track }) => {
      if (participant && track.kind === 'audio') this.#silence(participant.session_id)
    })
    this.#call.on('participant-left', ({ participant }) => this.#silence(participant.session_id))
    this.#call.on('remote-participants-audio-level', ({ participantsAudioLevel }) =>
      onLevels(this.#byParticipant(participantsAudioLevel)),
    )
  }

  /** The right to send arrives after the room has opened the microphone. */
  #handlePermissions({ canSend }: DailyParticipant['permissions']): void {
    const could = this.#maySend
    this.#maySend = canSend === true || (canSend !== false && canSend.has('audio'))
    if (this.#maySend && !could) this.#send()
  }

  #send(): void {
    if (this.#call.meetingState() !== 'joined-meeting') return
    const track = this.#microphone
    // If the call ends meanwhile, a later one gets the track.
    this.#call
      .setInputDevicesAsync({ audioSource: track ?? false })
      .then(() => void this.#call.setLocalAudio(track !== null))
      .catch(() => undefined)
  }

  #playTrack(sessionId: string, track: MediaStreamTrack): void {
    const player = this.#players.get(sessionId) ?? new Audio()
    this.#players.set(sessionId, player)
    player.srcObject = new MediaStream([track])
    this.#start(player)
  }

  #start(player: HTMLAudioElement): void {
    player.play().catch(() => this.#events?.onBlocked())
  }

  #silence(sessionId: string): void {
    const player = this.#players.get(sessionId)
    if (player) player.srcObject = null
    this.#players.delete(sessionId)
  }

  /** Rekeys levels from Daily's session ids to participant ids. */
  #byParticipant(levels: Record<string, number>): Record<string, number> {
    const people = this.#call.participants()
    const entries = Object.entries(levels).map(
      ([sessionId, level]) => [people[sessionId]?.user_id ?? sessionId, level] as const,
    )
    return Object.fromEntries(entries)
  }
}

function createCall(): DailyCall {
  return Daily.createCallObject({
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
}
