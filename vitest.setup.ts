import { vi } from 'vitest'
import { WAIT_MS } from './server/testing/limits.ts'

// The default limit of `vi.waitFor` is a second, too little on a slow machine. Files share a process,
// and each of them runs this.
const { waitFor, waitUntil } = vi
if (waitFor.name !== 'patientWaitFor') {
  vi.waitFor = function patientWaitFor(callback, options) {
    return waitFor(callback, patient(options))
  }
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
}

interface Waiting {
  timeout?: number
  interval?: number
}

function patient(options: number | Waiting = {}): Waiting {
  return typeof options === 'number' ? { timeout: options } : { timeout: WAIT_MS, ...options }
}
