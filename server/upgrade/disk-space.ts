import { statfs } from 'node:fs/promises'
import { bytesInWords } from '#server/checks/words.ts'
import type { DatabaseUrls } from '#server/db/roles.ts'
import { withClient } from '#server/db/with-client.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'

/**
 * The data that a drill restores: nothing, the backup in its place, or a copy of the backup that is on this
 * disk, too.
 */
export type DrillKind = 'none' | 'of the backup' | 'of a copy'

const MB = 1024 ** 2
/** Size of an empty database cluster with its write-ahead log. */
const EMPTY_CLUSTER = 100 * MB
const MARGIN = 100 * MB

/** In bytes. */
interface Sizes {
  database: number
  files: number
}

/**
 * The most space that an upgrade needs at one time: the drill is removed before the database is
 * copied.
 */
export function neededSpace(kind: DrillKind, { database, files }: Sizes): number {
  const cluster = database + EMPTY_CLUSTER
  const times = { none: 0, 'of the backup': 1, 'of a copy': 2 }[kind]
  return Math.max(cluster, times * (cluster + files)) + MARGIN
}

/** Throws a StartError if the disk of the data folder has too little space for the upgrade. */
export async function requireDiskSpace(input: {
  dataDir: string
  urls: DatabaseUrls
  files: FileStore
  drill: DrillKind
}): Promise<void> {
  const { dataDir, urls, files, drill } = input
  const sizes = { database: await databaseSize(urls.ownerUrl), files: 0 }
  for await (const { size } of files.list()) sizes.files += size
  const { bavail, bsize } = await statfs(dataDir)
  requireFreeSpace({ free: bavail * bsize, drill, sizes, dataDir })
}

export function requireFreeSpace(input: {
  free: number
  drill: DrillKind
  sizes: Sizes
  dataDir: string
}): void {
  const { free, drill, sizes, dataDir } = input
  const need = neededSpace(drill, sizes)
  if (free >= need) return
  const withoutDrill = neededSpace('none', sizes)
  const instead =
    withoutDrill <= free
      ? ` Without the drill, ${bytesInWords(withoutDrill)} are enough: npm run upgrade -- --no-drill`
      : ''
  throw new StartError(
    `The upgrade needs ${bytesInWords(need)} of free disk space in ${dataDir}, and there are ${bytesInWords(free)}. Nothing was changed. Make room there and run it again.${instead}`,
  )
}

function databaseSize(url: string): Promise<number> {
  return withClient({ url, name: 'folx-upgrade' }, async (client) => {
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database())::text as size',
    )
    return Number(rows[0]?.size)
  })
}
