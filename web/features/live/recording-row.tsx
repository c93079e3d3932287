import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { LiveRecording, RecordingStatus } from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { urlOf } from '#web/lib/api.ts'
import { liveCalls } from '#web/lib/calls.gen.ts'
import { fullDateTime, longDate } from '#web/lib/dates.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { recordingFacts } from './recording-facts.ts'
import { changeRecording, removeRecording } from './room-queries.ts'

const BADGES = {
  recording: { label: 'Recording now', variant: 'destructive' },
  finalising: { label: 'Processing', variant: 'gold' },
  ready: { label: 'Ready', variant: 'neutral' },
  partial: { label: 'Interrupted', variant: 'gold' },
  failed: { label: 'Failed', variant: 'destructive' },
} as const satisfies Record<RecordingStatus, unknown>

export function RecordingRow({ recording }: { recording: LiveRecording }): ReactElement {
  const { startedAt, title, status, isPublished, removeAt, audioUrl } = recording
  const { locale } = useDates()
  const dates = { locale, timeZone: useMember().timeZone }
  const name = title ?? `Session of ${longDate(new Date(startedAt), dates)}`
  const facts = recordingFacts(recording)
  return (
    <li className="flex flex-col gap-2 py-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3>{name}</h3>
        {isPublished ? <Badge>Published</Badge> : null}
        {status === 'ready' && isPublished ? null : (
          <Badge variant={BADGES[status].variant}>{BADGES[status].label}</Badge>
        )}
      </div>
      <p className="text-sm text-ink-quiet">
        {[fullDateTime(new Date(startedAt), dates), ...facts].join(' · ')}
      </p>
      {status === 'partial' ? (
        <p className="text-sm">
          The recording was interrupted. Everything up to that point was saved.
        </p>
      ) : null}
      {status === 'failed' ? (
        <p className="text-sm">
          Nothing could be saved: there was no sound, or the file was lost or unreadable.
        </p>
      ) : null}
      {audioUrl ? (
        <StoryPlayer
          src={audioUrl}
          durationSeconds={recording.duration}
          waveform={recording.waveform}
          title={name}
        />
      ) : null}
      <RecordingActions recording={recording} name={name} />
      {removeAt ? (
        <p className="text-sm text-ink-quiet">
          Will be deleted on {longDate(new Date(removeAt), dates)}.
        </p>
      ) : null}
    </li>
  )
}

function RecordingActions(props: { recording: LiveRecording; name: string }): ReactElement | null {
  const { recording, name } = props
  const { id, isPublished, audioUrl, status } = recording
  const [isPublishing, setIsPublishing] = useState(false)
  const unpublish = useUnpublish(id)
  if (status === 'recording' || status === 'finalising') return null
  return (
    <div className="flex flex-wrap gap-2">
      {audioUrl ? (
        <>
          <Button
            variant="outline"
            size="sm"
            aria-label={isPublished ? `Change title of ${name}` : `Publish ${name}`}
            onClick={() => setIsPublishing(true)}
          >
            {isPublished ? 'Change title' : 'Publish'}
          </Button>
          {isPublished ? (
            <Button
              variant="outline"
              size="sm"
              busy={unpublish.isPending}
              aria-label={`Unpublish ${name}`}
              onClick={() => unpublish.mutate()}
            >
              Unpublish
            </Button>
          ) : null}
          <Button asChild variant="ghost" size="sm">
            <DownloadAnchor
              href={urlOf(liveCalls.recordingAudio, {
                params: { id },
                query: { download: 'true' },
              })}
              aria-label={`Download ${name}`}
            >
              <Download aria-hidden size={18} />
              Download
            </DownloadAnchor>
          </Button>
        </>
      ) : null}
      <DeleteButton id={id} name={name} />
      {isPublishing ? (
        <PublishDialog recording={recording} name={name} onClose={() => setIsPublishing(false)} />
      ) : null}
    </div>
  )
}

function useUnpublish(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => changeRecording(client, { id, isPublished: false }),
    onSuccess: () => toast({ title: 'Recording unpublished' }),
    onError: (error) => toastError('Failed to unpublish the recording', error),
  })
}

function DeleteButton({ id, name }: { id: number; name: string }): ReactElement {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => removeRecording(client, id),
    onSuccess: () => toast({ title: 'Recording deleted' }),
    onError: (error) => toastError('Failed to delete the recording', error),
    onSettled: () => setIsAsking(false),
  })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-destructive"
        aria-label={`Delete ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        title="Delete this recording?"
        description={`${name} and its file will be deleted for everyone. This can’t be undone.`}
        confirmLabel="Delete recording"
        isDestructive
        isBusy={remove.isPending}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
