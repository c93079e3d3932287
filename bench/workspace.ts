import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A run's files and its cleanup; nothing is left behind. */
export interface Workspace {
  /** A new empty folder. */
  folder(name: string): Promise<string>
  /** Registers a cleanup, run in reverse order. It may be called twice. */
  onClose(end: () => Promise<void>): void
  /** Aborted when the run is interrupted. */
  signal: AbortSignal
  /** The folder in which servers write a CPU profile when they end, if any. */
  profiles: string | undefined
  close(): Promise<void>
}

/** Creates the workspace. Ctrl-C closes it and ends the process. */
export async function openWorkspace(profiles?: string): Promise<Workspace> {
  const root = await mkdtemp(join(tmpdir(), 'folx-bench-'))
  const ends: (() => Promise<void>)[] = []
  const interruption = new AbortController()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= (async () => {
      for (const end of ends.reverse()) await end().catch((error: unknown) => say(String(error)))
      await rm(root, { recursive: true, force: true })
    })()
    return closing
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      interruption.abort()
      void close().finally(() => process.exit(130))
    })
  }
  return {
    folder: (name) => mkdtemp(join(root, `${name}-`)),
    onClose: (end) => ends.push(end),
    signal: interruption.signal,
    profiles,
    close,
  }
}

/** Prints progress to standard error; only the table goes to standard output. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
