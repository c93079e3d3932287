import { isInside, ownPart, type RoomMessage } from '#web/features/live/room-state.ts'
import type { RoomStore } from '#web/features/live/room-store.ts'
import { playChime } from '#web/features/live/sound.ts'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

/** Messages about the person's own part in the room. */
const ROOM = 'room'

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

/** Shows the specification's toasts (administrator document, section 8). */
export function showRoomToast(message: RoomMessage): void {
  switch (message.type) {
    case 'joined':
      toast({
        title: 'Joined audio room',
        description: 'You are now connected to the audio room',
        about: ROOM,
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
    case 'subscription-required':
      toast({
        title: 'Subscription Required',
        description: 'Please upgrade your subscription to join the live coaching room.',
        variant: 'warning',
        about: ROOM,
      })
      return
    case 'recording-lost':
      toast({
        title: 'The recording stopped',
        description: 'Start it again if you need it.',
        variant: 'warning',
        about: ROOM,
      })
      return
    case 'cohost':
      toast({ ...(message.isCohost ? COHOST : NO_COHOST), about: ROOM })
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

/** Closes what was said about the person's part in the room when that part changes. */
export function watchOwnPart(room: Pick<RoomStore, 'subscribe' | 'getSnapshot'>): void {
  const partNow = (): string => {
    const state = room.getSnapshot()
    const own = ownPart(state)
    return [isInside(state), own?.isHost, own?.isCohost, own?.maySpeak, state.isInvited].join()
  }
  let part = partNow()
  room.subscribe(() => {
    if (part === partNow()) return
    part = partNow()
    dismissToasts(ROOM)
  })
}

function fail(title: string, description: string): void {
  toast({ title, description, variant: 'destructive', about: ROOM })
}
