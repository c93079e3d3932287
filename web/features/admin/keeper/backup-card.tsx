import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Backups } from '#contract/maintenance.ts'
import { AreaForm } from '#web/features/admin/keeper/area-form.tsx'
import { backupsQuery, checksQuery, connectionsQuery } from '#web/features/admin/keeper/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { maintenanceCalls } from '#web/lib/calls.gen.ts'
import { type Action, useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** The way to safe backups, in order: place and key, a backup, a trial restore, the daily time. */
export function BackupCard(): ReactElement {
  const backups = useQuery(backupsQuery)
  return (
    <SectionCard
      title="Your backups"
      description="Four steps, in this order. Once all are done, your community survives the loss of its server."
    >
      <Loaded query={backups} label="Loading the backups" rows={['h-64 rounded-lg']}>
        {(data) => <Steps backups={data} />}
      </Loaded>
    </SectionCard>
  )
}

function Steps({ backups }: { backups: Backups }): ReactElement {
  const client = useQueryClient()
  const keep = (saved: Backups): void => {
    client.setQueryData(backupsQuery.queryKey, saved)
  }
  const { isSetUp, place, lastAt, problem, trial, time } = backups
  useRefreshOnceDone(backups.isRunning || trial.isRunning)
  return (
    <ol className="flex flex-col">
      <Step number={1} title="Choose a place and make the key" isDone={isSetUp}>
        {isSetUp ? <Place place={place} sharesDisk={backups.sharesDisk} /> : <SetUp />}
      </Step>
      <Step number={2} title="Make a backup" isDone={lastAt !== null && problem === null}>
        {isSetUp ? <Making backups={backups} onStarted={keep} /> : null}
      </Step>
      <Step number={3} title="Try a restore" isDone={trial.hasPassed === true && !trial.problem}>
        {lastAt ? <Trial backups={backups} onStarted={keep} /> : null}
      </Step>
      <Step number={4} title="Turn on daily backups" isDone={time !== null}>
        {isSetUp ? <DailyBackup backups={backups} onSaved={keep} /> : null}
      </Step>
    </ol>
  )
}

interface StepProps {
  number: number
  title: string
  isDone: boolean
  /** Null while an earlier step is missing. */
  children: ReactNode
}

function Step({ number, title, isDone, children }: StepProps): ReactElement {
  return (
    <li className="flex gap-3 border-t border-line py-5 max-[22rem]:flex-col first:border-t-0 first:pt-0 last:pb-0">
      {isDone ? (
        <CircleCheck role="img" aria-label="Done" size={28} className="shrink-0 text-primary" />
      ) : (
        <span
          aria-hidden
          className="grid size-[1.75rem] shrink-0 place-items-center rounded-full border border-line-strong text-sm"
        >
          {number}
        </span>
      )}
      <div className="flex min-w-0 grow flex-col gap-3">
        <h3 className="leading-7 font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  )
}

/** The form of the page Connections. */
function SetUp(): ReactElement {
  const connections = useQuery(connectionsQuery)
  return (
    <Loaded query={connections} label="Loading the form" rows={['h-40 rounded-lg']}>
      {(list) => {
        const connection = list.find(({ area }) => area === 'backups')
        return connection ? <AreaForm connection={connection} /> : null
      }}
    </Loaded>
  )
}

function Place({ place, sharesDisk }: Pick<Backups, 'place' | 'sharesDisk'>): ReactElement {
  return (
    <>
      <p className="wrap-anywhere">
        Backups go to {place}.{' '}
        <Link
          to="/admin/connections"
          className="font-medium text-primary underline underline-offset-4"
        >
          Change the place or the key
        </Link>
      </p>
      {sharesDisk ? (
        <p className="max-w-prose">
          This is the same disk as your site’s. If it breaks, both are lost. Have the folder copied
          to another machine, or choose another place.
        </p>
      ) : null}
    </>
  )
}

interface RunProps {
  backups: Backups
  onStarted: (backups: Backups) => void
}

function Making({ backups, onStarted }: RunProps): ReactElement {
  const { isRunning, problem, lastAt } = backups
  const starting = useAction({
    call: () => call(maintenanceCalls.backUp, {}),
    onDone: onStarted,
    failed: 'Failed to start the backup',
  })
  return (
    <>
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
      {problem ? (
        <Notice variant="error" title="The last backup failed">
          <p className="wrap-anywhere">{problem}</p>
        </Notice>
      ) : null}
      <ActionButton
        size="default"
        className="self-start"
        label="Back up now"
        action={{ ...starting, isPending: starting.isPending || isRunning }}
      />
    </>
  )
}

/** Restores the newest backup beside the site, with the key that only the team has. */
function Trial({ backups: { trial }, onStarted }: RunProps): ReactElement {
  const [key, setKey] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const starting = useAction({
    call: () => call(maintenanceCalls.tryRestore, { body: { key } }),
    onDone: (backups) => {
      setKey('')
      onStarted(backups)
    },
  })
  const { isRunning, lastAt, hasPassed, seconds, problem } = trial
  const read = async (chosen: File | undefined): Promise<void> => {
    const text = (await chosen?.slice(0, LARGEST_KEY_FILE).text()) ?? ''
    setKey(/AGE-SECRET-KEY-1[0-9A-Z]+/.exec(text)?.[0] ?? text.trim().slice(0, 200))
  }
  const failure = starting.error instanceof ApiError ? starting.error.sentence : undefined
  return (
    <>
      <p role="status" className="max-w-prose">
        {isRunning ? (
          'The backup is being restored beside your site. This takes a few minutes, and you can leave this page.'
        ) : hasPassed && lastAt ? (
          <>
            The last trial <RelativeTime date={lastAt} /> worked: a copy of your site was back in{' '}
            {seconds ?? 0} seconds.
          </>
        ) : lastAt ? (
          <>
            The last trial <RelativeTime date={lastAt} /> failed.
          </>
        ) : (
          'No backup has been restored yet, so nobody knows whether they work.'
        )}
      </p>
      {problem ? (
        <Notice variant="error" title="The trial restore failed">
          <p className="wrap-anywhere">{problem}</p>
        </Notice>
      ) : null}
      {isRunning ? null : (
        <div className="flex max-w-prose flex-col items-start gap-3">
          <Field
            className="w-full"
            label="Your backup key"
            help="We use it for this trial only, and don’t keep it. Your site stays as it is."
            error={failure}
          >
            <PasswordInput
              autoComplete="off"
              value={key}
              onChange={({ target }) => setKey(target.value)}
            />
          </Field>
          <input
            ref={file}
            type="file"
            accept=".txt,.key,text/plain"
            aria-label="Key file"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              void read(target.files?.[0])
              // The same file can be chosen again.
              target.value = ''
            }}
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => file.current?.click()}>
              Choose the key file
            </Button>
            <ActionButton
              size="default"
              label="Try a restore"
              action={starting}
              aria-disabled={key === '' || undefined}
            />
          </div>
        </div>
      )}
    </>
  )
}

/** A key file is one line and a few words. */
const LARGEST_KEY_FILE = 10_000

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
  const { time, isTimeFixed, version } = props.backups
  const saving = useAction({
    call: (chosen: string | null) =>
      call(maintenanceCalls.setBackupTime, {
        body: { time: chosen, version },
        describe: (value) => ({ 'Daily backup': value.time ?? 'Off' }),
      }),
    onDone: props.onSaved,
    done: ({ time: saved }: Backups) =>
      saved ? 'Time of the daily backup saved' : 'Daily backup turned off',
    failed: 'Failed to save the time of the daily backup',
  })
  if (isTimeFixed) {
    return (
      <p className="text-ink-quiet">
        A backup is made every day at {time}. This time is set on your server.
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
          className="max-w-[11rem]"
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
