import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { SetupStep, Today } from '#contract/today.ts'
import { useMember, useRight } from '#web/features/accounts/auth.tsx'
import { sendTest } from '#web/features/admin/email/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'

type Step = Today['setup'][number]

/** The setup steps and their state. Renders nothing once all are done that a site needs. */
export function SetupCard({ steps }: { steps: Step[] }): ReactElement | null {
  const needed = steps.filter(({ isOptional }) => !isOptional)
  const done = needed.filter(({ isDone }) => isDone).length
  if (done === needed.length) return null
  return (
    <Card aria-labelledby="today-setup">
      <CardTitle id="today-setup" asLevel={3}>
        Set up your community
      </CardTitle>
      <p className="mt-1 text-ink-quiet">
        {done} of {needed.length} done
      </p>
      <ol className="mt-4 flex flex-col gap-4">
        {steps.map((step) => (
          <li key={step.step} className="flex gap-3">
            {step.isDone ? (
              <CircleCheck aria-label="Done" size={22} className="mt-0.5 shrink-0 text-primary" />
            ) : (
              <Circle aria-label="To do" size={22} className="mt-0.5 shrink-0 text-line-strong" />
            )}
            <div className="flex min-w-0 grow flex-col items-start">
              <StepText {...step} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const linkClasses = 'font-medium text-primary underline underline-offset-4'

interface StepWords {
  name: string
  /** How to do it, if the member can do it on a page. */
  how?: ReactNode
  /** Whether it is done on the server, by whoever runs it. */
  isOnServer?: boolean
  /** What shows that it works. */
  proof?: ReactNode
}

const STEPS: Record<SetupStep, StepWords> = {
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
  address: { name: 'Public address', isOnServer: true },
  'email-provider': {
    name: 'Email provider',
    how: <ConnectionsLink>Connect one</ConnectionsLink>,
    proof: <TestEmailButton />,
  },
  payments: {
    name: 'Payments',
    how: <ConnectionsLink>Connect a payment provider</ConnectionsLink>,
    proof: (
      <Link to="/resources" className={linkClasses}>
        Make a test purchase
      </Link>
    ),
  },
  'ai-provider': {
    name: 'AI provider (optional)',
    how: <ConnectionsLink>Connect one</ConnectionsLink>,
    proof: <TabLink tab="daily-content">Generate a sample</TabLink>,
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
    how: <ConnectionsLink>Connect a place for backups</ConnectionsLink>,
    proof: <TabLink tab="keeper">Back up now</TabLink>,
  },
}

function TabLink({ tab, children }: { tab: string; children: string }): ReactElement {
  return (
    <Link to="/admin" search={{ tab }} className={linkClasses}>
      {children}
    </Link>
  )
}

/** Only some of those who see a step may open the page Connections. */
function ConnectionsLink({ children }: { children: string }): ReactElement {
  return useRight('keeper') ? (
    <TabLink tab="connections">{children}</TabLink>
  ) : (
    <>Someone with the right “Team” can do this on the page Connections.</>
  )
}

/** A finished step shows only its name, and how to test it again. */
function StepText({ step, isDone, finding }: Step): ReactElement {
  const { name, how, isOnServer, proof } = STEPS[step]
  return (
    <>
      <p className={isDone ? 'text-ink-quiet' : 'font-medium'}>{name}</p>
      {isDone ? null : (
        <>
          {finding ? <p className="text-ink-quiet">{finding}</p> : null}
          {how ? <div className="text-ink-quiet">{how}</div> : null}
        </>
      )}
      {proof || (isOnServer && !isDone) ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2">
          {isOnServer && !isDone ? <HandOver name={name} /> : null}
          {proof}
        </div>
      ) : null}
    </>
  )
}

/** Sends an email to the administrator, like the broadcast's test. */
function TestEmailButton(): ReactElement {
  const { email } = useMember()
  const title = useSiteTitle()
  const sending = useAction({
    call: () =>
      sendTest({
        testEmail: email,
        subject: `A test from ${title}`,
        html: '<p>If you can read this, your community can send email.</p>',
      }),
    done: { title: 'Test email sent successfully', description: `Look for it at ${email}.` },
    failed: 'Failed to send test email',
  })
  return <ActionButton label="Send me a test email" action={sending} />
}

/** Shows the text to send to whoever runs the server. */
function HandOver({ name }: { name: string }): ReactElement {
  return (
    <Dialog>
      <DialogTrigger>
        <Button variant="outline" size="sm" aria-label={`What to set on the server: ${name}`}>
          What to set on the server
        </Button>
      </DialogTrigger>
      <DialogContent title={name} description="Send this to whoever runs your server.">
        <ServerText />
      </DialogContent>
    </Dialog>
  )
}

function ServerText(): ReactElement {
  return (
    <CopyField label="Text for the server" value={serverText({ title: useSiteTitle() })} isLong />
  )
}

/** A text to send to whoever runs the server: how to give the site a public address. */
export function serverText({ title }: { title: string }): string {
  return [
    `Please give ${title} a public address with https.`,
    '',
    'Point a domain name to the server, and put a proxy such as Caddy or nginx in front of Folx: deploy/README.md leads you through it. Then set these lines in .env, with your own values:',
    '',
    'PUBLIC_URL=https://folx.example.org',
    'TRUST_PROXY=1',
    '',
    'Then restart Folx.',
  ].join('\n')
}
