import { Link, useLocation } from '@tanstack/react-router'
import type { ReactElement } from 'react'

/** Links to the sign-in page, which then leads back to this page. */
export function SignInLink({ className }: { className?: string }): ReactElement {
  const { href } = useLocation()
  return (
    <Link to="/auth" search={{ next: href }} className={className}>
      Sign in
    </Link>
  )
}
