import { vi } from 'vitest'

/**
 * The default limit of `vi.waitFor` is a second, too little on a slow machine. This one is shorter
 * than a node caches sessions (30 s), so that a test fails if the node was not told of a change. In ms.
 */
const PATIENCE_MS = 25_000

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

interface Waiting {
  timeout?: number
  interval?: number
}

function patient(options: number | Waiting = {}): Waiting {
  return typeof options === 'number' ? { timeout: options } : { timeout: PATIENCE_MS, ...options }
}
