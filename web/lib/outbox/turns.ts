const chains = new Map<string, Promise<unknown>>()

/** Runs pieces of work with the same name one after the other, in the order of asking. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = chains.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  chains.set(name, settled)
  void settled.then(() => {
    if (chains.get(name) === settled) chains.delete(name)
  })
  return mine
}

/**
 * The same over all tabs of this browser. Without Web Locks, as on a plain http address, tabs do
 * not know of each other: something may be sent twice then, which the server is made for.
 */
export function inTurnOfTabs<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request(name, work) : inTurn(name, work)
}
