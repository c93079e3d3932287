import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stopLeftoverPostgres } from '#server/db/embedded/cluster.ts'
import { lockFile } from '#server/file-lock.ts'
import { StartError } from '#server/start-error.ts'

/**
 * Creates an empty folder for one drill; disposing of `cleanups` removes it. Throws a StartError
 * during another drill.
 */
export async function openDrillFolder(
  dataDir: string,
  cleanups: AsyncDisposableStack,
): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFile(join(dataDir, 'drill.lock'))
  if (!lock) throw new StartError('Another drill is under way. Wait until it is done.')
  cleanups.defer(() => lock[Symbol.dispose]())
  const folder = join(dataDir, 'drill')
  // Left by a drill that was killed.
  await stopLeftoverPostgres(join(folder, 'postgres'))
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  // PostgreSQL, which may run as another user, has to pass through it.
  await mkdir(folder, { mode: 0o711 })
  cleanups.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
