import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { SetupAnswer, SetupStep, Today } from '#contract/today.ts'
import { useMember, useRight } from '#web/features/accounts/auth.tsx'
import { joiningQuery } from '#web/features/accounts/queries.ts'
import { sendTest } from '#web/features/admin/email/queries.ts'
import { MODE_WORDS } from '#web/features/admin/joining/mode-words.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { call } from '#web/lib/api.ts'
import { todayCalls } from '#web/lib/calls.gen.ts'
import { clockTime } from '#web/lib/dates.ts'
import { useSiteSettings, useSiteTitle } from '#web/lib/site-settings.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

type Step = Today['setup'][number]

/** The setup steps: the next one open, the others folded. Renders nothing once each is done or answered. */
export function SetupCard({ steps }: { steps: Step[] }): ReactElement | null {
  const open = steps.filter(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone)
  if (open.length === 0) return null
  return (
    <Card aria-labelledby="today-setup">
      <CardTitle id="today-setup" asLevel={3}>
        Set up your community
      </CardTitle>
      <ol className="mt-3">
        {open.map((step, index) => (
          <li key={step.step}>
            <Disclosure open={index === 0} summary={<StepName {...step} />}>
              <OpenStep step={step} isNext={index === 0} />
            </Disclosure>
          </li>
        ))}
      </ol>
      {done.length > 0 ? (
        <Disclosure summary={`${done.length} done`} className="border-b-0">
          <ul className="flex flex-col gap-4">
            {done.map((step) => (
              <li key={step.step} className="flex flex-col items-start gap-1.5">
                <StepName {...step} />
                <DoneStep {...step} />
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </Card>
  )
}

function StepName({ step, isDone }: Step): ReactElement {
  return (
    <span className="flex gap-3">
      {isDone ? (
        <CircleCheck aria-label="Done" size={22} className="mt-0.5 shrink-0 text-primary" />
      ) : (
        <Circle aria-label="To do" size={22} className="mt-0.5 shrink-0 text-line-strong" />
      )}
      {STEPS[step].name}
    </span>
  )
}

/** The answers to a step, as its buttons and as what is left of it. */
const ANSWERS: Record<SetupAnswer, { button: string; answered: string }> = {
  right: { button: 'This is right', answered: 'You said that this is right.' },
  'not-needed': { button: 'We don’t need this', answered: 'You said that you don’t need this.' },
}

interface StepWords {
  name: string
  /** How it can end without being done. */
  answers: readonly SetupAnswer[]
  /** What is right, if it is. */
  now?: () => ReactNode
  /** How to do it, if the member can do it on a page. */
  how?: PageProps
  /** The sign that it works, once it is done. */
  proof?: ReactNode
}

const STEPS: Record<SetupStep, StepWords> = {
  name: {
    name: 'Name and logo',
    answers: ['right'],
    now: NameNow,
    how: { to: '/admin/settings', children: 'Choose a name and a logo' },
  },
  'verified-email': {
    name: 'Verify your email',
    answers: ['not-needed'],
    how: {
      to: '/account/$section',
      params: { section: 'profile' },
      children: 'Verify it in your account',
    },
  },
  address: { name: 'Public address', answers: ['not-needed'] },
  'email-provider': {
    name: 'Email service',
    answers: ['not-needed'],
    how: { to: '/admin/connections', children: 'Connect one' },
    proof: <TestEmailButton />,
  },
  payments: {
    name: 'Payment service',
    answers: ['not-needed'],
    how: { to: '/admin/connections', children: 'Connect one' },
    proof: <PageButton to="/resources">Make a test purchase</PageButton>,
  },
  'ai-provider': {
    name: 'AI service',
    answers: ['not-needed'],
    how: { to: '/admin/connections', children: 'Connect one' },
    proof: <PageButton to="/admin/daily-content">Generate a sample</PageButton>,
  },
  'first-message': {
    name: 'First daily message',
    answers: ['not-needed'],
    how: { to: '/admin/daily-content', children: 'Write or generate it' },
  },
  schedule: {
    name: 'Session schedule',
    answers: ['right', 'not-needed'],
    now: ScheduleNow,
    how: { to: '/admin/settings', children: 'Set the time of your live sessions' },
  },
  invitation: {
    name: 'Invite people',
    answers: ['right', 'not-needed'],
    now: JoiningNow,
    how: { to: '/admin/joining', children: 'Choose who may join, and invite them' },
  },
  backup: {
    name: 'First backup',
    answers: ['not-needed'],
    how: { to: '/admin/backups', children: 'Make the first backup' },
    proof: <PageButton to="/admin/backups">Back up now</PageButton>,
  },
}

interface PageProps extends Pick<LinkProps, 'to' | 'params'> {
  children: string
}

function PageButton(props: PageProps & { variant?: 'default' }): ReactElement {
  const { variant = 'outline', ...rest } = props
  return <Link {...rest} className={buttonVariants({ variant, size: 'sm' })} />
}

function NameNow(): ReactElement {
  const hasLogo = Boolean(useSiteSettings()?.logoUrl)
  return (
    <>
      The name is {useSiteTitle()}, with {hasLogo ? 'your own' : 'the built-in'} logo.
    </>
  )
}

function ScheduleNow(): ReactNode {
  const { locale } = useDates()
  const time = useSiteSettings()?.coaching.time
  if (!time) return null
  const at = clockTime(new Date(`2026-01-01T${time}Z`), { locale, timeZone: 'UTC' })
  return `Live sessions are on the 2nd Thursday of each month at ${at}.`
}

function JoiningNow(): ReactNode {
  const mode = useQuery(joiningQuery).data?.mode
  return mode && MODE_WORDS[mode].meaning
}

/** Only the next step has a filled button. Only some of those who see it may open Connections and Backups. */
function OpenStep({ step, isNext }: { step: Step; isNext: boolean }): ReactElement {
  const { name, answers, how, now: Now } = STEPS[step.step]
  const mayConnect = useRight('keeper')
  const isClosed = !mayConnect && (how?.to === '/admin/connections' || how?.to === '/admin/backups')
  const filled = isNext ? { variant: 'default' as const } : {}
  return (
    <>
      {Now ? (
        // Its line is there before it is known, so that the buttons stay where they are.
        <p className="mb-3 min-h-6">
          <Now />
        </p>
      ) : null}
      {step.finding ? <p className="mb-3 text-ink-quiet">{step.finding}</p> : null}
      {isClosed ? (
        <p className="mb-3 text-ink-quiet">Someone with the right “Team” can do this.</p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {how && !isClosed ? <PageButton {...how} {...filled} /> : null}
        {step.step === 'address' ? <HandOver name={name} {...filled} /> : null}
        {answers.map((each) => (
          <AnswerButton key={each} step={step.step} answer={each} />
        ))}
      </div>
    </>
  )
}

/** How to test a step again, or how to open an answered one again. */
function DoneStep({ step, answer }: Step): ReactNode {
  if (!answer) return STEPS[step].proof
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-quiet">
      {ANSWERS[answer].answered}
      <AnswerButton step={step} answer={null} />
    </div>
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
function HandOver(props: { name: string; variant?: 'default' }): ReactElement {
  const { name, variant = 'outline' } = props
  return (
    <Dialog>
      <DialogTrigger>
        <Button variant={variant} size="sm" aria-label={`What to set on the server: ${name}`}>
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
