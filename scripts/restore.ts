/**
 * `npm run restore`: replaces the stopped site with a backup, and keeps the old site aside.
 * docs/operations.md describes the whole procedure.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { listArchives, type Manifest, type SealedArchive } from '#server/backup/manifest.ts'
import { openBackupPlace } from '#server/backup/open-place.ts'
import { confirmRestoration } from '#server/backup/restoration.ts'
import { restoreMasterKey, restoreSite, verifyArchive } from '#server/backup/restore.ts'
import { readIdentity } from '#server/backup/sealing.ts'
import {
  asideName,
  discardPrepared,
  findAside,
  finishSwap,
  swapSites,
  undoSwap,
} from '#server/backup/swap.ts'
import { bytesInWords } from '#server/checks/words.ts'
import { type Config, readBackupAddress, readConfig } from '#server/config.ts'
import { createFiles } from '#server/context.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import { explainDisk } from '#server/disk-failure.ts'
import { exists } from '#server/local-files.ts'
import { StartError } from '#server/start-error.ts'
import { fail, readCommandLine, runCommand } from './command-line.ts'
import { openDatabase, withDatabase } from './database-url.ts'

const HELP = `npm run restore -- --from <place> --key-file <file> [--archive <name>] [--yes] [--incomplete]
npm run restore -- --confirm
npm run restore -- --undo

Replaces this site with a backup. Stop the server first. The present site is kept aside in the
data folder; an external database and a bucket have to be new and empty.

  --from        where backups are kept: a folder, or s3://bucket/prefix with BACKUP_S3_… in .env
                (or BACKUP_DIR); what is set up on the page Connections isn't read, because the
                site may be gone
  --key-file    a file with the backup key (AGE-SECRET-KEY-1…)
  --archive     one of the backups; the newest by default
  --yes         skips the confirmation
  --incomplete  restores a backup although files or keys of private writing are missing in it
  --confirm     says that the restored site is the live one: it sends email, takes payments and makes
                backups again
  --undo        puts the site before the last restore back

Ends with 0 when it is done, 1 when it failed and nothing was replaced, 2 when something is missing
above, 3 when it restored a backup in which something is missing.`

const { values: options } = readCommandLine({
  help: HELP,
  options: {
    from: { type: 'string' },
    'key-file': { type: 'string' },
    archive: { type: 'string' },
    yes: { type: 'boolean' },
    incomplete: { type: 'boolean' },
    confirm: { type: 'boolean' },
    undo: { type: 'boolean' },
  },
})

await runCommand(async () => {
  if (options.confirm) await confirm()
  else if (options.undo) await undo(readConfig(process.env))
  else await restore(readConfig(process.env))
})

async function confirm(): Promise<void> {
  const isDone = await withDatabase(confirmRestoration)
  console.log(
    isDone
      ? 'This is the live site. Start it, or start it again on every node: it sends email, takes payments and makes backups.'
      : 'This site does not wait for a confirmation.',
  )
}

async function undo({ dataDir, database }: Config): Promise<void> {
  await using cleanups = new AsyncDisposableStack()
  const folder = await openDataFolder(dataDir)
  cleanups.defer(() => folder.release())
  await finishSwap(dataDir)
  const aside = await findAside(dataDir)
  if (!aside) throw new StartError('There is no site from before a restore in the data folder.')
  const to = `undone-${asideName(new Date())}`
  await undoSwap(dataDir, { aside, to }).catch(async (error) => {
    throw await explainDisk(dataDir, error)
  })
  console.log(
    database.provider === 'url'
      ? `The part of the site from before the restore that is in the data folder is back. The restored one is in ${to}. The old database is as it was: name it in DATABASE_URL and DATABASE_OWNER_URL, and the old bucket in S3_BUCKET.`
      : `The site from before the restore is back. The restored one is in ${to}.`,
  )
}

async function restore(config: Config): Promise<void> {
  const from = options.from ?? process.env.BACKUP_DIR ?? fail('Say which backups: --from <place>')
  const keyFile =
    options['key-file'] ?? fail('Name the file with the backup key: --key-file <file>')
  const place = await openBackupPlace(readBackupAddress(from, process.env))
  const archive = options.archive ?? (await listArchives(place)).at(-1)
  if (!archive) throw new StartError(`There is no complete backup in ${place.name}.`)
  const identity = await readIdentity(keyFile)
  console.log(`Checking the backup ${archive} …`)
  let missing: string | undefined
  const onMissing = (sentence: string): void => {
    missing = sentence
    console.error(sentence)
  }
  const { dataKey } = config
  const source = { place, archive, identity }
  const verified = { ...source, dataKey, ...(options.incomplete && { onMissing }) }
  const manifest = await verifyArchive(verified)
  await describe(config, manifest, `${archive} ${missing ? 'is not complete' : 'is complete'}`)
  if (!options.yes && !(await askYes())) return
  const restored = await replaceSite(config, { ...source, isIncomplete: missing !== undefined })
  console.log(`
Restored ${restored.files} files and ${restored.memberKeys} keys of private writing.
Start the server and look at the site. It sends no email, takes no payments and makes no backups
until you run
  npm run restore -- --confirm`)
  if (missing) {
    console.error(`\n${missing} The restored site lacks them.`)
    process.exitCode = 3
  }
}

async function describe(config: Config, manifest: Manifest, state: string): Promise<void> {
  const hasSite = await exists(join(config.dataDir, 'postgres'))
  const rowsOf = (name: string): number =>
    manifest.tables.find((table) => table.name === name)?.rows ?? 0
  console.log(`The backup ${state} and holds
  ${rowsOf('member')} members, ${rowsOf('story')} stories, ${rowsOf('reply')} replies, ${rowsOf('purchase')} purchases
  ${manifest.files.count} files (${bytesInWords(manifest.files.bytes)}), ${manifest.jobs.count} tasks to do
It replaces ${
    config.database.provider === 'url'
      ? 'nothing: the database has to be empty.'
      : hasSite
        ? `the site in ${config.dataDir}, which is kept aside there.`
        : `nothing: there is no site in ${config.dataDir} yet.`
  }`)
}

type Source = SealedArchive & { isIncomplete: boolean }

async function askYes(): Promise<boolean> {
  if (!process.stdin.isTTY) fail('There is no terminal to ask you. Add --yes to continue.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Continue? (yes/no) ')
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** Restores everything next to the present site, which is replaced in one step at the end. */
async function replaceSite(
  config: Config,
  source: Source,
): Promise<{ files: number; memberKeys: number }> {
  await using cleanups = new AsyncDisposableStack()
  const { dataDir } = config
  const folder = await openDataFolder(dataDir)
  cleanups.defer(() => folder.release())
  const now = new Date()
  const prepared = 'restoring'
  try {
    await finishSwap(dataDir)
    // Left over from a restore that was killed.
    await rm(join(dataDir, prepared), { recursive: true, force: true })
    await mkdir(join(dataDir, prepared), { mode: 0o711 })
    cleanups.defer(() => discardPrepared(dataDir, prepared))
    const target = { ...config, dataDir: join(dataDir, prepared) }
    await restoreMasterKey({ ...source, configured: config.dataKey, dataDir: target.dataDir })
    const restored = await fill(target, source)
    await swapSites(dataDir, { prepared, aside: asideName(now) })
    return restored
  } catch (error) {
    throw await explainDisk(dataDir, error)
  }
}

async function fill(
  config: Config,
  source: Source,
): Promise<{ files: number; memberKeys: number }> {
  await using cleanups = new AsyncDisposableStack()
  const urls = await openDatabase(config, cleanups)
  const files = await createFiles(config)
  cleanups.defer(() => files.close())
  return await restoreSite({ ...source, urls, files })
}
