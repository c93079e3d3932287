import { useQueryClient } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { switchRoom } from '#web/features/live/queries.ts'
import { room } from '#web/features/live/room.ts'
import { isInside } from '#web/features/live/room-state.ts'
import { allowSound } from '#web/features/live/sound.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

interface StopButtonProps {
  /** Whether to ask for confirmation, because other people would be disconnected. */
  asksFirst: boolean
}

/** Ends the session for everyone. */
export function StopButton({ asksFirst }: StopButtonProps): ReactElement {
  const { isBusy, stop } = useBroadcast()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        variant="destructive"
        busy={isBusy && !isAsking}
        onClick={() => (asksFirst ? setIsAsking(true) : stop())}
      >
        {isBusy ? null : <Radio aria-hidden size={20} />}
        Stop Broadcasting
      </Button>
      <ConfirmDialog
        title="End the session for everyone?"
        description="Everyone in the room will be disconnected."
        confirmLabel="End the session"
        cancelLabel="Stay on air"
        isDestructive
        isBusy={isBusy}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={stop}
      />
    </>
  )
}

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
  const start = useSending({
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
  const stop = useSending({
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
  const start = useSending({
    mutationFn: () => switchRoom(client, 'startRecording'),
    onSuccess: () =>
      toast({
        title: 'Recording started',
        description: 'Your session is now being recorded',
        about: 'live-recording',
      }),
    onError: (error) => toastError('Recording failed', error, 'live-recording'),
  })
  const stop = useSending({
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
