import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Claimable } from '#contract/review.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { Decided } from '#web/features/admin/queue/decided.tsx'
import {
  type DecidedSubject,
  refreshReview,
  releaseClaim,
  reviewKey,
} from '#web/features/admin/queue/queries.ts'
import { QueueBar } from '#web/features/admin/queue/queue-bar.tsx'
import {
  DecidedElsewhere,
  QueueList,
  type QueueListProps,
  type ReviewItem,
  titleOf,
} from '#web/features/admin/queue/queue-list.tsx'
import { type Shown, useStableList } from '#web/features/admin/queue/stable-list.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { useOpenEntry } from '#web/features/admin/queue/use-open-entry.ts'
import { type OpenEntry, type Review, useReview } from '#web/features/admin/queue/use-review.ts'
import { cn } from '#web/lib/cn.ts'
import { hardnessOf } from '#web/lib/hard-words.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import {
  type DecisionStatus,
  forgetDone,
  sendDecisions,
  undo,
  undoLatest,
  useDecisionStatuses,
} from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'
import { toastError } from '#web/ui/toast-store.ts'

interface ReviewQueueProps<T extends ReviewItem> extends QueueListProps<T> {
  /** What waits there, as claims and decisions name it. */
  kind: Claimable
  /** The noun for one entry, such as 'story'. */
  noun: string
  list: UseQueryResult<Page<T>>
  /** The live event after which it is refetched. */
  topic?: 'review' | 'guidance'
  /** Whether this device has stored something written about an entry, which isn't covered then. */
  hasDraft?: (item: T) => boolean
  /** Keeps the server's order. Otherwise, entries with crisis words come first. */
  isInOrder?: boolean
  /** The version of an entry that its author can change while it waits. */
  versionOf?: (item: T) => string | null
  /** Whether an entry can be claimed by a button; always if left out. */
  mayClaim?: (item: T) => boolean
  /** Whether it is the page of one entry, which needs no list and no steps to others. */
  isAlone?: boolean
  empty: ReactElement
  renderItem: (item: T, review: Review) => ReactElement
}

/**
 * Shows one entry at a time next to the list of all entries, above what was decided. A decided entry
 * keeps its place in the list until the administrator updates it, and the next entry opens.
 */
export function ReviewQueue<T extends ReviewItem>(props: ReviewQueueProps<T>): ReactElement {
  const { list, textOf, isInOrder, subjectOf, kind, topic = 'review' } = props
  const rank = (item: T): number => (!isInOrder && hardnessOf(textOf(item)) === 'crisis' ? 0 : 1)
  const { entries, isUpdating, update } = useStableList(list, rank)
  const statuses = useDecisionStatuses()
  const giveBack = useGiveBack(props, entries ?? [])
  useRefreshOn(topic, reviewKey)
  useEffect(() => {
    forgetDone()
    return () => void sendDecisions()
  }, [])
  const undoable = (entries ?? []).flatMap(({ item }) => {
    const subject = subjectOf(item)
    const status = statuses.get(subject)
    if (status?.phase !== 'waiting') return []
    const handleUndo = (): void => {
      undo(subject)
      giveBack([subject])
    }
    return [{ id: item.id, title: titleOf(item, props), label: status.label, onUndo: handleUndo }]
  })
  return (
    <>
      <QueueBody
        {...props}
        entries={entries}
        isUpdating={isUpdating}
        onUpdate={() => void update()}
        giveBack={giveBack}
      />
      {props.isAlone ? null : (
        <Decided
          kind={kind}
          undoable={undoable}
          isDeciding={(entries ?? []).some(({ item }) => statuses.has(subjectOf(item)))}
        />
      )}
    </>
  )
}

interface QueueBodyProps<T extends ReviewItem> extends ReviewQueueProps<T> {
  entries: Shown<T>[] | undefined
  isUpdating: boolean
  onUpdate: () => void
  /** Gives back the claims on entries whose decisions were undone. */
  giveBack: (subjects: readonly string[]) => void
}

function QueueBody<T extends ReviewItem>(props: QueueBodyProps<T>): ReactElement {
  const { entries, list, noun, empty, subjectOf } = props
  const statuses = useDecisionStatuses()
  // If refetching fails, keep the list: the administrator may be typing a reason.
  if (!entries) {
    if (list.error) return <QueryError query={list} />
    return (
      <Skeletons
        label={`Loading ${noun}`}
        rows={['h-96 rounded-xl max-lg:hidden', 'h-96 rounded-xl']}
        className="grid gap-4 lg:grid-cols-[16rem_1fr]"
      />
    )
  }
  if (entries.length === 0) return empty
  // An entry that another administrator decided on stays listed with their name.
  if (entries.every(({ item }) => statuses.get(subjectOf(item))?.phase === 'done')) {
    return (
      <div ref={takeLostFocus} tabIndex={-1}>
        {empty}
      </div>
    )
  }
  return <FilledQueue {...props} entries={entries} />
}

interface FilledQueueProps<T extends ReviewItem> extends QueueBodyProps<T> {
  entries: Shown<T>[]
}

function FilledQueue<T extends ReviewItem>(props: FilledQueueProps<T>): ReactElement {
  const { entries, isUpdating, noun, list, subjectOf, giveBack, isAlone, isInOrder } = props
  const statuses = useDecisionStatuses()
  const queue = useOpenEntry(props)
  const { entry, index, announce, skipped } = queue
  const top = useRef<HTMLParagraphElement>(null)
  const handleUndone = (subjects: readonly string[]): void => {
    const [first] = subjects
    if (first === undefined) announce('Nothing to undo.')
    else
      queue.show(
        entries.findIndex(({ item }) => subjectOf(item) === first),
        'Undone.',
      )
    giveBack(subjects)
  }
  const handleUndo = (): void => handleUndone(undoLatest())
  const handleUpdate = (): void => {
    queue.forgetSkipped()
    props.onUpdate()
  }
  useKeys({ j: queue.showNext, k: queue.showPrevious, u: handleUndo })
  if (!entry) return props.empty
  const phaseOf = ({ item }: Shown<T>) => statuses.get(subjectOf(item))?.phase
  const isChanged =
    isUpdating ||
    skipped.size > 0 ||
    entries.some((each) => phaseOf(each) === 'done' || (each.isGone && !phaseOf(each)))
  const { item } = entry
  const subject = subjectOf(item)
  const more = Math.max(0, (list.data?.total ?? 0) - (list.data?.items.length ?? 0))
  return (
    <div className="flex flex-col gap-3">
      <p ref={top} role="status" className="sr-only scroll-mt-20">
        {queue.announcement}
      </p>
      <div
        className={cn(
          'grid items-start gap-x-4 gap-y-2',
          !isAlone && 'lg:grid-cols-[16rem_minmax(0,1fr)]',
        )}
      >
        {isAlone ? null : (
          <div className="flex min-w-0 flex-col gap-2 max-lg:-mt-2 lg:sticky lg:top-20">
            {entries.length + more > 1 ? (
              <QueueBar
                position={index + 1}
                count={entries.length}
                more={more}
                noun={noun}
                keepsUndo={!isInOrder}
                canUndo={[...statuses.values()].some(({ phase }) => phase === 'waiting')}
                onUndo={handleUndo}
                onPrevious={queue.showPrevious}
                onNext={queue.showNext}
              />
            ) : null}
            <QueueList queue={queue} {...props} onUpdate={isChanged ? handleUpdate : undefined} />
          </div>
        )}
        <section
          key={item.id}
          aria-label={`Open ${noun}`}
          tabIndex={-1}
          className="min-w-0 rounded-xl"
          ref={(pane) => {
            if (!pane || !queue.wasMoved.current) return
            queue.wasMoved.current = false
            pane.focus({ preventScroll: true })
            // It is read from its beginning, and Undo is next to it.
            top.current?.scrollIntoView({ block: 'nearest' })
          }}
        >
          {queue.before ? (
            <Before title={queue.before.title} status={statuses.get(queue.before.subject)} />
          ) : null}
          {entry.isGone && !statuses.has(subject) ? (
            <Gone
              isUpdating={isUpdating}
              onUpdate={handleUpdate}
              subject={props.decidedOf?.(item)}
            />
          ) : (
            <OpenItem
              render={(review) => props.renderItem(item, review)}
              id={item.id}
              noun={noun}
              subject={subject}
              version={props.versionOf?.(item) ?? null}
              hardness={hardnessOf(props.textOf(item))}
              hasDraft={props.hasDraft?.(item) ?? false}
              kind={props.kind}
              claim={item.claim}
              mayClaim={props.mayClaim?.(item) ?? true}
              onDecided={(words) => queue.goOn([item.id], words)}
              onUndo={() => {
                undo(subject)
                handleUndone([subject])
              }}
              onSkip={queue.skip}
            />
          )}
        </section>
      </div>
    </div>
  )
}

/** Gives back the administrator's claims on entries whose decisions were undone. */
function useGiveBack<T extends ReviewItem>(
  { kind, noun, subjectOf }: Pick<ReviewQueueProps<T>, 'kind' | 'noun' | 'subjectOf'>,
  entries: readonly Shown<T>[],
): (subjects: readonly string[]) => void {
  const client = useQueryClient()
  return (subjects) => {
    for (const { item } of entries) {
      if (!item.claim?.mine || !subjects.includes(subjectOf(item))) continue
      releaseClaim(kind, item.id).then(
        () => refreshReview(client),
        (error: Error) => toastError(`Failed to release ${noun}`, error),
      )
    }
  }
}

/**
 * The decision just made, above the next entry, where a phone shows no list. A message about it has
 * room here and doesn't lie over the entry.
 */
function Before(props: { title: string; status: DecisionStatus | undefined }): ReactElement {
  const { title, status } = props
  return (
    <div
      data-toast-place
      className="mb-3 flex min-h-30 flex-col justify-center rounded-xl border border-line px-5 lg:hidden"
    >
      <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
        {title}
      </p>
      <p className="text-ink-quiet">{status ? status.label : 'Waiting again'}</p>
    </div>
  )
}

interface OpenItemProps extends OpenEntry {
  render: (review: Review) => ReactElement
}

/** The open entry. Its state starts anew whenever it is opened. */
function OpenItem({ render, ...entry }: OpenItemProps): ReactElement {
  return render(useReview(entry))
}

interface GoneProps {
  isUpdating: boolean
  onUpdate: () => void
  subject: DecidedSubject | undefined
}

function Gone({ isUpdating, onUpdate, subject }: GoneProps): ReactElement {
  return (
    <Card className="flex min-h-96 flex-col items-center justify-center gap-4 text-center">
      <p role="status">
        <DecidedElsewhere subject={subject} />
      </p>
      <Button variant="outline" className="lg:hidden" busy={isUpdating} onClick={onUpdate}>
        Update list
      </Button>
    </Card>
  )
}
