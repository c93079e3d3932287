import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { InvitationState, JoiningMode } from '#contract/joining.ts'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { invitationQuery, joiningQuery } from '#web/features/accounts/queries.ts'
import { RegistrationForm } from '#web/features/accounts/registration-form.tsx'
import { useFragmentToken } from '#web/lib/link-token.ts'
import type { Load } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings, useSiteTitle } from '#web/lib/site-settings.ts'
import { useBrowserValue } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'

const ApplicationForm = onDemand(
  () => import('#web/features/accounts/application-form.tsx'),
  'ApplicationForm',
)

/** Reads who may join. */
export async function loadRegister({ client }: Load): Promise<void> {
  await prefetch(client, joiningQuery)
  if (client.getQueryData(joiningQuery.queryKey)?.mode === 'asked') await ApplicationForm.preload()
}

/** Shows the registration form to people who may join, and an explanation to everyone else. */
export function RegisterPage(): ReactElement {
  const joining = useQuery(joiningQuery)
  // Browsers never send the part after `#`, so the invitation appears in no log or referrer, and the
  // server renders the page without it.
  const { hash } = useLocation()
  const isHydrated = useBrowserValue(() => true, false)
  const given = (isHydrated && new URLSearchParams(hash).get('invite')) || undefined
  const invitation = useFragmentToken(given)
  if (joining.data?.mode === 'open') return <OpenRegistration />
  if (joining.data) {
    return <ClosedRegistration key={invitation} mode={joining.data.mode} invitation={invitation} />
  }
  return joining.error ? (
    <AccountFrame title="Create your account">
      <QueryError query={joining} />
    </AccountFrame>
  ) : (
    <Loading />
  )
}

function Loading(): ReactElement {
  return (
    <AccountFrame title="Create your account">
      <div role="status" aria-label="Loading">
        <Skeleton className="h-[40rem]" />
      </div>
    </AccountFrame>
  )
}

interface OpenRegistrationProps {
  /** The secret from the invitation link. */
  invitation?: string | undefined
  /** Shown above the form. */
  children?: ReactNode
}

/** The form for a new account. */
function OpenRegistration({ invitation, children }: OpenRegistrationProps): ReactElement {
  const { register } = useAuth()
  const siteTitle = useSiteTitle()
  return (
    <AccountFrame
      title="Create your account"
      intro="A quiet place to start the day, with people on the same path."
      footer={<SignInFooter />}
    >
      {children}
      <RegistrationForm
        draftKey="registration"
        hasCode
        submitLabel="Create Account"
        {...(invitation && { invitation })}
        create={(registration) => register({ ...registration, ...(invitation && { invitation }) })}
        onCreated={() =>
          toast({
            title: `Welcome to ${siteTitle}!`,
            description: 'Your account has been created successfully.',
          })
        }
      />
    </AccountFrame>
  )
}

/** The links to the sign-in page and the house rules, below the registration form. */
function SignInFooter(): ReactElement {
  const { next } = useSearch({ from: '/register' })
  return (
    <>
      <p>
        Already have an account?{' '}
        <Button asChild variant="link">
          <Link to="/auth" search={{ next }}>
            Sign in here
          </Link>
        </Button>
      </p>
      <p className="text-sm text-ink-quiet">
        Everyone here keeps to the{' '}
        <Link to="/rules" className="underline underline-offset-4">
          house rules
        </Link>
        .
      </p>
    </>
  )
}

interface ClosedRegistrationProps {
  mode: Exclude<JoiningMode, 'open'>
  invitation: string | undefined
}

/** The registration page of a community that is not open to everyone. */
function ClosedRegistration({ mode, invitation }: ClosedRegistrationProps): ReactElement {
  if (mode === 'closed') return <Closed />
  if (invitation) return <Invited token={invitation} />
  return mode === 'asked' ? <ByApplication /> : <ByInvitation />
}

function Closed(): ReactElement {
  const siteTitle = useSiteTitle()
  return (
    <Explained title="Closed for now">
      <p>
        {siteTitle} isn’t taking new members right now. Thank you for your interest. Please check
        back another time.
      </p>
    </Explained>
  )
}

function ByInvitation(): ReactElement {
  const siteTitle = useSiteTitle()
  return (
    <Explained title="By invitation only">
      <p>
        To join {siteTitle}, you need an invitation. If someone sent you one, open the whole link
        from their message.
      </p>
      <p className="text-ink-quiet">Know someone here? Ask them to invite you.</p>
    </Explained>
  )
}

function ByApplication(): ReactElement {
  const siteTitle = useSiteTitle()
  return (
    <Explained title="Ask to join">
      <p>
        Tell the people who run {siteTitle} a little about yourself. If they approve your
        application, you’ll get an invitation by email.
      </p>
      <ApplicationForm />
    </Explained>
  )
}

/** Checks the invitation first, so that nobody fills in the form for one that can't be used. */
function Invited({ token }: { token: string }): ReactElement {
  const siteTitle = useSiteTitle()
  const check = useQuery(invitationQuery(token))
  if (check.data?.state === 'valid') {
    return (
      <OpenRegistration invitation={token}>
        <Notice variant="success" title="You’re invited">
          Create your account to join {siteTitle}. Nobody can see which account your invitation was
          used for.
        </Notice>
      </OpenRegistration>
    )
  }
  return (
    <Explained title="Your invitation">
      {check.error ? <QueryError query={check} /> : null}
      {check.data ? <Ended state={check.data.state} /> : null}
      {check.isPending ? (
        <div role="status" aria-label="Checking your invitation">
          <Skeleton className="h-40" />
        </div>
      ) : null}
    </Explained>
  )
}

const ENDED: Record<Exclude<InvitationState, 'valid'>, string> = {
  used: 'This invitation has already been used.',
  expired: 'This invitation has expired.',
  revoked: 'This invitation no longer works.',
  unknown: 'This invitation isn’t valid.',
}

function Ended({ state }: { state: InvitationState }): ReactElement | null {
  if (state === 'valid') return null
  return (
    <>
      <Notice variant="error" title={ENDED[state]} />
      <p>
        {state === 'unknown'
          ? 'Open the whole link from the message you were sent. If that doesn’t help, ask for a new invitation.'
          : 'Ask the person who sent it for a new one. If you already created an account with it, sign in.'}
      </p>
    </>
  )
}

/** A page with an explanation, and the help address if one is set. */
function Explained({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const helpEmail = useSiteSettings()?.helpEmail
  return (
    <AccountFrame title={title} footer={<SignInFooter />}>
      {children}
      {helpEmail ? (
        <p className="text-sm text-ink-quiet">
          Questions? Write to{' '}
          <a href={`mailto:${helpEmail}`} className="underline underline-offset-4">
            {helpEmail}
          </a>
          .
        </p>
      ) : null}
    </AccountFrame>
  )
}
