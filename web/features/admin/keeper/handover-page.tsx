import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { CONNECTION_TITLES, type Connection } from '#contract/connections.ts'
import type { Backups } from '#contract/maintenance.ts'
import { RIGHT_WORDS, RIGHTS, type Right } from '#contract/rights.ts'
import type { TeamMember } from '#contract/team.ts'
import { StepUpPanel } from '#web/features/accounts/step-up-panel.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { serviceOf, sourceWords } from '#web/features/admin/keeper/connection-values.ts'
import { backupsQuery, connectionsQuery } from '#web/features/admin/keeper/queries.ts'
import { Fact } from '#web/features/admin/kit/fact.tsx'
import { teamQuery } from '#web/features/admin/team/team-panel.tsx'
import { isStepUp } from '#web/lib/api.ts'
import { type DateLocale, dayText, longDate } from '#web/lib/dates.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings, useSiteTitle } from '#web/lib/site-settings.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { useVisit } from '#web/lib/visit.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

export async function loadHandover({ client }: AdminLoad): Promise<void> {
  await Promise.all([
    prefetch(client, teamQuery),
    prefetch(client, connectionsQuery),
    prefetch(client, backupsQuery),
  ])
}

/** A printed sheet for the next person who runs the community. It has no secrets. */
export function HandoverPage(): ReactElement {
  const team = useQuery(teamQuery)
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-quiet">
        For whoever runs this community after you. It has no passwords and no keys. Print it, fill
        in the last part by hand, and keep it where the next person finds it.
      </p>
      {isStepUp(team.error) ? (
        <StepUpPanel onConfirmed={() => void team.refetch()} isBusy={team.isFetching} />
      ) : (
        <Sheet team={team} />
      )}
    </div>
  )
}

function Sheet({ team }: { team: UseQueryResult<TeamMember[]> }): ReactElement {
  const connections = useQuery(connectionsQuery)
  const backups = useQuery(backupsQuery)
  const dates = useDates()
  return (
    <>
      <Button className="self-start" onClick={() => window.print()}>
        <Printer aria-hidden size={20} />
        Print
      </Button>
      <div data-print className="flex flex-col gap-4">
        <Overview />
        <Part title="Who may do what">
          <Loaded query={team} label="Loading the team" rows={['h-64']}>
            {(members) => <Holders team={members} />}
          </Loaded>
        </Part>
        <Part title="Connected services">
          <Loaded query={connections} label="Loading the connections" rows={['h-32']}>
            {(list) => (
              <Facts>
                {list.map((each) => (
                  <Fact key={each.area} name={CONNECTION_TITLES[each.area]}>
                    {wordsOf(each)}
                  </Fact>
                ))}
              </Facts>
            )}
          </Loaded>
        </Part>
        <Part title="Backups">
          <Loaded query={backups} label="Loading the backups" rows={['h-32']}>
            {(data) => <BackupFacts backups={data} dates={dates} />}
          </Loaded>
        </Part>
        <Part title="On the first day">
          <FirstDay />
        </Part>
        <Part title="Fill in by hand">
          <ByHand />
        </Part>
      </div>
    </>
  )
}

function Overview(): ReactElement {
  const dates = useDates()
  const today = useNow((now) => longDate(now, dates))
  return (
    <Part title={`Handover of ${useSiteTitle()}`}>
      <Facts>
        <Fact name="Address">{useVisit().siteUrl}</Fact>
        <Fact name="Email for help">{useSiteSettings()?.helpEmail || 'None is set'}</Fact>
        <Fact name="As of">{today}</Fact>
      </Facts>
    </Part>
  )
}

/** Who holds each right, and which nobody else could exercise. */
function Holders({ team }: { team: readonly TeamMember[] }): ReactElement {
  const active = team.filter(({ isSuspended }) => !isSuspended)
  const holders = (right: Right): TeamMember[] =>
    active.filter(({ rights }) => rights.includes(right))
  const lone = RIGHTS.filter((right) => holders(right).length === 1)
  return (
    <>
      {lone.length > 0 ? (
        <Notice title="Only one person has some of these rights">
          <p>
            {lone.map((right) => RIGHT_WORDS[right].name).join(', ')}: if that person leaves, nobody
            can do this.
          </p>
          <p className="mt-2 print:hidden">Give somebody else the right:</p>
          <ul className="flex flex-wrap gap-x-4 print:hidden">
            {lone.map((right) => (
              <li key={right}>
                <Link
                  to="/admin/team"
                  search={{ right }}
                  className="inline-flex min-h-11 items-center font-medium text-primary underline"
                >
                  {RIGHT_WORDS[right].name}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <Facts>
        {RIGHTS.map((right) => (
          <Fact key={right} name={`${RIGHT_WORDS[right].name}: ${RIGHT_WORDS[right].opens}`}>
            {holders(right).map(({ id, anonymousUsername }, index) => (
              <span key={id}>
                {index > 0 ? ', ' : ''}
                <bdi>{anonymousUsername}</bdi>
              </span>
            ))}
            {holders(right).length === 0 ? 'Nobody' : null}
          </Fact>
        ))}
      </Facts>
    </>
  )
}

/** The service, where it is known by a name. */
function wordsOf(connection: Connection): string {
  const service = connection.source === 'page' ? serviceOf(connection) : undefined
  return service?.label ?? sourceWords(connection)
}

interface BackupFactsProps {
  backups: Backups
  dates: DateLocale
}

function BackupFacts({ backups, dates }: BackupFactsProps): ReactElement {
  const { place, time, lastAt, trial } = backups
  const restored = trial.lastAt && trial.hasPassed ? dayText(trial.lastAt, dates) : undefined
  return (
    <>
      {restored ? null : (
        <Notice title="Nobody knows whether the backups work">
          <p>No trial restore has worked yet.</p>
        </Notice>
      )}
      <Facts>
        <Fact name="Place">{place ?? 'No backups are made'}</Fact>
        <Fact name="Every day at">{time ?? 'Not every day'}</Fact>
        <Fact name="Last backup">{lastAt ? dayText(lastAt, dates) : 'None yet'}</Fact>
        <Fact name="Last trial restore that worked">{restored ?? 'None yet'}</Fact>
      </Facts>
    </>
  )
}

const FIRST_DAY = [
  'Sign in with an account of your own. Ask somebody who may give rights to add you under Team.',
  'Open Today in the Admin Dashboard. It shows what is waiting, the most urgent first.',
  'Answer guidance requests first, and those that sound like danger before all others.',
  'Under Connections, send yourself a test email.',
  'Under Backups and health, try a restore with the backup key. A key that nobody finds makes every backup useless.',
  'Under Team, take away the rights of everyone who has left.',
  'Change the passwords of accounts at the services that you took over.',
]

function FirstDay(): ReactElement {
  return (
    <ol className="flex list-decimal flex-col gap-2 pl-5">
      {FIRST_DAY.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <Card className="flex break-inside-avoid flex-col gap-4 print:border-0 print:p-0">
      <CardTitle asLevel={2}>{title}</CardTitle>
      {children}
    </Card>
  )
}

function Facts({ children }: { children: ReactNode }): ReactElement {
  return <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">{children}</dl>
}

/** What this site can't know. */
const BY_HAND = [
  'Where the server is',
  'Where the address is registered, and until when',
  'Who pays for both: name and phone number',
  ...Object.values(CONNECTION_TITLES).map(
    (title) => `Who has the account for ${title}: name and phone number`,
  ),
  'Where the first copy of the backup key is',
  'Where the second copy of the backup key is',
  'Who can answer questions: name and phone number',
]

/** Only paper has lines to write on: on the screen, they would look like fields. */
function ByHand(): ReactElement {
  return (
    <>
      <p className="text-ink-quiet print:hidden">
        This site can’t know these. The printed sheet has a line for each.
      </p>
      <ul className="list-disc pl-5 print:list-none print:pl-0">
        {BY_HAND.map((name) => (
          <li
            key={name}
            className="py-1 print:mb-3 print:break-inside-avoid print:border-b print:border-line-strong print:pb-9 print:text-sm"
          >
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}
