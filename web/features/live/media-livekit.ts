import { ConnectionState as LivekitState, Room, RoomEvent, Track } from 'livekit-client'
import { LIVE_LIMITS, type MediaGrant } from '#contract/live.ts'
import type { MediaClient, MediaEvents } from './media-client.ts'

type LivekitGrant = Extract<MediaGrant, { provider: 'livekit' }>

/** Audio through LiveKit, where a person's identity is their participant id. */
export class LivekitMedia implements MediaClient {
  readonly reportsConnection = true
  readonly #grant: LivekitGrant
  readonly #room = new Room()
  #events: MediaEvents | undefined
  #microphone: MediaStreamTrack | null = null
  #hasLeft = false
  /** Publishing and unpublishing run one after the other. */
  #publishing: Promise<unknown> = Promise.resolve()

  constructor(grant: LivekitGrant) {
    this.#grant = grant
  }

  connect(events: MediaEvents): void {
    this.#events = events
    this.#listen(events)
    void this.#open(events)
  }

  setMicrophone(track: MediaStreamTrack | null): void {
    this.#microphone = track
    this.#publish()
  }

  play(): void {
    this.#room.startAudio().catch(() => this.#events?.onBlocked())
  }

  /** LiveKit restores its own connection and reports when it can't. */
  reconnect(): void {}

  close(): void {
    this.#hasLeft = true
    void this.#room.disconnect(false)
  }

  async #open({ onState, onEnded }: MediaEvents): Promise<void> {
    onState('connecting')
    try {
      await this.#room.connect(this.#grant.url, this.#grant.token)
    } catch {
      if (!this.#hasLeft) onEnded()
      return
    }
    if (this.#hasLeft) return void this.#room.disconnect()
    onState('connected')
    this.#publish()
  }

  #listen({ onState, onBlocked, onLevels, onEnded }: MediaEvents): void {
    this.#room
      .on(RoomEvent.Reconnecting, () => onState('reconnecting'))
      .on(RoomEvent.Reconnected, () => onState('connected'))
      .on(RoomEvent.TrackSubscribed, (track) => {
        if (track.kind === Track.Kind.Audio) track.attach()
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => void track.detach())
      .on(RoomEvent.AudioPlaybackStatusChanged, () => {
        if (!this.#room.canPlaybackAudio) onBlocked()
      })
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) => {
        onLevels(
          Object.fromEntries(speakers.map(({ identity, audioLevel }) => [identity, audioLevel])),
        )
      })
      // The right to send arrives after the room has opened the microphone.
      .on(RoomEvent.ParticipantPermissionsChanged, () => this.#publish())
      .on(RoomEvent.Disconnected, () => {
        if (!this.#hasLeft) onEnded()
      })
  }

  #publish(): void {
    // If the room is left meanwhile, a later connection publishes the track.
    this.#publishing = this.#publishing.then(() => this.#publishNow()).catch(() => undefined)
  }

  async #publishNow(): Promise<void> {
    const { localParticipant, state } = this.#room
    const mayPublish = localParticipant.permissions?.canPublish !== false
    if (state !== LivekitState.Connected || !mayPublish) return
    const microphone = this.#microphone
    const published = localParticipant.getTrackPublication(Track.Source.Microphone)?.track
    if (published?.mediaStreamTrack === microphone) return
    if (published) await localParticipant.unpublishTrack(published, false)
    if (!microphone) return
    await localParticipant.publishTrack(microphone, {
      source: Track.Source.Microphone,
      audioPreset: { maxBitrate: LIVE_LIMITS.bitrate },
      dtx: true,
    })
  }
}
