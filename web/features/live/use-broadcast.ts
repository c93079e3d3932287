import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#web/ui/toast-store.ts'
import { room } from './room.ts'
import { switchRoom } from './room-queries.ts'
import { isInside } from './room-state.ts'
import { allowSound } from './sound-permission.ts'

interface Switch {
  isBusy: boolean
  start: () => void
  stop: () => void
}

/**
 * Switches the room on and off air. Starting also joins the room (administrator document, section
 * 4).
 */
export function useBroadcast(): Switch {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => switchRoom(client, 'start'),
    onSuccess: () => {
      toast({
        title: 'Room is now ON AIR',
        description: 'Members can now join the room',
        about: 'broadcast',
      })
      room.join()
    },
    onError: (error) => toastError('Connection error', error, 'broadcast'),
  })
  const stop = useMutation({
    mutationFn: () => switchRoom(client, 'stop'),
    onSuccess: () => {
      if (isInside(room.getSnapshot())) room.leave()
      // A person who ends the session needs no notice about it.
      room.forgetEnd()
      toast({ title: 'Room is now OFF AIR', description: 'Room is now closed', about: 'broadcast' })
    },
    onError: (error) => toastError('Connection error', error, 'broadcast'),
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
      toast({
        title: 'Recording started',
        description: 'Your session is now being recorded',
        about: 'live-recording',
      }),
    onError: (error) => toastError('Recording failed', error, 'live-recording'),
  })
  const stop = useMutation({
    mutationFn: () => switchRoom(client, 'stopRecording'),
    onSuccess: () =>
      toast({
        title: 'Recording stopped',
        description: 'Your recording has been saved',
        about: 'live-recording',
      }),
    onError: (error) => toastError('Failed to stop recording', error, 'live-recording'),
  })
  return {
    isBusy: start.isPending || stop.isPending,
    start: () => start.mutate(),
    stop: () => stop.mutate(),
  }
}
