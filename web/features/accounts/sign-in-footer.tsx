import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'

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
