import { type ReactNode, useEffect, useState } from 'react'
import { hasFirstAnswers } from '#web/lib/first-answers.ts'
import { turn } from '#web/lib/turn.ts'

let last = Promise.resolve()

interface InTurnProps {
  children: ReactNode
  /** Shown until `children` are rendered; not needed below the first screen. */
  until?: ReactNode
}

/**
 * On the first view of a visit, renders `children` in a task of their own, one `InTurn` after the
 * other, to avoid one long task. Later views render them right away.
 */
export function InTurn({ children, until = null }: InTurnProps): ReactNode {
  const [isDue, setIsDue] = useState(() => !isFirstView())
  useEffect(() => {
    if (!isDue) last = last.then(turn).then(() => setIsDue(true))
  }, [isDue])
  return isDue ? children : until
}

/** Resolves when every `InTurn` has rendered. */
export async function allDrawn(): Promise<void> {
  const known = last
  await known
  if (last !== known) await allDrawn()
}

/**
 * Whether this is the first view after a plain navigation. Reloads, Back and links with a hash restore
 * or set the scroll position, so they need the whole page at once.
 */
function isFirstView(): boolean {
  if (!hasFirstAnswers() || window.location.hash !== '') return false
  const [visit] = performance.getEntriesByType('navigation')
  return visit !== undefined && 'type' in visit && visit.type === 'navigate'
}
