/** Ends what is heard on this page now: a recording, or a text that is read aloud. */
let stopCurrent: (() => void) | undefined

/** Ends any other sound of the page. Call it again, with the same function, when it resumes. */
export function startSound(stop: () => void): void {
  if (stopCurrent !== stop) stopSound()
  stopCurrent = stop
}

export function endSound(stop: () => void): void {
  if (stopCurrent === stop) stopCurrent = undefined
}

/** Ends any sound of the page, for example before the microphone records. */
export function stopSound(): void {
  stopCurrent?.()
}
