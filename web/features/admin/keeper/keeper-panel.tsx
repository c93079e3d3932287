import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleMinus, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Backups, CheckReport, CheckResult, CheckState } from '#contract/maintenance.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { BackupCard } from '#web/features/admin/keeper/backup-card.tsx'
import {
  backupsQuery,
  checksQuery,
  connectionsQuery,
  keepReport,
} from '#web/features/admin/keeper/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { call } from '#web/lib/api.ts'
import { maintenanceCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export async function loadKeeper({ client }: AdminLoad): Promise<void> {
  await Promise.all([
    prefetch(client, checksQuery),
    prefetch(client, backupsQuery),
    prefetch(client, connectionsQuery),
  ])
}

/** The site's checks: what is wrong, what it means, and what to do. */
export function KeeperPanel(): ReactElement {
  const checks = useQuery(checksQuery)
  const backups = useQuery(backupsQuery).data
  const queryClient = useQueryClient()
  const running = useAction({
    call: () => call(maintenanceCalls.runChecks, {}),
    onDone: (report) => keepReport(queryClient, report),
    failed: 'Failed to run the checks',
  })
  return (
    <section aria-label="Backups and health" className="flex flex-col gap-5">
      <BackupCard />
      <p>
        Is somebody else taking over?{' '}
        <Link
          to="/admin/handover"
          className="font-medium text-primary underline underline-offset-4"
        >
          Print the handover sheet
        </Link>
      </p>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-xl">Health</h2>
          <p className="text-ink-quiet">
            {checks.data?.checkedAt ? (
              <>
                Last checked <RelativeTime date={checks.data.checkedAt} />. Checks run every hour.
              </>
            ) : (
              'The site is checked every hour.'
            )}
          </p>
        </div>
        <ActionButton
          size="default"
          label="Check now"
          icon={<RefreshCw aria-hidden size={18} />}
          action={running}
        />
      </div>
      <Loaded
        query={checks}
        label="Loading the checks"
        rows={['h-36 rounded-xl', 'h-64 rounded-xl']}
        className="flex flex-col gap-4"
      >
        {(report) => <Report report={report} backups={backups} />}
      </Loaded>
    </section>
  )
}

/** Until a step of the backups is first taken, it says itself what its check would say. */
function isOpenStep({ name }: CheckResult, backups: Backups | undefined): boolean {
  if (name === 'backup') return backups?.lastAt === null
  return name === 'drill' && backups?.trial.lastAt === null
}

/** Checks whose words only an engineer knows. A problem that one finds is shown to everyone here. */
const TECHNICAL: ReadonlySet<string> = new Set([
  'certificate',
  'clock',
  'database',
  'database-connections',
  'database-role',
  'email-webhook',
  'env-file',
  'jobs-failed',
  'jobs-waiting',
  'live-room',
  'live-room-nodes',
  'master-key',
  'memory',
  'migrations',
  'payment-webhook',
  'proxy',
  'secret-files',
  'upgrade',
  'versions',
])

interface ReportProps {
  report: CheckReport
  backups: Backups | undefined
}

function Report({ report: { checks }, backups }: ReportProps): ReactElement {
  if (checks.length === 0) {
    return <EmptyState message="The site hasn’t been checked yet. Choose “Check now”." />
  }
  const found = checks.filter(({ state }) => state === 'failed' || state === 'warning')
  const problems = found.filter((check) => !isOpenStep(check, backups))
  const others = checks.filter((check) => !found.includes(check))
  const plain = others.filter(({ name }) => !TECHNICAL.has(name))
  return (
    <>
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 font-medium">
          <CheckIcon state="ok" />
          {found.length === 0
            ? 'The checks found no problems.'
            : 'Apart from the unfinished steps above, the checks found no problems.'}
        </p>
      ) : (
        <ul aria-label="Problems" className="flex flex-col gap-4">
          {problems.map((check) => (
            <li key={check.name}>
              <ProblemCard check={check} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Group checks={plain.filter(({ state }) => state === 'ok')} title="Fine" />
        <Group checks={plain.filter(({ state }) => state === 'skipped')} title="Doesn’t apply" />
        <Group
          checks={others.filter(({ name }) => TECHNICAL.has(name))}
          title="For whoever runs the server"
        />
      </div>
    </>
  )
}

function ProblemCard({ check }: { check: CheckResult }): ReactElement {
  const { name, title, state, finding, meaning, action } = check
  return (
    <Card aria-labelledby={`check-${name}`}>
      <CardTitle id={`check-${name}`} asLevel={3} className="flex items-center gap-2">
        <CheckIcon state={state} />
        {title}
      </CardTitle>
      <p className="mt-2 max-w-prose break-words">{finding}</p>
      <dl className="mt-3 flex max-w-prose flex-col gap-2">
        {meaning ? <Advice term="What it means" text={meaning} /> : null}
        {action ? <Advice term="What to do" text={action} /> : null}
      </dl>
    </Card>
  )
}

function Advice({ term, text }: { term: string; text: string }): ReactElement {
  return (
    <div>
      <dt className="text-sm text-ink-quiet">{term}</dt>
      <dd className="break-words">{text}</dd>
    </div>
  )
}

interface GroupProps {
  checks: CheckResult[]
  title: string
}

/** Checks that need no action. */
function Group({ checks, title }: GroupProps): ReactElement | null {
  if (checks.length === 0) return null
  return (
    <Disclosure summary={`${title} (${checks.length})`}>
      <ul className="flex flex-col gap-3">
        {checks.map(({ name, title: check, state, finding }) => (
          <li key={name} className="flex gap-3">
            <CheckIcon state={state} className="mt-0.5" />
            <div className="min-w-0">
              <p className="font-medium">{check}</p>
              <p className="break-words text-ink-quiet">{finding}</p>
            </div>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

const ICONS = {
  ok: { Icon: CircleCheck, label: 'Fine', color: 'text-primary' },
  warning: { Icon: TriangleAlert, label: 'Warning', color: 'text-gold-ink' },
  failed: { Icon: CircleAlert, label: 'Failed', color: 'text-destructive' },
  skipped: { Icon: CircleMinus, label: 'Not checked', color: 'text-ink-quiet' },
} as const

function CheckIcon({ state, className }: { state: CheckState; className?: string }): ReactElement {
  const { Icon, label, color } = ICONS[state]
  return (
    <Icon role="img" aria-label={label} size={22} className={cn('shrink-0', color, className)} />
  )
}
