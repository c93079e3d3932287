/**
 * Locks a draft for this page, so that two tabs do not write into one recording. Resolves with a
 * function that releases the lock, or with null if another tab has it; a patient claim waits for
 * it.
 */
export function claimDraft(
  draftKey: string,
  { isPatient = false } = {},
): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null): Promise<void> => {
      if (lock) return new Promise((release) => resolve(release))
      resolve(null)
      return Promise.resolve()
    }
    const options = isPatient ? {} : { ifAvailable: true }
    navigator.locks.request(`story-recording:${draftKey}`, options, hold).catch(reject)
  })
}
