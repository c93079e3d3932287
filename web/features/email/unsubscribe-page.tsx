import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Unsubscription } from '#contract/email.ts'
import { MAILING_WORDS } from '#web/features/email/mailing-words.ts'
import { unsubscriptionQuery } from '#web/features/email/queries.ts'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import type { Load } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PathsMotif } from '#web/ui/paths-motif.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

/** Reads what the link is about. */
export async function loadUnsubscribe({ client, search }: Load): Promise<void> {
  if (typeof search.token === 'string') await prefetch(client, unsubscriptionQuery(search.token))
}

/** Opened by the link in a mailing. Opening it changes nothing and requires no sign-in. */
export function UnsubscribePage(): ReactElement {
  const token = useLinkToken(useSearch({ from: '/unsubscribe' }))
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 sm:py-6">
      <header className="flex flex-col items-center gap-3 text-center">
        <PathsMotif className="w-24" />
        <h1>Your emails</h1>
      </header>
      <div className="flex min-h-48 flex-col justify-center gap-5 rounded-xl border border-line bg-surface p-5 text-center sm:p-7">
        {token === undefined ? (
          <BrokenLink sentence="This link is incomplete." />
        ) : (
          <Subscription token={token} />
        )}
      </div>
      <p className="text-center">
        <Button asChild variant="link">
          <Link to="/account/$section" params={{ section: 'notifications' }}>
            Choose your emails in your account
          </Link>
        </Button>
      </p>
    </div>
  )
}

function Subscription({ token }: { token: string | null }): ReactElement {
  const { data, error, isFetching, refetch } = useQuery({
    ...unsubscriptionQuery(token ?? ''),
    enabled: token !== null,
  })
  if (data && token !== null) return <Choice token={token} subscription={data} />
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
    return <BrokenLink sentence={error.sentence} />
  }
  return (
    <QuerySkeletons
      query={{ error, isFetching, refetch }}
      label="Checking your link"
      rows={['h-14 w-full', 'h-13 w-full']}
      className="flex flex-col gap-5"
    />
  )
}

function BrokenLink({ sentence }: { sentence: string }): ReactElement {
  return (
    <Notice variant="error" title={sentence} className="text-left">
      <p>Open the link in the email again, or choose your emails in your account.</p>
    </Notice>
  )
}

interface ChoiceProps {
  token: string
  subscription: Unsubscription
}

function Choice({ token, subscription }: ChoiceProps): ReactElement {
  const client = useQueryClient()
  const change = useSending({
    mutationFn: (isWanted: boolean) =>
      call(emailCalls.unsubscribe, { query: { token, ...(isWanted && { again: 'true' }) } }),
    onSuccess: (changed) => client.setQueryData(unsubscriptionQuery(token).queryKey, changed),
  })
  const { isSubscribed } = subscription
  const isDone = change.isSuccess && change.variables === isSubscribed
  return (
    <>
      <p role="status" className="text-balance text-lg">
        {sentenceFor({ subscription, isDone })}
      </p>
      {change.error ? (
        <Notice variant="error" className="text-left">
          {sentenceOf(change.error)}
        </Notice>
      ) : null}
      <Button
        size="lg"
        variant={isSubscribed ? 'default' : 'outline'}
        busy={change.isPending}
        onClick={() => change.mutate(!isSubscribed)}
      >
        {labelFor({ isSubscribed, isDone })}
      </Button>
    </>
  )
}

function sentenceFor(input: { subscription: Unsubscription; isDone: boolean }): string {
  const { kind, isSubscribed } = input.subscription
  const mails = kind === 'reminder' ? 'your daily reminder' : MAILING_WORDS[kind].inSentence
  if (isSubscribed && input.isDone) return `You’ll get ${mails} by email again.`
  if (isSubscribed) return `You get ${mails} by email. Do you want to unsubscribe?`
  if (input.isDone) return `Done. You no longer get ${mails} by email.`
  return `You don’t get ${mails} by email.`
}

function labelFor({ isSubscribed, isDone }: { isSubscribed: boolean; isDone: boolean }): string {
  if (isSubscribed) return 'Unsubscribe'
  return isDone ? 'Undo' : 'Subscribe again'
}
