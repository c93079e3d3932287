import type { Context } from '#server/context.ts'
import { withClient } from '#server/db/with-client.ts'
import { databaseOf } from './database-of.ts'
import { END_MS } from './limits.ts'

/** Waits for the end of something. If it hangs, throws, with what `findOpen` says keeps it. */
export async function endWithin(
  what: string,
  ending: Promise<unknown>,
  findOpen: () => Promise<string> | string = () => '',
  limitMs: number = END_MS,
): Promise<void> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), limitMs)
  try {
    if ((await Promise.race([ending, late.promise])) !== 'late') return
  } finally {
    clearTimeout(timer)
  }
  // It may still fail, after its test.
  ending.catch(() => undefined)
  throw new Error(`${what} has not ended within ${limitMs / 1_000} s. ${await findOpen()}`)
}

/** Closes a test's application. It waits for its connections, so one that a test keeps would hang it. */
export function closeContext(context: Context, limitMs?: number): Promise<void> {
  const { url } = databaseOf(context)
  return endWithin('The application', context.close(), () => openConnections(url), limitMs)
}

async function openConnections(url: string): Promise<string> {
  const { rows } = await withClient({ url }, (client) =>
    client.query<{ last: string }>(
      `select coalesce(state, backend_type) || ': ' || query as last from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  )
  return ['Connections that are still open, with their last statements:']
    .concat(rows.map(({ last }) => last))
    .join('\n')
}
