import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.tsx'
import { switchRoom } from './queries.ts'
import { room } from './room.ts'
import { isInside } from './room-state.ts'
import { allowSound } from './sound-permission.ts'

interface Switch {
  isBusy: boolean
  start: () => void
  stop: () => void
}

function fail(title: string, error: Error): void {
  toast({ title, description: sentenceOf(error), variant: 'destructive' })
}

/** On air and off. Starting leads into the room (administrator document, section 4). */
export function useBroadcast(): Switch {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => switchRoom(client, 'start'),
    onSuccess: () => {
      toast({ title: 'Room is now ON AIR', description: 'Members can now join the room' })
      room.join()
    },
    onError: (error) => fail('Connection error', error),
  })
  const stop = useMutation({
    mutationFn: () => switchRoom(client, 'stop'),
    onSuccess: () => {
      if (isInside(room.getSnapshot())) room.leave()
      // Who ends the session needs no word about its end.
      room.forgetEnd()
      toast({ title: 'Room is now OFF AIR', description: 'Room is now closed' })
    },
    onError: (error) => fail('Connection error', error),
  })
  return {
    isBusy: start.isPending || stop.isPending,
    start: () => {
      allowSound()
      start.mutate()
    },
    stop: () => stop.mutate(),
  }
}

export function useRecordingSwitch(): Switch {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => switchRoom(client, 'startRecording'),
    onSuccess: () =>
      toast({ title: 'Recording started', description: 'Your session is now being recorded' }),
    onError: (error) => fail('Recording failed', error),
  })
  const stop = useMutation({
    mutationFn: () => switchRoom(client, 'stopRecording'),
    onSuccess: () =>
      toast({ title: 'Recording stopped', description: 'Your recording has been saved' }),
    onError: (error) => fail('Failed to stop recording', error),
  })
  return {
    isBusy: start.isPending || stop.isPending,
    start: () => start.mutate(),
    stop: () => stop.mutate(),
  }
}
