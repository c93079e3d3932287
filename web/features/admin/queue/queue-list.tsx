import { useQuery } from '@tanstack/react-query'
import { HeartCrack } from 'lucide-react'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Claim, ReviewDecision } from '#contract/review.ts'
import { type DecidedSubject, lastDecisionQuery } from '#web/features/admin/queue/queries.ts'
import { ShortcutHelp } from '#web/features/admin/queue/queue-bar.tsx'
import type { Shown } from '#web/features/admin/queue/stable-list.ts'
import type { OpenEntryState } from '#web/features/admin/queue/use-open-entry.ts'
import { cn } from '#web/lib/cn.ts'
import { hardnessOf } from '#web/lib/hard-words.ts'
import { type Decision, decide, useDecisionStatuses } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'

export interface ReviewItem {
  id: number
  claim: Claim | null
}

/** The facts about an entry that the list shows. */
export interface Row {
  /** Not shown if the entry may be hard to read. */
  title: string
  detail: ReactNode
}

/** A queue's words about its entries. */
export interface QueueListProps<T extends ReviewItem> {
  /** Names the list: 'Stories waiting for approval'. */
  label: string
  /** The text that is checked for words that are hard to read. An entry with such words starts covered. */
  textOf: (item: T) => string
  rowOf: (item: T) => Row
  /** Identifies an entry, in its current version, among all decisions. */
  subjectOf: (item: T) => string
  /** Used to look up who decided on an entry. */
  decidedOf?: (item: T) => DecidedSubject
  /** Decides on all selected entries. Without it, nothing can be selected. */
  bulk?: {
    label: string
    /** Why an entry can’t be part of a bulk decision; undefined if it can. */
    reasonAgainst: (item: T) => string | undefined
    decisionOf: (item: T) => Omit<Decision, 'subject'>
  }
}

/** An entry’s title where its text is covered. */
export function titleOf<T>(
  item: T,
  { textOf, rowOf }: { textOf: (item: T) => string; rowOf: (item: T) => Row },
): string {
  return hardnessOf(textOf(item)) === undefined ? rowOf(item).title : 'May be hard to read'
}

interface FilledListProps<T extends ReviewItem> extends QueueListProps<T> {
  entries: Shown<T>[]
  queue: OpenEntryState<T>
  /** Undefined while the list is up to date. */
  onUpdate: (() => void) | undefined
  isUpdating: boolean
}

/**
 * The list of all entries, next to the open one, where several can be selected and decided on together.
 * A phone shows only the open one.
 */
export function QueueList<T extends ReviewItem>(props: FilledListProps<T>): ReactElement {
  const { label, entries, queue, bulk, textOf, rowOf, subjectOf, decidedOf, onUpdate } = props
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const statuses = useDecisionStatuses()
  const reasonAgainst = (each: Shown<T>): string | undefined => {
    if (!queue.isWaiting(each)) {
      return queue.skipped.has(each.item.id) ? 'You skipped it.' : 'It’s already decided.'
    }
    if (each.item.claim?.mine === false)
      return `${isolated(each.item.claim.anonymousUsername)} claimed it.`
    const reason = bulk?.reasonAgainst(each.item)
    return reason ?? (queue.opened.has(each.item.id) ? undefined : 'Open it first, to read it.')
  }
  const chosen = entries.filter((each) => selected.has(each.item.id) && !reasonAgainst(each))
  const handleBulk = (): void => {
    if (!bulk) return
    const decisions = chosen.map(({ item }) => ({
      ...bulk.decisionOf(item),
      subject: subjectOf(item),
    }))
    decide(decisions)
    setSelected(new Set())
    const ids = chosen.map(({ item }) => item.id)
    queue.goOn(ids, `${decisions[0]?.label} ${ids.length}. Press U to undo.`)
  }
  const handleToggle = (id: number): void => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const stateOf = ({ item, isGone }: Shown<T>): ReactNode => {
    const status = statuses.get(subjectOf(item))
    if (status) return status.label
    if (isGone) return <DecidedElsewhere subject={decidedOf?.(item)} />
    return queue.skipped.has(item.id) ? 'Skipped' : undefined
  }
  return (
    <div className="flex min-w-0 flex-col gap-2 max-lg:hidden">
      <ul
        data-clips
        aria-label={label}
        className="max-h-[max(12rem,calc(100dvh-31rem))] overflow-y-auto rounded-xl border border-line bg-surface"
      >
        {entries.map((each, index) => (
          <QueueRow
            key={each.item.id}
            row={rowOf(each.item)}
            isHard={hardnessOf(textOf(each.item)) !== undefined}
            state={stateOf(each)}
            isDecided={each.isGone || statuses.has(subjectOf(each.item))}
            isRead={queue.opened.has(each.item.id)}
            isOpen={each.item.id === queue.entry?.item.id}
            onOpen={() => queue.show(index)}
            selection={
              bulk && {
                isSelected: selected.has(each.item.id),
                reasonAgainst: reasonAgainst(each),
                onToggle: () => handleToggle(each.item.id),
              }
            }
          />
        ))}
      </ul>
      <div className="flex justify-between">
        <ShortcutHelp />
        <Button
          variant="ghost"
          size="sm"
          className={cn('min-h-11', !onUpdate && 'invisible')}
          busy={props.isUpdating}
          onClick={onUpdate}
        >
          Update list
        </Button>
      </div>
      {bulk && chosen.length > 0 ? (
        // Below the list, so that its boxes stay where they are.
        <Button variant="outline" size="sm" className="min-h-11 self-start" onClick={handleBulk}>
          {bulk.label} {chosen.length}
        </Button>
      ) : null}
      <div data-toast-place className="h-36" />
    </div>
  )
}

interface QueueRowProps {
  row: Row
  /** Whether it may be hard to read. */
  isHard: boolean
  /** Its outcome; without that, its detail is shown. */
  state: ReactNode
  isDecided: boolean
  isRead: boolean
  isOpen: boolean
  onOpen: () => void
  /** Undefined if nothing can be selected. */
  selection: Selection | undefined
}

function QueueRow(props: QueueRowProps): ReactElement {
  const { row, isHard, state, isDecided, isRead, isOpen, onOpen, selection } = props
  const title = isHard ? 'May be hard to read' : row.title
  return (
    <li
      className={cn(
        'flex items-stretch border-b border-line last:border-b-0',
        isOpen && 'bg-primary-soft',
      )}
    >
      {selection ? <SelectBox title={title} {...selection} /> : null}
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cn(
          'flex h-16 min-w-0 grow flex-col justify-center gap-0.5 pe-3 text-start focus-visible:-outline-offset-2',
          !selection && 'pl-3',
        )}
      >
        <span
          className={cn(
            'flex items-center gap-1.5',
            isDecided ? 'text-ink-quiet' : !isRead && 'font-semibold',
          )}
        >
          {isHard ? (
            <HeartCrack
              aria-label="May be hard to read"
              size={16}
              className="shrink-0 text-gold-ink"
            />
          ) : null}
          <span dir="auto" className="grow truncate">
            {title}
          </span>
        </span>
        <span dir="auto" className="truncate text-sm text-ink-quiet">
          {state ?? row.detail}
        </span>
      </button>
    </li>
  )
}

interface Selection {
  isSelected: boolean
  /** Why it can't be selected; undefined if it can. */
  reasonAgainst: string | undefined
  onToggle: () => void
}

/** It can be focused and pressed although it is disabled, so that everyone gets the reason. */
function SelectBox(props: Selection & { title: string }): ReactElement {
  const { title, isSelected, reasonAgainst, onToggle } = props
  const reasonId = useId()
  const handleChange = (): void =>
    reasonAgainst
      ? toast({ title: 'This can’t be selected', description: reasonAgainst })
      : onToggle()
  return (
    <label
      title={reasonAgainst}
      className="flex w-11 shrink-0 items-center justify-center has-aria-disabled:opacity-50"
    >
      <input
        type="checkbox"
        aria-label={`Select: ${title}`}
        className="size-5 accent-(--primary)"
        aria-disabled={reasonAgainst !== undefined}
        aria-describedby={reasonAgainst && reasonId}
        checked={!reasonAgainst && isSelected}
        onChange={handleChange}
      />
      {reasonAgainst ? (
        <span id={reasonId} className="sr-only">
          {reasonAgainst}
        </span>
      ) : null}
    </label>
  )
}

const WORDS: Readonly<Record<string, string>> = {
  'story-approved': 'Approved',
  'story-rejected': 'Returned to its author',
  'story-removed': 'Deleted',
  'report-kept': 'Kept',
  'reply-removed': 'Removed',
  'reply-approved': 'Approved',
  'reply-declined': 'Declined',
  'prayer-approved': 'Approved',
  'prayer-returned': 'Returned to its author',
  'prayer-withdrawn': 'Put back in review',
  'transcript-written': 'Drafted',
  'transcript-approved': 'Approved',
  'transcript-returned': 'Returned to its author',
  'application-approved': 'Approved',
  'application-declined': 'Declined',
  'guidance-answered': 'Answered',
  'guidance-hidden': 'Hidden',
  'guidance-shown': 'Unhidden',
}

const GONE = 'No longer here'

/** The outcome of an entry that somebody else decided on. */
export function DecidedElsewhere({
  subject,
}: {
  /** Undefined if its decisions can't be looked up. */
  subject: DecidedSubject | undefined
}): ReactNode {
  return subject ? <LastDecision subject={subject} /> : GONE
}

function LastDecision({ subject }: { subject: DecidedSubject }): ReactElement {
  const { data } = useQuery(lastDecisionQuery(subject))
  return <>{wordsOf(data ?? undefined, subject)}</>
}

function wordsOf(decision: ReviewDecision | undefined, { since, actions }: DecidedSubject): string {
  const word = decision && WORDS[decision.action]
  const isAbout = decision && decision.decidedAt >= since && actions.includes(decision.action)
  if (!word || !isAbout) return GONE
  const name = decision.mine ? 'you' : (decision.anonymousUsername ?? 'an administrator')
  return `${word} by ${isolated(name)}`
}
