import { Link, useLocation } from '@tanstack/react-router'
import type { ReactElement } from 'react'

/** Leads to the sign-in page and from there back to this place. */
export function SignInLink({ className }: { className?: string }): ReactElement {
  const { href } = useLocation()
  return (
    <Link to="/auth" search={{ next: href }} className={className}>
      Sign in
    </Link>
  )
}
