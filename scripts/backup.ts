/**
 * `npm run backup`: makes an encrypted archive of the site, even while the server runs.
 * docs/operations.md describes the whole procedure.
 */
import { resolve } from 'node:path'
import { createBackup } from '#server/backup/create.ts'
import { listArchives } from '#server/backup/manifest.ts'
import { openBackupPlace } from '#server/backup/open-place.ts'
import { recordBackup } from '#server/backup/record.ts'
import { newBackupKey } from '#server/backup/sealing.ts'
import { bytesInWords, counted } from '#server/checks/words.ts'
import { readBackupAddress, readConfig } from '#server/config.ts'
import { createFiles } from '#server/context.ts'
import { readMasterKeyFile } from '#server/master-key.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { fail, readCommandLine, runCommand } from './command-line.ts'
import { withDatabaseUrls } from './database-url.ts'
import { loadStoredBackups } from './stored-backups.ts'

const HELP = `npm run backup [-- --to <place>] [--recipient age1…]
npm run backup -- --take-over <place>
npm run backup -- --new-key
npm run backup -- --list [--to <place>]

Makes an encrypted backup of the site while it runs: the database, the files, and the keys of
private writing. Unchanged files are not copied again. Every backup stays for 48 hours, and for 14
days if you or an upgrade made it. Then the newest of each of the last 7 days, 4 weeks and 12 months
stay. A place takes the backups of one community, and refuses those of another one.

  --to         where backups are kept: a folder, or s3://bucket/prefix with BACKUP_S3_… in .env
               (or BACKUP_DIR, or the place on the page Connections)
  --recipient  the public half of the backup key (or BACKUP_RECIPIENT, or the one on that page)
  --scheduled  keeps this backup only as long as those that the server makes at BACKUP_TIME
  --take-over  makes a backup into this place although another community has backups there, and
               refuses that community from then on; removes nothing that is there
  --new-key    makes a backup key and prints both halves
  --list       lists the backups

Ends with 0 when the backup is complete, 1 when it failed, 2 when something is missing above.`

const { values: options } = readCommandLine({
  help: HELP,
  options: {
    to: { type: 'string' },
    recipient: { type: 'string' },
    scheduled: { type: 'boolean' },
    'take-over': { type: 'string' },
    'new-key': { type: 'boolean' },
    list: { type: 'boolean' },
  },
})

/** Why what is set up on the page can't be read, if that was tried. */
let unread = ''

await runCommand(async () => {
  if (options['new-key']) return await printNewKey()
  await findSettings()
  if (options.list) await printArchives()
  else await backUp()
})

/** Puts everything into the environment: the command line wins, then `.env`, then the page. */
async function findSettings(): Promise<void> {
  const { to, recipient } = options
  const given = {
    ...(to && { BACKUP_DIR: to.startsWith('s3:') ? to : resolve(to) }),
    ...(recipient && { BACKUP_RECIPIENT: recipient }),
  }
  const isSet = Object.entries(process.env).some(
    ([name, value]) => name.startsWith('BACKUP_') && value,
  )
  if (!isSet) unread = (await loadStoredBackups()) ?? ''
  Object.assign(process.env, given)
}

async function printNewKey(): Promise<void> {
  const { identity, recipient } = await newBackupKey()
  console.log(`This key opens your backups. Keep it in two places, and never on the server:

  ${identity}

Add this line to .env. It only makes backups:

  BACKUP_RECIPIENT=${recipient}`)
}

async function printArchives(): Promise<void> {
  const archives = await listArchives(await openPlace())
  console.log(archives.length > 0 ? archives.join('\n') : 'There is no backup yet.')
}

async function backUp(): Promise<void> {
  const place = await openPlace()
  const config = readConfig(process.env)
  if (!config.backup) throw new Error('BACKUP_DIR is set.')
  const { recipient } = config.backup
  const takesOver = options['take-over'] !== undefined
  if (takesOver && options['take-over'] !== place.name) {
    fail(`To take over the place of these backups, name it: --take-over ${place.name}`)
  }
  const files = await createFiles(config)
  const masterKey = config.dataKey ? undefined : await readMasterKeyFile(config.dataDir)
  const { archive, manifest, memberKeys, lost, removed } = await withDatabaseUrls(
    async ({ ownerUrl }) => {
      const now = new Date()
      const source = { databaseUrl: ownerUrl, files, masterKey }
      const madeBy = options.scheduled ? 'schedule' : 'hand'
      const backup = await createBackup({ place, source, recipient, now, madeBy, takesOver })
      await recordBackup(ownerUrl, { madeAt: now, place: place.name })
      return backup
    },
    // A backup before an upgrade doesn't migrate the database.
    { mayBeOlder: true },
  ).finally(() => files.close())
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${archive}: ${rows} rows, ${manifest.files.count} files (${bytesInWords(manifest.files.bytes)}), ${memberKeys} keys of private writing.`,
  )
  if (lost.files + lost.memberKeys > 0) {
    console.error(
      `The site’s file store has lost ${counted(lost.files, 'file')} and ${counted(lost.memberKeys, 'key')} of private writing that the site needs. This backup still contains those that an earlier one had. To get them back, restore it.`,
    )
  }
  if (removed.length > 0) console.log(`Removed old backups: ${removed.join(', ')}.`)
  if (!masterKey) console.log('DATA_KEY is not in the backup. Keep it apart from the server, too.')
}

function openPlace(): Promise<BackupPlace> {
  const to =
    process.env.BACKUP_DIR ||
    fail(
      `Connect a place on the page Connections, set BACKUP_DIR, or say where: --to <place>${unread && `\n${unread}`}`,
    )
  return openBackupPlace(readBackupAddress(to, process.env))
}
