import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'

/** Returns the changes that are announced while `work` runs. */
export async function announced(context: Context, work: () => Promise<unknown>): Promise<Change[]> {
  const received: Change[] = []
  const stop = context.changes.listen((change) => received.push(change))
  await work()
  stop()
  return received
}
