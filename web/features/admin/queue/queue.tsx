import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Page } from '#contract/endpoint.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import type { DecidedSubject } from '#web/features/admin/queries.ts'
import { DecidedElsewhere } from '#web/features/admin/queue/decided-elsewhere.tsx'
import { QueueBar } from '#web/features/admin/queue/queue-bar.tsx'
import { QueueList, type Row } from '#web/features/admin/queue/queue-list.tsx'
import { type Shown, useStableList } from '#web/features/admin/queue/stable-list.ts'
import { useDecisionStatuses } from '#web/features/admin/queue/use-decision-status.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import type { Hardness } from '#web/lib/hard-words.ts'
import { forgetDone, sendDecisions, undoLatest } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

export interface ItemProps {
  hardness: Hardness | undefined
  onSkip: () => void
}

interface QueueProps<T extends { id: number }> {
  /** Names the list: 'Stories waiting for approval'. */
  label: string
  /** The noun for one entry, such as 'story'. */
  noun: string
  list: UseQueryResult<Page<T>>
  /** Whether an entry may be hard to read. Such a text is covered at first. */
  hardnessOf: (item: T) => Hardness | undefined
  /** Keeps the server's order. Otherwise, entries with crisis words come first. */
  isInOrder?: boolean
  rowOf: (item: T) => Row
  /** Identifies an entry, in its current version, among all decisions. */
  subjectOf: (item: T) => string
  /** Used to look up who decided on an entry. */
  decidedOf: (item: T) => DecidedSubject
  empty: ReactElement
  renderItem: (item: T, given: ItemProps) => ReactElement
  /** Decides on all selected entries. Without it, nothing can be selected. */
  bulk?: { label: string; isSafe: (item: T) => boolean; decide: (items: T[]) => void }
}

/**
 * Shows one entry at a time next to the list of all entries. Nothing moves on its own: a decided
 * entry keeps its place until the administrator updates the list.
 */
export function Queue<T extends { id: number }>(props: QueueProps<T>): ReactElement {
  const { list, hardnessOf, isInOrder, noun, empty, subjectOf } = props
  const rank = (item: T): number => (!isInOrder && hardnessOf(item) === 'crisis' ? 0 : 1)
  const { entries, isUpdating, update } = useStableList(list, rank)
  const statuses = useDecisionStatuses()
  useEffect(() => {
    forgetDone()
    return () => void sendDecisions()
  }, [])
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
  const isDone = ({ item, isGone }: Shown<T>): boolean => {
    const phase = statuses.get(subjectOf(item))?.phase
    return phase === 'done' || (isGone && phase === undefined)
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
  return (
    <Workbench
      {...props}
      entries={entries}
      isDone={isDone}
      isUpdating={isUpdating}
      onUpdate={() => void update()}
    />
  )
}

interface WorkbenchProps<T extends { id: number }> extends QueueProps<T> {
  entries: Shown<T>[]
  isDone: (entry: Shown<T>) => boolean
  isUpdating: boolean
  onUpdate: () => void
}

function Workbench<T extends { id: number }>(props: WorkbenchProps<T>): ReactElement {
  const { entries, isDone, isUpdating, noun, list, bulk, subjectOf } = props
  const { item: addressed, openItem } = useAdminAddress()
  const [openId, setOpenId] = useState(addressed)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [announcement, setAnnouncement] = useState('')
  const wasMoved = useRef(false)
  const statuses = useDecisionStatuses()
  const isOpenFor = (entry: Shown<T>): boolean =>
    !entry.isGone && !statuses.has(subjectOf(entry.item)) && !skipped.has(entry.item.id)

  const found = entries.findIndex(({ item }) => item.id === openId)
  const firstOpen = entries.findIndex(isOpenFor)
  const index = found >= 0 ? found : Math.max(0, firstOpen)
  const entry = entries[index]
  const shownId = entry?.item.id
  if (shownId !== undefined && (shownId !== openId || !opened.has(shownId))) {
    setOpenId(shownId)
    setOpened(new Set([...opened, shownId]))
  }

  const show = (to: number, words?: string): void => {
    const target = entries[to]
    if (!target) return
    wasMoved.current = true
    setOpenId(target.item.id)
    setOpened(new Set([...opened, target.item.id]))
    openItem(target.item.id)
    setAnnouncement(words ?? `${to + 1} of ${entries.length}`)
  }
  /** Shows the next undecided entry, or the first one if none follows. */
  const showNext = (besides: ReadonlySet<number> = skipped): void => {
    const isLeft = (each: Shown<T>): boolean =>
      isOpenFor(each) && !besides.has(each.item.id) && each.item.id !== shownId
    const after = entries.findIndex((each, at) => at > index && isLeft(each))
    const next = after >= 0 ? after : entries.findIndex(isLeft)
    if (next >= 0) show(next)
    else if (index + 1 < entries.length) show(index + 1)
    else setAnnouncement(`This is the last ${noun}.`)
  }
  const showPrevious = (): void => {
    if (index > 0) show(index - 1)
    else setAnnouncement(`This is the first ${noun}.`)
  }
  const handleUndo = (): void => {
    const [subject] = undoLatest()
    if (subject === undefined) {
      setAnnouncement('Nothing to undo.')
      return
    }
    const at = entries.findIndex(({ item }) => subjectOf(item) === subject)
    if (at >= 0) show(at, 'Undone.')
  }
  const handleSkip = (): void => {
    if (shownId === undefined) return
    const next = new Set([...skipped, shownId])
    setSkipped(next)
    showNext(next)
  }
  const handleUpdate = (): void => {
    setSkipped(new Set())
    props.onUpdate()
  }
  useKeys({ j: () => showNext(), k: showPrevious, u: handleUndo })

  const isSelectable = (each: Shown<T>): boolean =>
    isOpenFor(each) && opened.has(each.item.id) && bulk?.isSafe(each.item) === true
  const chosen = entries.filter((each) => selected.has(each.item.id) && isSelectable(each))
  const isChanged = isUpdating || entries.some(isDone) || skipped.size > 0
  if (!entry) return props.empty
  const status = statuses.get(subjectOf(entry.item))
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="sr-only">
        {status
          ? `${status.label}.${status.phase === 'waiting' ? ' Press U to undo.' : ''}`
          : announcement}
      </p>
      <QueueBar
        position={index + 1}
        count={entries.length}
        more={Math.max(0, (list.data?.total ?? 0) - (list.data?.items.length ?? 0))}
        noun={noun}
        onUpdate={isChanged ? handleUpdate : undefined}
        isUpdating={isUpdating}
        canUndo={[...statuses.values()].some(({ phase }) => phase === 'waiting')}
        onUndo={handleUndo}
        onPrevious={showPrevious}
        onNext={() => showNext()}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <QueueList
          label={props.label}
          rows={entries.map((each) => ({
            ...props.rowOf(each.item),
            id: each.item.id,
            isHard: props.hardnessOf(each.item) !== undefined,
            status: statuses.get(subjectOf(each.item)),
            gone: each.isGone ? (
              <DecidedElsewhere subject={props.decidedOf(each.item)} />
            ) : undefined,
            isSkipped: skipped.has(each.item.id),
            isRead: opened.has(each.item.id),
            isSelectable: isSelectable(each),
          }))}
          openId={entry.item.id}
          onOpen={(id) => show(entries.findIndex(({ item }) => item.id === id))}
          selected={selected}
          onSelect={bulk ? setSelected : undefined}
          bulk={
            bulk && {
              label: bulk.label,
              count: chosen.length,
              decide: () => {
                bulk.decide(chosen.map(({ item }) => item))
                setSelected(new Set())
              },
            }
          }
        />
        <section
          key={entry.item.id}
          aria-label={`Open ${noun}`}
          tabIndex={-1}
          className="min-w-0 scroll-mt-24 rounded-xl"
          ref={(pane) => {
            if (!pane || !wasMoved.current) return
            wasMoved.current = false
            pane.focus()
          }}
        >
          {entry.isGone && status === undefined ? (
            <Gone isUpdating={isUpdating} onUpdate={handleUpdate}>
              <DecidedElsewhere subject={props.decidedOf(entry.item)} />
            </Gone>
          ) : (
            props.renderItem(entry.item, {
              hardness: props.hardnessOf(entry.item),
              onSkip: handleSkip,
            })
          )}
        </section>
      </div>
    </div>
  )
}

interface GoneProps {
  isUpdating: boolean
  onUpdate: () => void
  children: ReactNode
}

function Gone({ isUpdating, onUpdate, children }: GoneProps): ReactElement {
  return (
    <Card className="flex min-h-96 flex-col items-center justify-center gap-4 text-center">
      <p role="status">{children}</p>
      <Button variant="outline" className="lg:hidden" busy={isUpdating} onClick={onUpdate}>
        Update list
      </Button>
    </Card>
  )
}
