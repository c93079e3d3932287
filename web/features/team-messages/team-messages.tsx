import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { TeamMessage } from '#contract/team-messages.ts'
import { SecondLook } from '#web/features/second-looks/second-look.tsx'
import { markMessageSeen, teamMessagesQuery } from '#web/features/team-messages/queries.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Warnings, removals, and the outcomes of the member's reports and second looks. */
export function MessagesCard(): ReactElement {
  return (
    <>
      <p className="-mt-2 text-ink-quiet">
        About something you wrote or reported. Only you can see them.
      </p>
      <Card>
        <Messages />
      </Card>
    </>
  )
}

function Messages(): ReactElement {
  const messages = useQuery(teamMessagesQuery)
  if (!messages.data) {
    return messages.error ? (
      <QueryError what="your messages" query={messages} />
    ) : (
      <Skeleton className="h-6 w-56" />
    )
  }
  if (messages.data.length === 0) return <EmptyState message="You have no messages yet." />
  return (
    <ul className="-my-4 divide-y divide-line">
      {messages.data.map((message) => (
        <MessageRow key={message.id} message={message} />
      ))}
    </ul>
  )
}

interface TeamMessageProps {
  message: TeamMessage
}

function MessageRow({ message }: TeamMessageProps): ReactElement {
  const { id, kind, words, storyId, createdAt, isSeen } = message
  const client = useQueryClient()
  const seeing = useAction({
    call: () => markMessageSeen(client, id),
    failed: 'Failed to mark as read',
  })
  const isNew = kind === 'warning' && !isSeen
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <span className="block font-medium">{messageWords(message)}</span>
          <span className="text-sm text-ink-quiet">
            <RelativeTime date={createdAt} />
          </span>
        </p>
        {isNew ? <Badge className="shrink-0">New</Badge> : null}
      </div>
      {words ? (
        <p
          dir="auto"
          className="border-s-3 border-line-strong ps-4 wrap-anywhere whitespace-pre-wrap"
        >
          {words}
        </p>
      ) : null}
      <RemovedText message={message} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 empty:hidden">
        {isNew ? (
          <Button variant="outline" size="sm" busy={seeing.isPending} onClick={() => seeing.run()}>
            I’ve read it
          </Button>
        ) : null}
        {storyId === null ? null : (
          <Link
            to="/flow"
            search={{ story: storyId }}
            className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
          >
            Open the story
          </Link>
        )}
        {kind === 'warning' || kind === 'removal' ? <SecondLook subject={kind} id={id} /> : null}
      </div>
    </li>
  )
}

/** What was removed, to be copied, and what its author can do with it if the decision was changed. */
function RemovedText({ message: { kind, about, removed } }: TeamMessageProps): ReactElement | null {
  if (!removed) return null
  const { text } = removed
  return (
    <>
      {kind === 'second-look-changed' ? <p>{AGAIN[about]}</p> : null}
      {text === null ? (
        <p className="text-ink-quiet">It was a recording, which was deleted.</p>
      ) : (
        <Disclosure summary="What you wrote" className="border-b-0">
          <div className="flex flex-col items-start gap-4">
            <p dir="auto" className="w-full max-w-prose wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
            <Button variant="outline" onClick={() => void copy(text)}>
              <Copy aria-hidden size={18} />
              Copy
            </Button>
            <p className="text-sm text-ink-quiet">
              Only you can read it here, and our team if you ask for a second look. We delete it
              after 30 days.
            </p>
          </div>
        </Disclosure>
      )}
    </>
  )
}

/** After a second look at something that can't be put back. */
const AGAIN: Record<TeamMessage['about'], string> = {
  story: 'We can’t put a deleted story back, but you can submit it again.',
  reply: 'We can’t put your reply back, because the story it answered is gone.',
  'prayer request': '',
  account: '',
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Text copied' })
  } catch (error) {
    toastError('Copying didn’t work. Select the text and copy it yourself.', error)
  }
}

/** Shows warnings that the member has not seen, the oldest first. Closing one marks it as seen. */
export function WarningDialog(): ReactElement | null {
  const client = useQueryClient()
  const { data } = useQuery(teamMessagesQuery)
  /**
   * Includes warnings that could not be marked as seen, which are shown again on the next visit.
   */
  const [closed, setClosed] = useState<readonly number[]>([])
  const warning = data?.findLast(
    ({ id, kind, isSeen }) => kind === 'warning' && !isSeen && !closed.includes(id),
  )
  // The page shows them itself.
  const isOnPage = useLocation({ select: ({ pathname }) => pathname === '/account/messages' })
  if (!warning || isOnPage) return null
  const handleClose = (): void => {
    setClosed([...closed, warning.id])
    markMessageSeen(client, warning.id).catch((error: unknown) =>
      toastError('Failed to mark as read', error),
    )
  }
  return (
    <Dialog key={warning.id} open onOpenChange={(isOpen) => isOpen || handleClose()}>
      <DialogContent title="A message from our team" description={messageWords(warning)}>
        <p
          dir="auto"
          className="border-s-3 border-line-strong ps-4 wrap-anywhere whitespace-pre-wrap"
        >
          {warning.words}
        </p>
        <p className="mt-4 text-sm text-ink-quiet">
          You can read it again: press the bell, then “Messages from our team”.
        </p>
        <DialogFooter>
          <DialogClose>
            <Button>I’ve read it</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

/** The subject of a message, in one line. */
export function messageWords({ kind, about, title }: TeamMessage): string {
  const subject = about === 'story' && title ? `story “${isolated(title)}”` : about
  switch (kind) {
    case 'warning':
      return `About your ${subject}`
    case 'removal':
      return `We removed your ${subject}.`
    case 'report-kept':
      return `We reviewed the ${about} you reported and kept it.`
    case 'report-removed':
      return `We removed the ${about} you reported. Thank you for telling us.`
    case 'second-look-kept':
      return `We took a second look at our decision about your ${subject}. It stays.`
    case 'second-look-changed':
      return `We took a second look at our decision about your ${subject} and changed it.`
  }
}
