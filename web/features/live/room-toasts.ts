import { toast } from '#web/ui/toast-store.ts'
import { playChime } from './chime.ts'
import { REMOVED, ROOM_PAGES } from './room-pages.ts'
import type { RoomMessage } from './room-store.ts'

const COHOST = {
  title: 'You are a co-host',
  description: 'You can invite, mute and remove people in this session.',
}
const NO_COHOST = { title: 'You are no longer a co-host' }

/** Shows the specification's toasts (administrator document, section 8). */
export function showRoomToast(message: RoomMessage): void {
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
