import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { EmailChange } from '#contract/email-changes.ts'
import { AccountFrame, OpenAgain } from '#web/features/accounts/account-frame.tsx'
import {
  currentUserQuery,
  decideEmailChange,
  emailChangeQuery,
} from '#web/features/accounts/queries.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { type DateLocale, formatDate } from '#web/lib/dates.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import type { Load } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Reads what the link is about. */
export async function loadEmailChange({ client, search }: Load): Promise<void> {
  if (typeof search.token === 'string') await prefetch(client, emailChangeQuery(search.token))
}

/**
 * Opened by the link in the email to the previous address. Opening it changes nothing. The route
 * redirects without its token.
 */
export function EmailChangePage(): ReactElement {
  const token = useLinkToken(useSearch({ from: '/email-change' }))
  const query = useQuery({ ...emailChangeQuery(token ?? ''), enabled: Boolean(token) })
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  return (
    <AccountFrame
      title={
        query.data
          ? 'Your email address was changed'
          : isUnknown
            ? 'This link doesn’t work'
            : 'Email change'
      }
      intro={query.data ? 'You’re here because this was the email address of your account.' : null}
      footer={
        <Button asChild variant="link">
          <Link to="/auth">Go to sign-in</Link>
        </Button>
      }
    >
      {token === undefined ? <OpenAgain /> : <Change token={token ?? ''} query={query} />}
    </AccountFrame>
  )
}

function Change({
  token,
  query: { data: change, error },
}: {
  token: string
  query: UseQueryResult<EmailChange>
}): ReactElement {
  if (change) return <Decision token={token} change={change} />
  if (error) return <Notice variant="error">{sentenceOf(error)}</Notice>
  return <Skeleton className="h-40 w-full" />
}

function Decision({ token, change }: { token: string; change: EmailChange }): ReactElement {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { queryKey } = emailChangeQuery(token)
  const deciding = useSending({
    mutationFn: (decision: 'undo' | 'agree') => decideEmailChange({ token, decision }),
    onSuccess: (decided) => {
      queryClient.setQueryData(queryKey, decided)
      // The decision may have ended this browser's session.
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
    onSettled: () => setIsAsking(false),
  })
  const dates = useDates()
  const { byAdmin, state, undoUntil, holdUntil } = change
  const undoLabel = byAdmin ? 'Stop the change' : 'Undo the change'
  return (
    <div className="flex flex-col gap-5">
      {deciding.error ? <Notice variant="error">{sentenceOf(deciding.error)}</Notice> : null}
      <div role="status" className="empty:-mb-5">
        {state === 'open' ? null : <Outcome change={change} />}
      </div>
      {undoUntil ? (
        <div className="flex flex-col items-start gap-3">
          <p>
            {byAdmin
              ? 'An administrator gave your account another email address. Didn’t ask for it? Stop the change by '
              : 'Your account has a new email address. If you didn’t change it, undo the change by '}
            {dateText(undoUntil, dates)}.
          </p>
          <Button variant="destructive" onClick={() => setIsAsking(true)}>
            {undoLabel}
          </Button>
        </div>
      ) : null}
      {holdUntil ? (
        <div className="flex flex-col items-start gap-3 border-t border-line pt-5">
          <p>
            Asked for it? Confirm it, so your journal and guidance open right away when you sign in
            with the new address. Otherwise they stay closed until {dateText(holdUntil, dates)}.
          </p>
          <Button
            variant="outline"
            busy={deciding.isPending && deciding.variables === 'agree'}
            onClick={() => deciding.mutate('agree')}
          >
            Confirm the change
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        title={`${undoLabel}?`}
        description={
          byAdmin
            ? 'Your account gets this email address back. Everyone who signed in through the new one is signed out.'
            : 'Your account gets this email address back. You’re signed out everywhere and the password stops working: sign in with an emailed code, then choose a new one.'
        }
        confirmLabel={undoLabel}
        isDestructive
        isBusy={deciding.isPending}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => deciding.mutate('undo')}
      />
    </div>
  )
}

function Outcome({ change }: { change: EmailChange }): ReactElement {
  if (change.state === 'undone') {
    return (
      <Notice variant="success" title="Your account has this email address again">
        <p>
          {change.byAdmin
            ? 'Everyone who signed in through the other address is signed out.'
            : 'Everyone is signed out and the password no longer works. Sign in with an emailed code, then choose a new password.'}
        </p>
      </Notice>
    )
  }
  if (change.state === 'agreed') {
    return (
      <Notice variant="success" title="The change is confirmed">
        <p>Sign in with the new email address from now on.</p>
      </Notice>
    )
  }
  return (
    <Notice title="This link has expired">
      <p>The change can no longer be undone. If you didn’t ask for it, write to us.</p>
    </Notice>
  )
}

/** 'March 3, 2026 at 6:15 AM'. */
function dateText(instant: string, dates: DateLocale): string {
  return formatDate(new Date(instant), dates, { dateStyle: 'long', timeStyle: 'short' })
}
