import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { type Observer, PRIVACY_FACTS, type PrivacyFact } from '#contract/privacy-facts.ts'
import { auditCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'
import type { Load } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'

const OBSERVERS: { observer: Observer; title: string; description: string }[] = [
  {
    observer: 'listeners',
    title: 'People who listen to your stories',
    description: 'Members, visitors and the team, and everyone they give a recording to.',
  },
  {
    observer: 'administrators',
    title: 'Administrators',
    description: 'The people who review stories, answer guidance requests and run the community.',
  },
  {
    observer: 'operator',
    title: 'The operator',
    description: 'The person who runs the server and has all of its files.',
  },
  {
    observer: 'database-thief',
    title: 'Someone with a stolen database',
    description: 'A copy of the database leaks, but none of the other files.',
  },
  {
    observer: 'server-thief',
    title: 'Someone with the whole server',
    description: 'Everything is stolen: the database, the files and the keys.',
  },
]

/** The statements that matter most to members. Each is part of a tested one below. */
const IN_SHORT = [
  'Other members see your community username, never your username or your email.',
  'No page shows your moods or notes to anyone but you.',
  'Nobody on our team is told who asked for guidance.',
  'Administrators can open one list with your names and your email. Each time is logged.',
  'Your card number goes to the payment service and never to us.',
]

/** Reads the newest checkpoint of the audit log. */
export function loadPrivacyFacts({ client }: Load): Promise<void> {
  return prefetch(client, checkpointQuery)
}

/** Explains who can learn what about a member. Also open to visitors. */
export function PrivacyFactsPage(): ReactElement {
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6">
      <header className="flex max-w-prose flex-col gap-3">
        <h1>Who can see what</h1>
        <p className="text-lg text-ink-quiet">
          You decide what to share here. This page tells you what other people can and can’t learn
          about you, even if something goes wrong.
        </p>
        <p className="text-ink-quiet">
          Each statement has an automated test that tries exactly what it says.
        </p>
      </header>
      <Card aria-labelledby="in-short">
        <CardHeader>
          <CardTitle id="in-short">In short</CardTitle>
        </CardHeader>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {IN_SHORT.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
      {OBSERVERS.map(({ observer, title, description }) => (
        <Card key={observer} aria-labelledby={observer}>
          <CardHeader>
            <CardTitle id={observer}>{title}</CardTitle>
            <CardDescription>{description}</CardDescription>
          </CardHeader>
          <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
            <FactList observer={observer} canLearn={false} />
            <FactList observer={observer} canLearn />
          </div>
        </Card>
      ))}
      <AuditLogCard />
    </div>
  )
}

/** How anyone can show that the record of what administrators did was changed. */
function AuditLogCard(): ReactElement {
  const { data } = useQuery(checkpointQuery)
  return (
    <Card aria-labelledby="audit-log">
      <CardHeader>
        <CardTitle id="audit-log">The administrators’ log</CardTitle>
        <CardDescription>
          What administrators do is recorded in a log, including each time one of them opens the
          list with your names.
        </CardDescription>
      </CardHeader>
      <div className="flex max-w-prose flex-col gap-3">
        <p>
          Each entry is linked to the one before it, so an entry that is changed, removed or moved
          breaks the chain. Someone with the database could make a new chain. That’s why the newest
          checkpoint is also in every backup, and in the hidden lines at the head of every community
          email. Nobody can change the one in your inbox.
        </p>
        <p>
          Keep this checkpoint or one of those emails. If you ever doubt the log, ask the operator
          to compare them. That shows whether the log was changed, and not whether what it says is
          true.
        </p>
        <p className="min-h-12 border-l-2 border-line pl-3 sm:min-h-6">
          {data && (data.checkpoint ?? 'The log has no entries yet.')}
        </p>
      </div>
    </Card>
  )
}

function FactList({
  observer,
  canLearn,
}: Pick<PrivacyFact, 'observer' | 'canLearn'>): ReactElement {
  const facts = PRIVACY_FACTS.filter(
    (fact) => fact.observer === observer && fact.canLearn === canLearn,
  )
  const Icon: LucideIcon = canLearn ? Eye : EyeOff
  return (
    <div>
      <h3
        className={cn(
          'mb-3 flex items-center gap-2 font-sans text-base font-semibold',
          canLearn ? 'text-gold-ink' : 'text-primary',
        )}
      >
        <Icon aria-hidden size={20} className="shrink-0" />
        {canLearn ? 'What they can learn' : 'What they can’t learn'}
      </h3>
      <ul className="flex flex-col gap-3">
        {facts.map(({ id, text }) => (
          <li key={id} id={id} className="border-l-2 border-line pl-3">
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

const checkpointQuery = endpointQuery(auditCalls.checkpoint, fresh)
