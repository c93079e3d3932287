import type { ReactElement, ReactNode } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { RegistrationForm } from '#web/features/accounts/registration-form.tsx'
import { SignInFooter } from '#web/features/accounts/sign-in-footer.tsx'
import { useSiteTitle } from '#web/lib/site-settings.ts'
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
