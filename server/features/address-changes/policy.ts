/** What decides about a change of address. */
export interface ChangeFacts {
  createdAt: Date
  byAdmin: boolean
  undoUntil: Date
  holdUntil: Date | null
  agreedAt: Date | null
  undoneAt: Date | null
}

export function canUndo(change: ChangeFacts, now: Date): boolean {
  return isOpen(change) && change.undoUntil > now
}

/** Whether agreeing changes anything: it opens private writing that is held back. */
export function canAgree(change: ChangeFacts, now: Date): boolean {
  return isOpen(change) && change.holdUntil !== null && change.holdUntil > now
}

function isOpen({ agreedAt, undoneAt }: ChangeFacts): boolean {
  return agreedAt === null && undoneAt === null
}
