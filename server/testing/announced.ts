import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'

/** Returns the changes that are announced while `work` runs. */
export async function announced(context: Context, work: () => Promise<unknown>): Promise<Change[]> {
  const heard: Change[] = []
  const stop = context.changes.listen((change) => heard.push(change))
  await work()
  stop()
  return heard
}
