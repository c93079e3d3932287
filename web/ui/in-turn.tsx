import { type ReactNode, useEffect, useState } from 'react'
import { hasFirstAnswers } from '#web/lib/first-answers.ts'
import { turn } from '#web/lib/turn.ts'

let last = Promise.resolve()

interface InTurnProps {
  children: ReactNode
  /** Takes the place of `children` until then; nothing below the first screen needs it. */
  until?: ReactNode
}

/**
 * Draws `children` in a task of their own, one `InTurn` after the other, so the first view of a visit
 * doesn't keep the browser busy in one piece. Everywhere else they are there right away.
 */
export function InTurn({ children, until = null }: InTurnProps): ReactNode {
  const [isDue, setIsDue] = useState(() => !isFirstView())
  useEffect(() => {
    if (!isDue) last = last.then(turn).then(() => setIsDue(true))
  }, [isDue])
  return isDue ? children : until
}

/** Resolves when nothing waits for its turn. */
export async function allDrawn(): Promise<void> {
  const known = last
  await known
  if (last !== known) await allDrawn()
}

/**
 * A reload and the way back return to where the page was scrolled, and a link to a part of the page
 * leads there: they need its whole length.
 */
function isFirstView(): boolean {
  if (!hasFirstAnswers() || window.location.hash !== '') return false
  const [visit] = performance.getEntriesByType('navigation')
  return visit !== undefined && 'type' in visit && visit.type === 'navigate'
}
