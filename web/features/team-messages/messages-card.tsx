import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { TeamMessage } from '#contract/team-messages.ts'
import { markMessageSeen, teamMessagesQuery } from '#web/features/team-messages/queries.ts'
import { messageWords } from '#web/features/team-messages/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toastError } from '#web/ui/toast-store.ts'

/** Warnings, and the outcomes of the member's reports. */
export function MessagesCard(): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Messages from our team</CardTitle>
        <CardDescription>
          About something you wrote or reported. Only you see them here.
        </CardDescription>
      </CardHeader>
      <Messages />
    </Card>
  )
}

function Messages(): ReactElement {
  const messages = useQuery(teamMessagesQuery)
  if (!messages.data) {
    return messages.error ? <QueryError query={messages} /> : <Skeleton className="h-6 w-56" />
  }
  if (messages.data.length === 0) return <p className="text-ink-quiet">No messages.</p>
  return (
    <ul className="-my-4 max-h-[32rem] divide-y divide-line overflow-y-auto">
      {messages.data.map((message) => (
        <MessageRow key={message.id} message={message} />
      ))}
    </ul>
  )
}

function MessageRow({ message }: { message: TeamMessage }): ReactElement {
  const { id, kind, words, storyId, createdAt, isSeen } = message
  const client = useQueryClient()
  const seeing = useMutation({
    mutationFn: () => markMessageSeen(client, id),
    onError: (error) => toastError('Failed to mark as read', error),
  })
  const isNew = kind === 'warning' && !isSeen
  return (
    <li className="flex flex-col gap-2 py-4">
      <p className="flex items-start justify-between gap-3 font-medium">
        <span className="min-w-0 wrap-anywhere">{messageWords(message)}</span>
        {isNew ? <Badge className="shrink-0">New</Badge> : null}
      </p>
      {words ? (
        <p className="border-l-3 border-line-strong pl-4 wrap-anywhere whitespace-pre-wrap">
          {words}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-quiet">
        <RelativeTime date={createdAt} />
        {storyId === null ? null : (
          <Link
            to="/flow"
            search={{ story: storyId }}
            className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
          >
            Open the story
          </Link>
        )}
      </p>
      {isNew ? (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          busy={seeing.isPending}
          onClick={() => seeing.mutate()}
        >
          I’ve read it
        </Button>
      ) : null}
    </li>
  )
}
