import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { RegistrationForm } from '#web/features/accounts/registration-form.tsx'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'

export function RegisterPage(): ReactElement {
  const { next } = useSearch({ from: '/register' })
  const { register } = useAuth()
  const siteTitle = useSiteTitle()
  return (
    <AccountFrame
      title="Create your account"
      intro="A quiet place to start the day, with people on the same path."
      footer={
        <p>
          Already have an account?{' '}
          <Button asChild variant="link">
            <Link to="/auth" search={{ next }}>
              Sign in here
            </Link>
          </Button>
        </p>
      }
    >
      <RegistrationForm
        draftKey="registration"
        hasCode
        submitLabel="Create Account"
        create={register}
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
