import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { RegistrationForm } from '#web/features/accounts/registration-form.tsx'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface OpenRegistrationProps {
  /** The secret from the invitation link. */
  invitation?: string | undefined
  /** Shown above the form. */
  children?: ReactNode
}

/** The form for a new account. */
export function OpenRegistration({ invitation, children }: OpenRegistrationProps): ReactElement {
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

/** The link to the sign-in page, below the registration form. */
export function SignInFooter(): ReactElement {
  const { next } = useSearch({ from: '/register' })
  return (
    <p>
      Already have an account?{' '}
      <Button asChild variant="link">
        <Link to="/auth" search={{ next }}>
          Sign in here
        </Link>
      </Button>
    </p>
  )
}
