/** Runs pieces of work one after the other, in the order in which they are given. */
export type Serial = <T>(work: () => Promise<T>) => Promise<T>

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
