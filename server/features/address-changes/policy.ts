/** The facts that decide what can be done with an address change. */
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

/** Whether agreeing has an effect: it ends a running hold on private writing. */
export function canAgree(change: ChangeFacts, now: Date): boolean {
  return isOpen(change) && change.holdUntil !== null && change.holdUntil > now
}

function isOpen({ agreedAt, undoneAt }: ChangeFacts): boolean {
  return agreedAt === null && undoneAt === null
}
