import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { HydrationEnd } from '#web/app/lazy-page.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export function LoadingPage(): ReactElement {
  return (
    <div className="flex min-h-[50dvh] items-center justify-center">
      <Spinner className="size-8" />
    </div>
  )
}

export function ErrorPage({ error }: ErrorComponentProps): ReactElement {
  const router = useRouter()
  return (
    <>
      <ErrorState
        title={<h1>This page could not be shown</h1>}
        message={sentenceOf(error)}
        onRetry={() => void router.invalidate()}
      />
      <HydrationEnd />
    </>
  )
}

export function NotFoundPage(): ReactElement {
  const { user } = useAuth()
  return (
    <>
      <h1 className="text-center">Page not found</h1>
      <EmptyState message="There’s nothing here. The page may have moved, or the address may be mistyped.">
        <Button asChild>
          {user ? <Link to="/dashboard">To my dashboard</Link> : <a href="/">Home</a>}
        </Button>
      </EmptyState>
      <HydrationEnd />
    </>
  )
}
