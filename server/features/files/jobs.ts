import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { isLiveRecordingFile } from '../live/recordings/service.ts'
import { isKeyInUse } from '../private-text/service.ts'
import { isProductFile } from '../shop/products/files.ts'
import { isRecordingInUse } from '../stories/recordings.ts'

/** Checks whether a stored file is in use. Add one for every new feature that stores files. */
const OWNERS: readonly ((db: Db, key: string) => Promise<boolean>)[] = [
  isRecordingInUse,
  isKeyInUse,
  isProductFile,
  isLiveRecordingFile,
]

export async function startFileJobs(context: Context): Promise<void> {
  await context.jobs.work('remove-file', ({ key }) => removeUnusedFile(context, key))
}

/** Removes a file unless something refers to it. */
async function removeUnusedFile(context: Context, key: string): Promise<void> {
  for (const isInUse of OWNERS) {
    if (await isInUse(context.db, key)) return
  }
  await context.files.remove(key)
}
