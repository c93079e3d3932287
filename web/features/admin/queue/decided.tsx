import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Claimable } from '#contract/review.ts'
import type { AuditLogEntry } from '#contract/users.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useMayOpen } from '#web/features/admin/admin-pages.ts'
import { decidedQuery } from '#web/features/admin/queue/queries.ts'
import { auditLink } from '#web/features/admin/users/audit-link.ts'
import {
  actionWords,
  actorWords,
  detailWords,
  subjectWords,
} from '#web/features/admin/users/audit-words.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A decision that has not been sent yet. */
export interface Undoable {
  id: number
  title: string
  /** Such as 'Approving'. */
  label: string
  onUndo: () => void
}

interface DecidedProps {
  kind: Claimable
  undoable?: readonly Undoable[]
  /** Whether a decision was made on this page, so that the list can't be empty for long. */
  isDeciding?: boolean
}

/** The team's decisions in a queue, below it. Fetched when it is opened. */
export function Decided(props: DecidedProps): ReactElement {
  const { kind, undoable = [], isDeciding = false } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure summary="Decided" className="border-t" onOpenChange={setIsOpen}>
      {isOpen ? (
        <div className="flex flex-col">
          <ul aria-label="Decisions that can be undone" className="empty:hidden">
            {undoable.map((one) => (
              <li
                key={one.id}
                className="flex items-center justify-between gap-x-6 border-b border-line"
              >
                <p className="min-w-0 py-3">
                  <span className="font-semibold">{one.label}…</span>{' '}
                  <bdi className="wrap-anywhere">“{one.title}”</bdi>
                </p>
                <Button variant="link" aria-label={`Undo: ${one.title}`} onClick={one.onUndo}>
                  Undo
                </Button>
              </li>
            ))}
          </ul>
          <Entries kind={kind} isEmptyShown={!isDeciding} />
        </div>
      ) : null}
    </Disclosure>
  )
}

function Entries(props: { kind: Claimable; isEmptyShown: boolean }): ReactElement | null {
  const { kind, isEmptyShown } = props
  const decided = useInfiniteQuery(decidedQuery(kind))
  if (decided.isLoadingError) return <QueryError query={decided} />
  if (!decided.data) return <Skeleton className="h-20" />
  const entries = decided.data.pages.flatMap(({ items }) => items)
  if (entries.length === 0) {
    return isEmptyShown ? <EmptyState message="No decisions are recorded here yet" /> : null
  }
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label="Decided">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <LoadMore list={decided} />
    </div>
  )
}

/** The subject of a decision, how, why, when and by whom. */
function Entry({ entry }: { entry: AuditLogEntry }): ReactElement {
  const { rights } = useMember()
  const subject = subjectWords(entry, useDates())
  const mayOpen = useMayOpen()
  const link = linkOf(entry, { rights, mayOpen })
  const details = detailWords({ ...entry, detail: detailsOf(entry) }).join(' · ')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 border-b border-line py-2 last:border-b-0 sm:flex-nowrap">
      <div className="min-w-0 py-1">
        <p>
          <span className="font-semibold">{actionWords(entry.action)}</span> by{' '}
          <bdi>{actorWords(entry)}</bdi>
          {' · '}
          <RelativeTime date={entry.createdAt} className="text-ink-quiet" />
        </p>
        {subject ? <p className="wrap-anywhere">{subject}</p> : null}
        {details ? (
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere text-ink-quiet">
            {details}
          </p>
        ) : null}
      </div>
      {link ? (
        <Button variant="link" asChild>
          <Link {...link} aria-label={`Open: ${subject}`}>
            Open
          </Link>
        </Button>
      ) : null}
    </li>
  )
}

/** The page of what a decision was about; undefined if it has none, or is gone. */
function linkOf(entry: AuditLogEntry, reader: Parameters<typeof auditLink>[1]) {
  const { subjectType, action, about } = entry
  switch (subjectType) {
    case 'prayer': {
      const isListed = action === 'prayer-approved' && about !== null
      return isListed
        ? ({ to: '/flow', search: { tab: 'exit', list: 'prayer' } } as const)
        : undefined
    }
    // It was deleted when it was answered.
    case 'application':
    case 'notice':
      return undefined
    case 'second-look':
      return entry.storyId === null ? undefined : auditLink(entry, reader)
    default:
      return auditLink(entry, reader)
  }
}

/** The story of a reply is named already. */
function detailsOf({ detail: { storyId: _, ...detail } }: AuditLogEntry): AuditLogEntry['detail'] {
  return detail
}
