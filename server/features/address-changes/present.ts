import type { EmailChange } from '#contract/email-changes.ts'
import { type ChangeFacts, canAgree, canUndo } from './policy.ts'

/** Contains no address: the link's reader knows their own and must not learn the other one. */
export function presentChange(change: ChangeFacts, now: Date): EmailChange {
  const [undo, agree] = [canUndo(change, now), canAgree(change, now)]
  return {
    byAdmin: change.byAdmin,
    changedAt: change.createdAt.toISOString(),
    state: stateOf(change, undo || agree),
    undoUntil: undo ? change.undoUntil.toISOString() : null,
    holdUntil: agree ? (change.holdUntil?.toISOString() ?? null) : null,
  }
}

function stateOf(change: ChangeFacts, isOpen: boolean): EmailChange['state'] {
  if (change.undoneAt) return 'undone'
  if (change.agreedAt) return 'agreed'
  return isOpen ? 'open' : 'over'
}
