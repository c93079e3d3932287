import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FilesConfig } from '#server/config.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import type { ProviderHealth } from '#server/ports/provider-health.ts'
import { type Check, failed, judgeHealth, ok, skipped, type Verdict } from './check.ts'

/** Short enough for two tries within the limit of a check. */
const REQUEST_LIMIT_MS = 3_000
const MEANING =
  'Nobody can upload or hear a recording, and private writing can’t be opened without its keys, which are stored there.'

function judgeFolder(health: ProviderHealth): Verdict {
  if (health.state === 'ok') return ok('Files can be stored, read and removed on the disk.')
  return failed({
    finding: `A test file couldn’t be stored, read and removed in the folder “files” of the data folder (${health.reason}).`,
    meaning: MEANING,
    action:
      'Check that the disk isn’t full or read-only, and that the folder belongs to the user the server runs as.',
  })
}

function judgeBucket(bucket: string, health: ProviderHealth): Verdict {
  return judgeHealth(health, {
    works: `Files can be stored, read and removed in the bucket ${bucket}.`,
    meaning: MEANING,
    refused: {
      finding: `A test file couldn’t be stored, read and removed in the bucket ${bucket}: the store refused it`,
      action:
        'Check S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and that this key may read, write and delete there. Then restart the server.',
    },
    unreachable: {
      finding: `The store of the bucket ${bucket} can’t be reached`,
      action:
        'Check S3_ENDPOINT in .env, the network of this server, and whether the store reports an outage.',
    },
  })
}

async function tryBucket(config: FilesConfig & { provider: 's3' }): Promise<Verdict> {
  const { createS3Files } = await import('#server/ports/files/s3.ts')
  const store = createS3Files({ ...config, requestLimitMs: REQUEST_LIMIT_MS })
  try {
    return judgeBucket(config.bucket, await store.check())
  } finally {
    await store.close()
  }
}

export const FILE_CHECKS: readonly Check[] = [
  {
    name: 'files',
    title: 'Files',
    run: async ({ config: { files, dataDir } }) => {
      if (files.provider === 's3') return tryBucket(files)
      const folder = join(dataDir, 'files')
      // Checks create no data folder.
      const isThere = await stat(folder).catch(() => undefined)
      if (!isThere) return skipped('No server has used this data folder yet.')
      return judgeFolder(await createDiskFiles(folder).check())
    },
  },
]
