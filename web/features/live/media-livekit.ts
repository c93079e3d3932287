import { ConnectionState as LivekitState, Room, RoomEvent, Track } from 'livekit-client'
import { LIVE_LIMITS, type MediaGrant } from '#contract/live.ts'
import type { MediaClient, MediaEvents } from './media-client.ts'

type LivekitGrant = Extract<MediaGrant, { provider: 'livekit' }>

/** Audio through LiveKit, where a person's identity is their participant id. */
export function createLivekitMedia({ url, token }: LivekitGrant): MediaClient {
  const room = new Room()
  let events: MediaEvents | undefined
  let hasLeft = false
  let microphone: MediaStreamTrack | null = null
  /** Publishing and unpublishing run one after the other. */
  let turn: Promise<unknown> = Promise.resolve()

  const publish = async (): Promise<void> => {
    const { localParticipant } = room
    const mayPublish = localParticipant.permissions?.canPublish !== false
    if (room.state !== LivekitState.Connected || !mayPublish) return
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
  const publishInTurn = (): void => {
    // If the room is left meanwhile, a later connection publishes the track.
    turn = turn.then(publish).catch(() => undefined)
  }
  const listen = ({ onState, onBlocked, onLevels, onEnded }: MediaEvents): void => {
    room
      .on(RoomEvent.Reconnecting, () => onState('reconnecting'))
      .on(RoomEvent.Reconnected, () => onState('connected'))
      .on(RoomEvent.TrackSubscribed, (track) => {
        if (track.kind === Track.Kind.Audio) track.attach()
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => void track.detach())
      .on(RoomEvent.AudioPlaybackStatusChanged, () => {
        if (!room.canPlaybackAudio) onBlocked()
      })
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) => {
        onLevels(
          Object.fromEntries(speakers.map(({ identity, audioLevel }) => [identity, audioLevel])),
        )
      })
      // The right to send arrives after the room has opened the microphone.
      .on(RoomEvent.ParticipantPermissionsChanged, publishInTurn)
      .on(RoomEvent.Disconnected, () => {
        if (!hasLeft) onEnded()
      })
  }
  const open = async ({ onState, onEnded }: MediaEvents): Promise<void> => {
    onState('connecting')
    try {
      await room.connect(url, token)
    } catch {
      if (!hasLeft) onEnded()
      return
    }
    if (hasLeft) return void room.disconnect()
    onState('connected')
    publishInTurn()
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
      publishInTurn()
    },
    play: () => void room.startAudio().catch(() => events?.onBlocked()),
    // LiveKit restores its own connection and reports when it can't.
    reconnect: () => undefined,
    close: () => {
      hasLeft = true
      void room.disconnect(false)
    },
  }
}
