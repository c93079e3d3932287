import { type RefObject, useEffect, useRef, useState } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { type Row, titleOf } from '#web/features/admin/queue/queue-list.tsx'
import type { Shown } from '#web/features/admin/queue/stable-list.ts'
import { READ_MS } from '#web/features/admin/queue/use-meant.ts'
import { useDecisionStatuses } from '#web/lib/undo.ts'

type Ids = ReadonlySet<number>

/** The open entry of a queue, and how to open another. */
export interface OpenEntryState<T> {
  index: number
  entry: Shown<T> | undefined
  /** The entries that were open in this visit, each long enough to be read. */
  opened: Ids
  skipped: Ids
  /** Whether an entry waits for a decision, as far as this page knows. */
  isWaiting: (entry: Shown<T>) => boolean
  /** The decision made just before the queue came to the open entry. */
  before: Before | undefined
  /** The text for screen readers. */
  announcement: string
  announce: (words: string) => void
  /** Whether the open entry should take the focus. */
  wasMoved: RefObject<boolean>
  /** Opens an entry by its index. */
  show: (index: number, words?: string) => void
  /** Shows the next undecided entry, or the next one if all are decided. */
  showNext: () => void
  showPrevious: () => void
  /** Shows the next undecided entry, if there is one, after a decision about these. */
  goOn: (decided: readonly number[], words: string) => void
  skip: () => void
  forgetSkipped: () => void
}

interface Before {
  subject: string
  title: string
}

/** Which entry of a queue is open. Its id is in the address. */
export function useOpenEntry<T extends { id: number }>(input: {
  entries: Shown<T>[]
  noun: string
  subjectOf: (item: T) => string
  textOf: (item: T) => string
  rowOf: (item: T) => Row
}): OpenEntryState<T> {
  const { entries, noun, subjectOf } = input
  const visit = useVisit(entries)
  const [opened, setOpened] = useState<Ids>(new Set())
  const [skipped, setSkipped] = useState<Ids>(new Set())
  const [before, setBefore] = useState<Before>()
  const [announcement, announce] = useState('')
  const statuses = useDecisionStatuses()
  const isWaiting = (entry: Shown<T>): boolean =>
    !entry.isGone && !statuses.has(subjectOf(entry.item)) && !skipped.has(entry.item.id)
  const { index, entry } = visit.shown(isWaiting)
  const shownId = entry?.item.id
  useEffect(() => {
    if (shownId === undefined) return
    const timer = setTimeout(() => setOpened((ids) => new Set([...ids, shownId])), READ_MS)
    return () => clearTimeout(timer)
  }, [shownId])
  const show = (to: number, words = `${to + 1} of ${entries.length}`): void => {
    if (!visit.open(to)) return
    announce(words)
    setBefore(undefined)
  }
  /** The next undecided entry after the open one, or else the first one; -1 if there is none. */
  const nextBesides = (besides: readonly number[]): number => {
    const isLeft = (each: Shown<T>): boolean =>
      isWaiting(each) && each.item.id !== shownId && !besides.includes(each.item.id)
    const after = entries.findIndex((each, at) => at > index && isLeft(each))
    return after >= 0 ? after : entries.findIndex(isLeft)
  }
  const showNext = (): void => {
    const next = nextBesides([])
    if (next >= 0) show(next)
    else if (index + 1 < entries.length) show(index + 1)
    else announce(`This is the last ${noun}.`)
  }
  return {
    index,
    entry,
    skipped,
    isWaiting,
    before,
    announcement,
    announce,
    show,
    showNext,
    opened,
    wasMoved: visit.wasMoved,
    showPrevious: () => (index > 0 ? show(index - 1) : announce(`This is the first ${noun}.`)),
    goOn: (decided, words) => {
      announce(words)
      if (!entry || !decided.includes(entry.item.id)) return
      const title = titleOf(entry.item, input)
      if (visit.open(nextBesides(decided))) setBefore({ subject: subjectOf(entry.item), title })
    },
    skip: () => {
      if (shownId === undefined) return
      setSkipped(new Set([...skipped, shownId]))
      showNext()
    },
    forgetSkipped: () => setSkipped(new Set()),
  }
}

interface Visit<T> {
  wasMoved: RefObject<boolean>
  /** The open entry: the one in the address, or else the first that waits. */
  shown: (isWaiting: (entry: Shown<T>) => boolean) => { index: number; entry: Shown<T> | undefined }
  /** Opens an entry by its index; false if there is none. */
  open: (index: number) => boolean
}

/** The open entry, with its id in the address. */
function useVisit<T extends { id: number }>(entries: Shown<T>[]): Visit<T> {
  const { item: addressed, openItem } = useAdminAddress()
  const [openId, setOpenId] = useState(addressed)
  const wasMoved = useRef(false)
  return {
    wasMoved,
    shown: (isWaiting) => {
      const found = entries.findIndex(({ item }) => item.id === openId)
      const index = found >= 0 ? found : Math.max(0, entries.findIndex(isWaiting))
      const entry = entries[index]
      if (entry && entry.item.id !== openId) setOpenId(entry.item.id)
      return { index, entry }
    },
    open: (to) => {
      const target = entries[to]
      if (!target) return false
      wasMoved.current = true
      setOpenId(target.item.id)
      openItem(target.item.id)
      return true
    },
  }
}
