import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { Backups } from '#contract/maintenance.ts'
import { backupsQuery, checksQuery } from '#web/features/admin/keeper/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { call } from '#web/lib/api.ts'
import { maintenanceCalls } from '#web/lib/calls.gen.ts'
import { type Action, useAction } from '#web/lib/use-action.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** The last backup, a button that makes one, and the time of the daily one. */
export function BackupCard(): ReactElement {
  const backups = useQuery(backupsQuery)
  return (
    <SectionCard title="Your backups" level={3}>
      <Loaded query={backups} label="Loading the backups" rows={['h-40 rounded-lg']}>
        {(data) => (data.isSetUp ? <BackupControls backups={data} /> : <NotSetUp />)}
      </Loaded>
    </SectionCard>
  )
}

function NotSetUp(): ReactElement {
  return (
    <p>
      Backups aren’t set up yet.{' '}
      <Link
        to="/admin"
        search={{ tab: 'connections' }}
        className="font-medium text-primary underline underline-offset-4"
      >
        Connect a place for them
      </Link>
    </p>
  )
}

function BackupControls({ backups }: { backups: Backups }): ReactElement {
  const client = useQueryClient()
  const keep = (saved: Backups): void => {
    client.setQueryData(backupsQuery.queryKey, saved)
  }
  const starting = useAction({
    call: () => call(maintenanceCalls.backUp, {}),
    onDone: keep,
    failed: 'Failed to start the backup',
  })
  const { isRunning, hasFailed, lastAt } = backups
  useRefreshOnceDone(isRunning)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">
          {isRunning ? (
            'A backup is being made…'
          ) : lastAt ? (
            <>
              The last backup was made <RelativeTime date={lastAt} />.
            </>
          ) : (
            'There is no backup yet.'
          )}
        </p>
        <ActionButton
          size="default"
          label="Back up now"
          action={{ ...starting, isPending: starting.isPending || isRunning }}
        />
      </div>
      {hasFailed ? (
        <Notice variant="error" title="The backup failed">
          The server’s log says why. Show this to whoever runs your server.
        </Notice>
      ) : null}
      <DailyBackup backups={backups} onSaved={keep} />
    </div>
  )
}

/** Refetches the checks and Today when a backup has ended, because they judge it. */
function useRefreshOnceDone(isRunning: boolean): void {
  const client = useQueryClient()
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      void client.invalidateQueries({ queryKey: checksQuery.queryKey })
      void client.invalidateQueries({ queryKey: todayKey })
    }
    wasRunning.current = isRunning
  }, [isRunning, client])
}

/** Offered first: at night, when few people are here. */
const USUAL_TIME = '03:15'

function DailyBackup(props: { backups: Backups; onSaved: (saved: Backups) => void }): ReactElement {
  const { time, isTimeFixed } = props.backups
  const saving = useAction({
    call: (chosen: string | null) =>
      call(maintenanceCalls.setBackupTime, { body: { time: chosen } }),
    onDone: props.onSaved,
    done: ({ time: saved }: Backups) =>
      saved ? 'Time of the daily backup saved' : 'Daily backup turned off',
    failed: 'Failed to save the time of the daily backup',
  })
  if (isTimeFixed) {
    return (
      <p className="text-ink-quiet">
        A backup is made every day at {time}. BACKUP_TIME on the server sets this time.
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Back up every day"
        checked={time !== null}
        disabled={saving.isPending}
        onChange={({ target }) => saving.run(target.checked ? USUAL_TIME : null)}
      />
      {time === null ? null : <TimeField key={time} time={time} saving={saving} />}
    </div>
  )
}

interface TimeFieldProps {
  time: string
  saving: Action<string | null, Backups>
}

function TimeField({ time, saving }: TimeFieldProps): ReactElement {
  const [text, setText] = useState(time)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Time of the daily backup" help="In the community’s time zone.">
        <Input
          type="time"
          className="max-w-44"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {text !== time && text !== '' ? (
        <ActionButton
          size="default"
          label="Save time"
          action={{ run: () => saving.run(text), isPending: saving.isPending }}
        />
      ) : null}
    </div>
  )
}
