import { toast } from '#web/ui/toast-store.ts'
import { playChime } from './chime.ts'
import type { RoomMessage } from './room-store.ts'

/** Tells the person in the specification's words (administrator document, section 8). */
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
    case 'recording':
      playChime(message.isRecording)
  }
}

function fail(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' })
}
