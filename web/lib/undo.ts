import { useSyncExternalStore } from 'react'
import { onBeforeSignOut } from '#web/lib/before-sign-out.ts'
import { createListeners } from '#web/lib/listeners.ts'

/** How long a decision can be undone before it takes effect. */
const UNDO_MS = 6_000

/** Something that is sent to the server unless it is undone in time. */
export interface Decision {
  /** The decision's subject, such as `story-12`. A subject has one decision at a time. */
  subject: string
  /** Shown while the decision can be undone: 'Approving'. */
  label: string
  /** Shown once the decision has been made: '✓ Story Approved'. */
  doneLabel: string
  /**
   * Makes the call and shows its outcome. Uses `keepalive`, because the page may close before the
   * answer. Resolves to whether the server accepted the decision.
   */
  send: () => Promise<boolean>
}

export interface DecisionStatus {
  /** `waiting` can be undone. */
  phase: 'waiting' | 'sending' | 'done'
  label: string
}

interface Step {
  decisions: readonly Decision[]
  timer: ReturnType<typeof setTimeout>
}

/** Steps that can still be undone, oldest first. */
let steps: Step[] = []
let statuses: ReadonlyMap<string, DecisionStatus> = new Map()
const sending = new Set<Promise<void>>()
const listeners = createListeners()
let isWatching = false

/**
 * Queues decisions, which are sent after `UNDO_MS` or when the person leaves the page. They are undone
 * together. A subject that already has a decision is skipped.
 */
export function decide(wanted: readonly Decision[]): void {
  const decisions = wanted.filter(({ subject }) => !statuses.has(subject))
  if (decisions.length === 0) return
  watchLeaving()
  const step: Step = { decisions, timer: setTimeout(() => commit(step), UNDO_MS) }
  steps = [...steps, step]
  change(decisions, ({ label }) => ({ phase: 'waiting', label }))
}

/** Undoes the latest step that has not been sent yet. Returns its subjects. */
export function undoLatest(): string[] {
  const step = steps.at(-1)
  if (!step) return []
  clearTimeout(step.timer)
  steps = steps.filter((other) => other !== step)
  change(step.decisions, () => undefined)
  return step.decisions.map(({ subject }) => subject)
}

/** Undoes the decision about one subject, while it has not been sent. */
export function undo(subject: string): void {
  const step = steps.find(({ decisions }) => decisions.some((each) => each.subject === subject))
  if (!step) return
  const decisions = step.decisions.filter((each) => each.subject !== subject)
  if (decisions.length === 0) {
    clearTimeout(step.timer)
    steps = steps.filter((other) => other !== step)
  } else step.decisions = decisions
  change([{ subject }], () => undefined)
}

/** Records a decision that is already done and can't be undone. */
export function settle(subject: string, label: string): void {
  change([{ subject }], () => ({ phase: 'done', label }))
}

/** Removes the records of finished decisions, so that their subjects can be decided again. */
export function forgetDone(): void {
  const done = [...statuses].filter(([, { phase }]) => phase === 'done')
  if (done.length === 0) return
  change(
    done.map(([subject]) => ({ subject })),
    () => undefined,
  )
}

/** Sends all decisions that can still be undone. Resolves when all calls have been answered. */
export async function sendDecisions(): Promise<void> {
  for (const step of steps) commit(step)
  await Promise.all(sending)
}

function commit(step: Step): void {
  clearTimeout(step.timer)
  steps = steps.filter((other) => other !== step)
  change(step.decisions, ({ label }) => ({ phase: 'sending', label }))
  for (const decision of step.decisions) {
    const work = sendOne(decision).finally(() => sending.delete(work))
    sending.add(work)
  }
}

async function sendOne(decision: Decision): Promise<void> {
  const isTaken = await decision.send()
  change([decision], () => (isTaken ? { phase: 'done', label: decision.doneLabel } : undefined))
}

function change<T extends { subject: string }>(
  about: readonly T[],
  statusOf: (each: T) => DecisionStatus | undefined,
): void {
  const next = new Map(statuses)
  for (const each of about) {
    const status = statusOf(each)
    if (status) next.set(each.subject, status)
    else next.delete(each.subject)
  }
  statuses = next
  listeners.notify()
}

/** Sends decisions when the page is hidden: on a phone, it may never be shown again. */
function watchLeaving(): void {
  if (isWatching) return
  isWatching = true
  const leave = (): void => void sendDecisions()
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
  onBeforeSignOut(sendDecisions)
}

/** The decisions made on this page, by subject. The same map until something changes. */
export function useDecisionStatuses(): ReadonlyMap<string, DecisionStatus> {
  const read = (): ReadonlyMap<string, DecisionStatus> => statuses
  return useSyncExternalStore(listeners.subscribe, read, read)
}

export function useDecisionStatus(subject: string): DecisionStatus | undefined {
  return useDecisionStatuses().get(subject)
}
