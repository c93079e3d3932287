const chains = new Map<string, Promise<unknown>>()

/** Runs work with the same name one at a time, in the order of the calls. */
export function runSerially<T>(name: string, work: () => Promise<T>): Promise<T> {
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
 * Like `runSerially`, but across all tabs of this browser. Without Web Locks (on a plain http address)
 * tabs aren't coordinated, so a call may be sent twice, which the server handles.
 */
export function runSeriallyAcrossTabs<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request(name, work) : runSerially(name, work)
}
