import { ConnectionState as LivekitState, Room, RoomEvent, Track } from 'livekit-client'
import { LIVE_LIMITS, type MediaGrant } from '#contract/live.ts'
import type { MediaClient, MediaEvents } from './media-client.ts'

type LivekitGrant = Extract<MediaGrant, { provider: 'livekit' }>

/** Sound through LiveKit, where a person's identity is their participant id. */
export function createLivekitMedia({ url, token }: LivekitGrant): MediaClient {
  const room = new Room()
  let events: MediaEvents | undefined
  let hasLeft = false
  let microphone: MediaStreamTrack | null = null
  /** Publishing and taking back, one after the other. */
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
    // A room that is left meanwhile takes no track; a later connection publishes it.
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
      // The right to send follows when the room opens the microphone.
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
    isOwnWitness: true,
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
    // LiveKit mends its own connection, and says so when it cannot.
    reconnect: () => undefined,
    close: () => {
      hasLeft = true
      void room.disconnect(false)
    },
  }
}
