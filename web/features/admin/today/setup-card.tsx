import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { SetupAnswer, SetupStep, Today } from '#contract/today.ts'
import { useMember, useRight } from '#web/features/accounts/auth.tsx'
import type { AdminAddress } from '#web/features/admin/admin-pages.ts'
import { sendTest } from '#web/features/admin/email/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { call } from '#web/lib/api.ts'
import { todayCalls } from '#web/lib/calls.gen.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'

type Step = Today['setup'][number]

/** The setup steps and their state. Renders nothing once each is done or answered. */
export function SetupCard({ steps }: { steps: Step[] }): ReactElement | null {
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Card aria-labelledby="today-setup">
      <CardTitle id="today-setup" asLevel={3}>
        Set up your community
      </CardTitle>
      <p className="mt-1 text-ink-quiet">
        {done} of {steps.length} done
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

/** The answers to a step, as its buttons and as what is left of it. */
const ANSWERS: Record<SetupAnswer, { button: string; answered: string }> = {
  right: { button: 'This is right', answered: 'You said that this is right.' },
  'not-needed': { button: 'We don’t need this', answered: 'You said that you don’t need this.' },
}

const linkClasses = 'font-medium text-primary underline underline-offset-4'

interface StepWords {
  name: string
  /** How it can end without being done. */
  answers: readonly SetupAnswer[]
  /** How to do it, if the member can do it on a page. */
  how?: ReactNode
  /** Whether it is done on the server, by whoever runs it. */
  isOnServer?: boolean
  /** The sign that it works. */
  proof?: ReactNode
}

const STEPS: Record<SetupStep, StepWords> = {
  name: {
    name: 'Name and logo',
    answers: ['right'],
    how: <PageLink to="/admin/settings">Choose a name and a logo</PageLink>,
  },
  'verified-email': {
    name: 'Verify your email',
    answers: ['not-needed'],
    how: (
      <Link to="/account/$section" params={{ section: 'profile' }} className={linkClasses}>
        Verify it in your account
      </Link>
    ),
  },
  address: { name: 'Public address', answers: ['not-needed'], isOnServer: true },
  'email-provider': {
    name: 'Email provider',
    answers: ['not-needed'],
    how: <ConnectionsLink>Connect one</ConnectionsLink>,
    proof: <TestEmailButton />,
  },
  payments: {
    name: 'Payments',
    answers: ['not-needed'],
    how: <ConnectionsLink>Connect a payment provider</ConnectionsLink>,
    proof: (
      <Link to="/resources" className={linkClasses}>
        Make a test purchase
      </Link>
    ),
  },
  'ai-provider': {
    name: 'AI provider',
    answers: ['not-needed'],
    how: <ConnectionsLink>Connect one</ConnectionsLink>,
    proof: <PageLink to="/admin/daily-content">Generate a sample</PageLink>,
  },
  'first-message': {
    name: 'First daily message',
    answers: ['not-needed'],
    how: <PageLink to="/admin/daily-content">Write or generate it</PageLink>,
  },
  schedule: {
    name: 'Session schedule',
    answers: ['right', 'not-needed'],
    how: <PageLink to="/admin/settings">Set the time of your live sessions</PageLink>,
  },
  invitation: {
    name: 'Invite people',
    answers: ['right', 'not-needed'],
    how: <PageLink to="/admin/joining">Choose who may join, and invite them</PageLink>,
  },
  backup: {
    name: 'First backup',
    answers: ['not-needed'],
    how: <ConnectionsLink>Connect a place for backups</ConnectionsLink>,
    proof: <PageLink to="/admin/backups">Back up now</PageLink>,
  },
}

function PageLink({ to, children }: { to: AdminAddress; children: string }): ReactElement {
  return (
    <Link to={to} className={linkClasses}>
      {children}
    </Link>
  )
}

/** Only some of those who see a step may open the page Connections. */
function ConnectionsLink({ children }: { children: string }): ReactElement {
  return useRight('keeper') ? (
    <PageLink to="/admin/connections">{children}</PageLink>
  ) : (
    <>Someone with the right “Team” can do this on the page Connections.</>
  )
}

/** A finished step shows only its name, and how to test it again; an answered one how to open it again. */
function StepText({ step, isDone, answer, finding }: Step): ReactElement {
  const { name, answers, how, isOnServer, proof } = STEPS[step]
  if (answer) {
    return (
      <>
        <p className="text-ink-quiet">{name}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-quiet">
          {ANSWERS[answer].answered}
          <AnswerButton step={step} answer={null} />
        </div>
      </>
    )
  }
  if (isDone) {
    return (
      <>
        <p className="text-ink-quiet">{name}</p>
        {proof ? <div className="mt-1.5">{proof}</div> : null}
      </>
    )
  }
  return (
    <>
      <p className="font-medium">{name}</p>
      {finding ? <p className="text-ink-quiet">{finding}</p> : null}
      {how ? <div className="text-ink-quiet">{how}</div> : null}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {isOnServer ? <HandOver name={name} /> : null}
        {proof}
        {answers.map((each) => (
          <AnswerButton key={each} step={step} answer={each} />
        ))}
      </div>
    </>
  )
}

/** Answers a step, or, without an answer, opens it again. */
function AnswerButton(props: { step: SetupStep; answer: SetupAnswer | null }): ReactElement {
  const { step, answer } = props
  const answering = useAction({
    call: () => call(todayCalls.answerStep, { params: { step }, body: { answer } }),
    failed: 'Failed to save your answer',
    refresh: (client) => client.invalidateQueries({ queryKey: todayKey }),
  })
  return (
    <ActionButton
      label={answer ? ANSWERS[answer].button : 'Open it again'}
      entry={STEPS[step].name}
      action={answering}
    />
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

/** A text to send to whoever runs the server: a public address, and what to do if the machine is lost. */
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
    '',
    'If the machine is ever lost: install Folx on a new one, and run npm run restore with the newest backup and the backup key. “Restore” in docs/operations.md leads you through it.',
  ].join('\n')
}
