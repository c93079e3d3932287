import { useSyncExternalStore } from 'react'
import { loadMediaClient } from '#web/features/live/media-client.ts'
import { openMicrophone } from '#web/features/live/microphone.ts'
import { requireEntry } from '#web/features/live/queries.ts'
import { openRoomSocket } from '#web/features/live/room-connection.ts'
import { setPresence } from '#web/features/live/room-presence.ts'
import type { RoomMessage } from '#web/features/live/room-reducer.ts'
import { isInside, type RoomState } from '#web/features/live/room-state.ts'
import { createRoomStore } from '#web/features/live/room-store.ts'
import { playChime } from '#web/features/live/sound.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

const COHOST = {
  title: 'You are a co-host',
  description: 'You can invite, mute and remove people in this session.',
}

const NO_COHOST = { title: 'You are no longer a co-host' }

/** The pages that show the room itself. */
export const ROOM_PAGES: readonly string[] = ['/live', '/sfx-members']

/** Shown to a person whom a host or co-host has removed. */
export const REMOVED = {
  title: 'You are no longer in the room',
  text: 'A host removed you from this session. You can join the next one.',
} as const

/**
 * The single room visit of this tab. It continues while the person opens other pages of the app.
 */
export const room = createRoomStore({
  requireEntry,
  openSocket: openRoomSocket,
  judge: (error) => ({
    isForSubscribers: error instanceof ApiError && error.code === 'subscription_required',
    isWorthRetrying: error instanceof ApiError && isPassing(error.status),
    // A network failure has no message from the server.
    sentence: error instanceof ApiError && error.status !== 0 ? sentenceOf(error) : undefined,
  }),
  loadMedia: loadMediaClient,
  openMicrophone: () => openMicrophone(),
  notify: showRoomToast,
})

room.subscribe(() => setPresence(isInside(room.getSnapshot())))

if (!import.meta.env.SSR) window.addEventListener('online', room.reconnectNow)

/** The current state of the visit. */
export function useRoom(): RoomState {
  return useSyncExternalStore(room.subscribe, room.getSnapshot, room.getSnapshot)
}

/** A person's loudness from 0 to 1, rounded to tenths to limit rerenders. */
export function useLevel(participantId: string): number {
  const read = (): number => Math.round(room.levels.of(participantId) * 10) / 10
  return useSyncExternalStore(room.levels.subscribe, read, read)
}

function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** Shows the specification's toasts (administrator document, section 8). */
function showRoomToast(message: RoomMessage): void {
  switch (message.type) {
    case 'joined':
      toast({
        title: 'Joined audio room',
        description: 'You are now connected to the audio room',
      })
      return
    case 'join-failed':
      fail('Failed to join', message.sentence ?? 'Could not connect to the audio room')
      return
    case 'connection-failed':
      fail('Connection error', message.sentence ?? 'Failed to connect to audio room')
      return
    case 'refused':
      fail('This isn’t possible right now', message.sentence)
      return
    case 'microphone-failed':
      fail('No microphone', message.sentence)
      return
    case 'subscription-required':
      toast({
        title: 'Subscription Required',
        description: 'Please upgrade your subscription to join the live coaching room.',
        variant: 'warning',
      })
      return
    case 'recording-lost':
      toast({
        title: 'The recording stopped',
        description: 'Start it again if you need it.',
        variant: 'warning',
      })
      return
    case 'cohost':
      toast({ ...(message.isCohost ? COHOST : NO_COHOST), group: 'live-cohost' })
      return
    case 'invited':
      playChime('invited')
      return
    case 'removed':
      // The room's own pages show this in place of the room.
      if (ROOM_PAGES.includes(window.location.pathname)) return
      fail(REMOVED.title, REMOVED.text)
      return
    case 'recording':
      playChime(message.isRecording ? 'recording-started' : 'recording-stopped')
  }
}

function fail(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' })
}
