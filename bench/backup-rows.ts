import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startInBackground } from '#server/background-process.ts'
import { newBackupKey } from '#server/backup/sealing.ts'
import type { RowGroup } from './bench.ts'
import { p99Row, readList } from './latency.ts'
import { flatRow, memoryRow } from './memory-row.ts'
import type { Options } from './options.ts'
import { watchMemory } from './process-usage.ts'
import { judge } from './table.ts'
import { say } from './workspace.ts'

const BACKUP = join(import.meta.dirname, '../scripts/backup.ts')

/** A first backup, as the schedule makes it: its effect on readers and its memory use. */
export const backupRows: RowGroup = {
  name: 'backup',
  measure: async ({ workspace, install, options }) => {
    const { stories, files } = options.backup
    say(`backup: ${files.count.toLocaleString('en')} files of ${files.bytes} bytes`)
    // A separate installation, because the files stay in the data folder.
    const installation = await install(stories, {})
    const bytes = await writeRecordings(join(installation.dataDir, 'files', 'bench'), files)
    const idle = await readList(installation, wait(options.rounds * options.seconds * 1000))
    const startedAt = performance.now()
    const env = {
      PATH: process.env.PATH,
      // A place for backups may be in a system folder only if that is the one for temporary files.
      TMPDIR: process.env.TMPDIR,
      DATA_DIR: installation.dataDir,
      BACKUP_DIR: await workspace.folder('backups'),
      BACKUP_RECIPIENT: (await newBackupKey()).recipient,
    }
    const backup = startInBackground(BACKUP, { env })
    workspace.onClose(async () => void backup.kill())
    const { result: busy, megabytes } = await watchMemory(backup.pid ?? 0, () =>
      readList(installation, succeeds(backup)),
    )
    const seconds = (performance.now() - startedAt) / 1000
    await installation.stop()
    const known = megabytes.filter((value) => !Number.isNaN(value))
    return [
      judge(
        {
          name: 'backup: pace',
          ours: `${stories.toLocaleString('en')} stories, ${(bytes / 1e9).toFixed(2)} GB of files`,
          peer: `${seconds.toFixed(0)} s`,
        },
        { value: bytes / 1e6 / seconds, unit: ' MB/s', digits: 1 },
      ),
      p99Row('backup: other calls', { busy, idle, atMost: 1.5 }),
      flatRow('backup: memory, flat', known),
      memoryRow(
        { name: 'backup: memory, most', ours: 'the process that makes it' },
        { value: Math.max(...known) },
      ),
    ]
  },
}

/** Writes unique files that cannot be compressed; returns their total size in bytes. */
async function writeRecordings(
  folder: string,
  { count, bytes }: Options['backup']['files'],
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const sound = randomBytes(bytes)
  for (let number = 0; number < count; number += 1) {
    sound.writeUInt32BE(number)
    await writeFile(join(folder, `${number}.m4a`), sound)
  }
  return count * bytes
}

async function succeeds(child: ReturnType<typeof startInBackground>): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The backup failed.')
}
