import { toast } from '#web/ui/toast-store.ts'
import { playChime } from './chime.ts'
import type { RoomNews } from './room-store.ts'

/** Tells the person in the specification's words (administrator document, section 8). */
export function tellRoomNews(news: RoomNews): void {
  switch (news.type) {
    case 'joined':
      toast({
        title: 'Joined audio room',
        description: 'You are now connected to the audio room',
      })
      return
    case 'join-failed':
      fail('Failed to join', news.sentence ?? 'Could not connect to the audio room')
      return
    case 'connection-failed':
      fail('Connection error', news.sentence ?? 'Failed to connect to audio room')
      return
    case 'refused':
      fail('This is not possible now', news.sentence)
      return
    case 'microphone-failed':
      fail('No microphone', news.sentence)
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
        title: 'The recording has ended',
        description: 'Start it again if you need it.',
        variant: 'warning',
      })
      return
    case 'recording':
      playChime(news.isRecording)
  }
}

function fail(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' })
}
