import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { Today } from '#contract/today.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'

type Step = Today['setup'][number]

/** The setup steps and their state. Renders nothing once all are done. */
export function SetupCard({ steps }: { steps: Step[] }): ReactElement | null {
  const left = steps.filter(({ isDone }) => !isDone).length
  if (left === 0) return null
  return (
    <Card aria-labelledby="today-setup">
      <CardTitle id="today-setup" asLevel={3}>
        Set up your community
      </CardTitle>
      <p className="mt-1 text-ink-quiet">
        {steps.length - left} of {steps.length} done
      </p>
      <ol className="mt-4 flex flex-col gap-4">
        {steps.map(({ step, isDone }) => (
          <li key={step} className="flex gap-3">
            {isDone ? (
              <CircleCheck aria-label="Done" size={22} className="mt-0.5 shrink-0 text-primary" />
            ) : (
              <Circle aria-label="To do" size={22} className="mt-0.5 shrink-0 text-line-strong" />
            )}
            <div className="min-w-0 grow">
              <StepText step={step} isDone={isDone} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const linkClasses = 'font-medium text-primary underline underline-offset-4'

/** The name of each step, and how to do it. A finished step shows only its name. */
const STEPS: Record<Step['step'], { name: string; how: ReactNode }> = {
  name: {
    name: 'Name and logo',
    how: <TabLink tab="website-settings">Choose a name and a logo</TabLink>,
  },
  'verified-email': {
    name: 'Verify your email',
    how: (
      <Link to="/account" className={linkClasses}>
        Verify it on your account page
      </Link>
    ),
  },
  'email-provider': {
    name: 'Email provider',
    how: 'Emails stay in the outbox on this server until MAIL_PROVIDER is set there.',
  },
  payments: {
    name: 'Payments',
    how: 'No money can be taken until PAYMENTS_PROVIDER is stripe on the server.',
  },
  'first-message': {
    name: 'First daily message',
    how: <TabLink tab="daily-content">Write or generate it</TabLink>,
  },
  schedule: {
    name: 'Session schedule',
    how: <TabLink tab="website-settings">Set the time of your live sessions</TabLink>,
  },
  invitation: {
    name: 'Invite people',
    how: <TabLink tab="joining">Choose who may join, and invite them</TabLink>,
  },
  backup: {
    name: 'First backup',
    how: 'Run “npm run backup” on the server. The operations guide says how to schedule it.',
  },
}

function TabLink({ tab, children }: { tab: string; children: string }): ReactElement {
  return (
    <Link to="/admin" search={{ tab }} className={linkClasses}>
      {children}
    </Link>
  )
}

function StepText({ step, isDone }: Step): ReactElement {
  const { name, how } = STEPS[step]
  if (isDone) return <p className="text-ink-quiet">{name}</p>
  return (
    <>
      <p className="font-medium">{name}</p>
      <div className="text-ink-quiet">{how}</div>
    </>
  )
}
