import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'

/** The way to sign in, below the registration page. */
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
