import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { isolated } from '#contract/direction.ts'
import {
  LIVE_LIMITS,
  type LiveRecording,
  RecordingChanges,
  type RecordingStatus,
} from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  changeRecording,
  RECORDINGS_PER_PAGE,
  removeRecording,
  useRecordings,
} from '#web/features/live/queries.ts'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { urlOf } from '#web/lib/api.ts'
import { liveCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { type DateLocale, fullDateTime, longDate } from '#web/lib/dates.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

const BADGES = {
  recording: { label: 'Recording now', variant: 'destructive' },
  finalising: { label: 'Processing', variant: 'gold' },
  ready: { label: 'Ready', variant: 'neutral' },
  partial: { label: 'Interrupted', variant: 'gold' },
  failed: { label: 'Failed', variant: 'destructive' },
} as const satisfies Record<RecordingStatus, unknown>

const Values = z.object({ title: RecordingChanges.shape.title.unwrap() })

const MEGA = 1024 * 1024

/** All recordings, for administrators. */
export function RecordingsCard(): ReactElement {
  return (
    <Card aria-labelledby="live-recordings-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-recordings-title">Recordings</CardTitle>
        <CardDescription>
          Only administrators can listen to a recording until you publish it to members.
        </CardDescription>
      </CardHeader>
      <Recordings />
    </Card>
  )
}

function Recordings(): ReactElement {
  const [page, setPage] = useState(1)
  const recordings = useRecordings(page)
  const { data, isPlaceholderData } = recordings
  const { locale } = useDates()
  const { timeZone } = useMember()
  if (!data) {
    return (
      <QuerySkeletons
        query={recordings}
        label="Loading recordings"
        rows={['h-28', 'h-28']}
        className="flex flex-col gap-4"
      />
    )
  }
  if (data.total === 0) {
    return <p className="text-ink-quiet">No session has been recorded yet.</p>
  }
  const pageCount = Math.max(1, Math.ceil(data.total / RECORDINGS_PER_PAGE))
  const names = recordingNames(data.items, { locale, timeZone })
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-busy={isPlaceholderData}
        className={cn('-my-5 divide-y divide-line', isPlaceholderData && 'opacity-60')}
      >
        {data.items.map((recording) => (
          <RecordingRow
            key={recording.id}
            recording={recording}
            name={names.get(recording.id) ?? ''}
          />
        ))}
      </ul>
      <Pagination
        label="Pages of recordings"
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        onPageChange={setPage}
      />
    </div>
  )
}

/**
 * The name of each recording: its title, or when it began. Those of the same minute are counted,
 * so that no two have the same name.
 */
export function recordingNames(
  recordings: readonly Pick<LiveRecording, 'id' | 'title' | 'startedAt'>[],
  dates: DateLocale,
): Map<number, string> {
  const counts = new Map<string, number>()
  const oldestFirst = recordings.toSorted((a, b) => a.id - b.id)
  return new Map(
    oldestFirst.map(({ id, title, startedAt }) => {
      const name = title ?? `Session of ${fullDateTime(new Date(startedAt), dates)}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [id, count === 1 ? name : `${isolated(name)} (${count})`]
    }),
  )
}

function RecordingRow(props: { recording: LiveRecording; name: string }): ReactElement {
  const { recording, name } = props
  const { startedAt, title, status, isPublished, removeAt, audioUrl } = recording
  const { locale } = useDates()
  const dates = { locale, timeZone: useMember().timeZone }
  // A name without a title says when it was.
  const began = title === null ? [] : [fullDateTime(new Date(startedAt), dates)]
  const facts = [...began, ...recordingFacts(recording)]
  return (
    <li className="flex flex-col gap-2 py-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 dir="auto">{name}</h3>
        {isPublished ? <Badge>Published</Badge> : null}
        {status === 'ready' && isPublished ? null : (
          <Badge variant={BADGES[status].variant}>{BADGES[status].label}</Badge>
        )}
      </div>
      {facts.length > 0 ? <p className="text-sm text-ink-quiet">{facts.join(' · ')}</p> : null}
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
  const client = useQueryClient()
  const unpublish = useAction({
    call: () => changeRecording(client, { id, isPublished: false }),
    done: 'Recording unpublished',
    failed: 'Failed to unpublish the recording',
  })
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
              onClick={() => unpublish.run()}
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

function DeleteButton({ id, name }: { id: number; name: string }): ReactElement {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const close = (): void => setIsAsking(false)
  const remove = useAction({
    call: () => removeRecording(client, id),
    done: 'Recording deleted',
    failed: 'Failed to delete the recording',
    onDone: close,
    onFailed: close,
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
        description={`${isolated(name)} and its file will be deleted for everyone. This can’t be undone.`}
        confirmLabel="Delete recording"
        isDestructive
        isBusy={remove.isPending}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => remove.run()}
      />
    </>
  )
}

interface PublishDialogProps {
  recording: LiveRecording
  /** The recording's name in the list; a first title starts from it. */
  name: string
  onClose: () => void
}

/** Publishes a recording under a title, or changes the title of a published one. */
function PublishDialog({ recording, name, onClose }: PublishDialogProps): ReactElement {
  const { id } = recording
  // The state when the dialog opened, because the list may show the change before the response
  // arrives.
  const [isPublished] = useState(recording.isPublished)
  const client = useQueryClient()
  const { form, submit, isSaving, error } = useServerForm({
    initial: { title: name },
    values: Values,
    version: recording.version,
    save: ({ title }, _changed, version) =>
      changeRecording(client, { id, title, isPublished: true, version }),
    done: isPublished ? 'Title changed' : 'Recording published',
    onSaved: onClose,
  })
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={isPublished ? 'Change title' : 'Publish recording'}
        description="Everyone with access to the room can listen to it."
      >
        <Form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <ErrorNotice title="Failed to publish the recording" error={error} />
          <TextField
            form={form}
            name="title"
            label="Title"
            limit={LIVE_LIMITS.recordingTitle}
            autoComplete="off"
            required
          />
          <DialogFormFooter busy={isSaving}>
            {isPublished ? 'Save title' : 'Publish'}
          </DialogFormFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}

/** Length and size, if known: '1:02:10', '21.4 MB'. */
export function recordingFacts({
  duration,
  size,
}: Pick<LiveRecording, 'duration' | 'size'>): string[] {
  return [
    ...(duration === null ? [] : [clockText(duration)]),
    ...(size === null ? [] : [`${Math.max(0.1, size / MEGA).toFixed(1)} MB`]),
  ]
}
