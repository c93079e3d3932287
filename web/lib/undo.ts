import { onBeforeSignOut } from '#web/lib/before-sign-out.ts'
import { createListeners } from '#web/lib/listeners.ts'

/** How long a decision can be undone before it takes effect. */
const UNDO_MS = 6_000

/** Something that is sent to the server unless it is undone in time. */
export interface Decision {
  /** What it is about, such as `story-12`: one decision at a time. */
  subject: string
  /** Says what happens, while it can be undone: 'Approving'. */
  label: string
  /** Says what has happened: '✓ Story Approved'. */
  doneLabel: string
  /**
   * Makes the call, with `keepalive`, since the page may be gone before the answer comes, and shows
   * its outcome. Resolves to whether the server took it.
   */
  send: () => Promise<boolean>
}

export interface Standing {
  /** `waiting` can be undone. */
  phase: 'waiting' | 'sending' | 'done'
  label: string
}

interface Step {
  decisions: readonly Decision[]
  timer: ReturnType<typeof setTimeout>
}

/** Steps that can be undone, oldest first. */
let steps: Step[] = []
let standings: ReadonlyMap<string, Standing> = new Map()
const sending = new Set<Promise<void>>()
const listeners = createListeners()
export const subscribeUndo = listeners.subscribe
let isWatching = false

/** Where each subject stands. The same map until something changes. */
export function undoStandings(): ReadonlyMap<string, Standing> {
  return standings
}

/**
 * Takes decisions that are sent after `UNDO_MS`, or when the person leaves the page. They are undone
 * together. A subject that is decided already is left out.
 */
export function decide(wanted: readonly Decision[]): void {
  const decisions = wanted.filter(({ subject }) => !standings.has(subject))
  if (decisions.length === 0) return
  watchLeaving()
  const step: Step = { decisions, timer: setTimeout(() => commit(step), UNDO_MS) }
  steps = [...steps, step]
  change(decisions, ({ label }) => ({ phase: 'waiting', label }))
}

/** Undoes the latest step that has not been sent yet. Returns what it was about. */
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

/** Notes what happened without a chance to undo it. */
export function settle(subject: string, label: string): void {
  change([{ subject }], () => ({ phase: 'done', label }))
}

/** Forgets what has been done: it may be there to decide again. */
export function forgetDone(): void {
  const done = [...standings].filter(([, { phase }]) => phase === 'done')
  if (done.length === 0) return
  change(
    done.map(([subject]) => ({ subject })),
    () => undefined,
  )
}

/** Sends at once whatever can still be undone. Resolves when everything has been answered. */
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
  standingOf: (each: T) => Standing | undefined,
): void {
  const next = new Map(standings)
  for (const each of about) {
    const standing = standingOf(each)
    if (standing) next.set(each.subject, standing)
    else next.delete(each.subject)
  }
  standings = next
  listeners.tell()
}

/** A page that is hidden may never be shown again, least of all on a phone. */
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
