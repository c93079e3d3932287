import { toast } from '#web/ui/toast.tsx'
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
    case 'recording':
      playChime(news.isRecording)
  }
}

function fail(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' })
}
