import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { NewPassword, type User, type UserSession } from '#contract/accounts.ts'
import type { SecurityEvent, SecurityEventKind } from '#contract/security-log.ts'
import { ChoosePasswordForm } from '#web/features/accounts/choose-password.tsx'
import {
  endOtherSessions,
  endSession,
  securityLogQuery,
  sendResetLink,
  sessionsQuery,
  useChangeUser,
} from '#web/features/accounts/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { counted } from '#web/lib/counted.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const PasswordChange = z.object({
  currentPassword: z.string().min(1, 'Enter your current password'),
  newPassword: NewPassword,
})

const NO_PASSWORDS = { currentPassword: '', newPassword: '' }

export function PasswordCard({ member }: { member: User }): ReactElement {
  return (
    <Card id="password">
      <CardHeader>
        <CardTitle>Password</CardTitle>
        {member.hasPassword ? null : (
          <CardDescription>
            Your account has no password yet. Until you choose one, sign in with a one-time code.
          </CardDescription>
        )}
      </CardHeader>
      {member.hasPassword ? (
        <PasswordForm member={member} />
      ) : (
        <ChoosePasswordForm member={member}>
          <PasswordLinkButton email={member.email} />
        </ChoosePasswordForm>
      )}
    </Card>
  )
}

function PasswordForm({ member }: { member: User }): ReactElement {
  const change = useChangeUser()
  const { form, ...changing } = useServerForm({
    initial: NO_PASSWORDS,
    values: PasswordChange,
    save: (values) => change.mutateAsync(values),
    toDraft: () => NO_PASSWORDS,
    done: 'Password changed',
  })
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={changing.submit} className="flex flex-col gap-4">
      {changing.sentence ? <Notice variant="error">{changing.sentence}</Notice> : null}
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={member.username} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword?.message} required>
        <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
      </Field>
      <Field
        label="New password"
        help="At least 8 characters."
        error={errors.newPassword?.message}
        required
      >
        <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
      <Button type="submit" variant="outline" busy={changing.isSaving} className="self-start">
        Change Password
      </Button>
    </Form>
  )
}

/** Emails a link to set a first password, for when the sign-in with a code was some time ago. */
function PasswordLinkButton({ email }: { email: string }): ReactElement {
  const sending = useAction({
    call: sendResetLink,
    done: {
      title: 'Check your email',
      description: 'Instructions to reset your password have been sent',
    },
    failed: 'Error',
  })
  return (
    <Button variant="link" busy={sending.isPending} onClick={() => sending.run(email)}>
      Email me a link instead
    </Button>
  )
}

const LABELS: Record<SecurityEventKind, string> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Failed sign-in',
  'factor-failed': 'Failed second step at sign-in',
  'step-up-failed': 'Failed confirmation that it’s you',
  'failures-emailed': 'Email sent about failed attempts',
  'sessions-ended': 'Signed out everywhere else',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by email',
  'email-changed': 'Email changed',
  'email-changed-by-admin': 'Email changed by an administrator',
  'email-change-undone': 'Email change undone',
  'pseudonym-changed': 'Community username changed',
  'factor-added': 'Sign-in method added',
  'factor-removed': 'Sign-in method removed',
  'recovery-codes-made': 'Recovery codes created',
  'data-exported': 'Data downloaded',
}

/** How many events, and devices besides this one, are shown until the member asks for all. */
const FIRST = 3

/** Lists recent security events of the account. */
export function SecurityCard(): ReactElement {
  const events = useQuery(securityLogQuery)
  return (
    <Card aria-labelledby="security-activity">
      <CardHeader>
        <CardTitle id="security-activity">Recent security activity</CardTitle>
        <CardDescription>
          Was this you? If not, sign out everywhere else, then change your password.
        </CardDescription>
      </CardHeader>
      <Loaded
        query={events}
        label="Loading security activity"
        rows={['h-12 w-full', 'h-12 w-full']}
        className="flex flex-col gap-4"
      >
        {(data) => <EventList events={data} />}
      </Loaded>
    </Card>
  )
}

function EventList({ events }: { events: SecurityEvent[] }): ReactElement {
  const [isWhole, setIsWhole] = useState(false)
  if (events.length === 0) return <p className="text-ink-quiet">Nothing in the last 90 days.</p>
  const shown = isWhole ? events : events.slice(0, FIRST)
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {shown.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {shown.length < events.length ? (
        <Button variant="link" className="-mb-2 self-start" onClick={() => setIsWhole(true)}>
          Show all {events.length} events
        </Button>
      ) : null}
    </>
  )
}

function EventRow({ event }: { event: SecurityEvent }): ReactElement {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-3">
      <span className="min-w-0">
        <span className="font-medium">{eventLabel(event)}</span>
        {event.device ? <span className="block text-sm text-ink-quiet">{event.device}</span> : null}
      </span>
      <RelativeTime date={event.createdAt} className="text-sm text-ink-quiet" />
    </li>
  )
}

/** Where the member is signed in: this device first, then those used last. */
export function SessionsCard(): ReactElement {
  const sessions = useQuery(sessionsQuery)
  return (
    <Card aria-labelledby="sessions-title">
      <CardHeader>
        <CardTitle id="sessions-title">Where you’re signed in</CardTitle>
        <CardDescription>
          Don’t recognize a device? Sign it out, then change your password.
        </CardDescription>
      </CardHeader>
      <Loaded
        query={sessions}
        label="Loading your sessions"
        rows={['h-12 w-full', 'h-12 w-full']}
        className="flex flex-col gap-6 py-3"
      >
        {(data) => <SessionList sessions={data} />}
      </Loaded>
    </Card>
  )
}

function SessionList({ sessions }: { sessions: UserSession[] }): ReactElement {
  const [isWhole, setIsWhole] = useState(false)
  const here = sessions.filter(({ current }) => current)
  const others = sessions.filter(({ current }) => !current)
  const shown = [...here, ...(isWhole ? others : others.slice(0, FIRST))]
  // The button stays after it was pressed, because it has the focus.
  const [hadOthers] = useState(others.length > 0)
  return (
    <>
      <ul className="-my-4 divide-y divide-line">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 empty:hidden">
        {shown.length < sessions.length ? (
          <Button variant="link" onClick={() => setIsWhole(true)}>
            Show all {sessions.length} devices
          </Button>
        ) : null}
        {hadOthers ? <SignOutElsewhere count={others.length} /> : null}
      </div>
    </>
  )
}

function SignOutElsewhere({ count }: { count: number }): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const ending = useAction({
    call: endOtherSessions,
    done: 'Signed out everywhere else',
    refresh: (client) =>
      Promise.all([
        client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
        client.invalidateQueries({ queryKey: securityLogQuery.queryKey }),
      ]),
  })
  return (
    <>
      <Button
        variant="outline"
        aria-disabled={count === 0}
        onClick={() => (count > 0 ? setIsAsking(true) : undefined)}
      >
        Sign out everywhere else
      </Button>
      <ConfirmDialog
        title="Sign out everywhere else?"
        description={`You’ll be signed out on ${counted(count, 'other device')}, and stay signed in here.`}
        confirmLabel="Sign out everywhere else"
        isBusy={ending.isPending}
        failure={
          ending.error
            ? {
                title: 'Failed to sign out other devices',
                description: sentenceOf(ending.error),
              }
            : undefined
        }
        isOpen={isAsking}
        onOpenChange={(isOpen) => {
          ending.reset()
          setIsAsking(isOpen)
        }}
        onConfirm={() => ending.run(undefined, () => setIsAsking(false))}
      />
    </>
  )
}

function SessionRow({ session }: { session: UserSession }): ReactElement {
  const ending = useAction({
    call: endSession,
    done: 'Device signed out',
    failed: 'Failed to sign out device',
    // Also after an error, because the session may have ended already.
    refresh: (client) => client.invalidateQueries(sessionsQuery),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 grow basis-32">
        <p className="font-medium">{session.device}</p>
        <p className="text-sm text-ink-quiet">
          Last seen <RelativeTime date={session.lastSeenAt} />
        </p>
      </div>
      {session.current ? (
        <Badge>This device</Badge>
      ) : (
        <Button
          variant="outline"
          size="sm"
          busy={ending.isPending}
          aria-label={`Sign out: ${session.device}`}
          onClick={() => ending.run(session.id)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** Describes an event, such as 'Failed sign-in, 3 times'. */
function eventLabel({ kind, times }: Pick<SecurityEvent, 'kind' | 'times'>): string {
  return times > 1 ? `${LABELS[kind]}, ${times} times` : LABELS[kind]
}
