import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './cluster.ts'

/** Crashes within this time count together. */
const WINDOW_MS = 10 * 60_000
/** With more crashes than this within the window, the guardian gives up. */
const MOST_CRASHES = 5

export interface GuardedPostgres {
  url: string
  stop(): Promise<void>
}

/**
 * Starts the embedded database and restarts it on the same port whenever it crashes, so that open
 * pools reconnect. `onFailure` is called when it cannot be restarted or keeps crashing.
 */
export async function guardEmbeddedPostgres(input: {
  options: EmbeddedPostgresOptions
  onCrash: (sentence: string) => void
  onFailure: (error: Error) => void
}): Promise<GuardedPostgres> {
  let current: EmbeddedPostgres = await startEmbeddedPostgres(input.options)
  const { url } = current
  const port = Number(new URL(url).port)
  const crashes: number[] = []
  const stopping = new AbortController()
  let restarting: Promise<void> = Promise.resolve()

  const watch = async (postgres: EmbeddedPostgres): Promise<void> => {
    await postgres.exited
    if (stopping.signal.aborted) return
    const now = Date.now()
    crashes.push(now)
    const recent = crashes.filter((crash) => now - crash < WINDOW_MS)
    if (recent.length > MOST_CRASHES) {
      return input.onFailure(new Error('The embedded database keeps crashing.'))
    }
    input.onCrash('The embedded database ended unexpectedly and is being restarted.')
    const options = { ...input.options, findPort: async () => port, signal: stopping.signal }
    restarting = startEmbeddedPostgres(options).then(
      (next) => {
        current = next
        void watch(next)
      },
      (error) => {
        if (!stopping.signal.aborted) input.onFailure(error)
      },
    )
    await restarting
  }
  void watch(current)

  return {
    url,
    stop: async () => {
      stopping.abort()
      await restarting
      await current.stop()
    },
  }
}
