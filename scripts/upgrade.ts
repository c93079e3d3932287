/**
 * `npm run upgrade`: upgrades the stopped site to this release after trying that out on a copy, and
 * keeps the previous site. docs/operations.md describes the whole procedure.
 */
import { join } from 'node:path'
import { type Backup, type BackupSource, createBackup } from '#server/backup/create.ts'
import { openBackupPlace } from '#server/backup/open-place.ts'
import { recordBackup, recordDrill } from '#server/backup/record.ts'
import { newBackupKey, readIdentity } from '#server/backup/sealing.ts'
import { discardPrepared, finishSwap } from '#server/backup/swap.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createFiles } from '#server/context.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { compareMigrations, readMigrations } from '#server/db/migrate.ts'
import { prepareDatabase, requireRolling } from '#server/db/prepare.ts'
import { createEmbeddedRoles, type DatabaseUrls } from '#server/db/roles.ts'
import { explainDisk } from '#server/disk-failure.ts'
import { certificateText, type DrillReport, writeCertificate } from '#server/drill/certificate.ts'
import { openDrillFolder } from '#server/drill/folder.ts'
import { readMasterKeyFile } from '#server/master-key.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { StartError } from '#server/start-error.ts'
import { requireDiskSpace } from '#server/upgrade/disk-space.ts'
import { findKept, KEPT_DAYS, tidyKeptSites, UPGRADING } from '#server/upgrade/kept.ts'
import { upgradeSite } from '#server/upgrade/upgrade.ts'
import { fail, readCommandLine } from './command-line.ts'
import { requireSite } from './database-url.ts'
import { loadEnvFile } from './load-env-file.ts'

const HELP = `npm run upgrade [-- --key-file <file>] [--no-drill]

Brings the site in the data folder to this release of Folx. Stop the server, put the new release in
place, run npm ci, then this. It makes a backup if BACKUP_DIR is set (what is set up on the page
Connections isn't read; run npm run backup first), and a drill with this
release: it restores a copy of the site, changes the copy's database, starts it without email and
payments, and uses it. Only when that went well does it change the site's own database, and it keeps
the site from before for ${KEPT_DAYS} days, or until the next upgrade: npm run rollback puts it back.

  --key-file  a file with the backup key (AGE-SECRET-KEY-1…), to try the backup itself out; without
              it, the drill uses a copy of the site that is made for it and removed again
  --no-drill  skips the drill, if the disk has no room for it

Interrupted at any point, it has changed nothing or finishes with the next start; run it again. Ends
with 0 when it is done or there is nothing to do, 1 when it failed and nothing was changed, 2 when
something is missing above.`

const { values: options } = readCommandLine({
  help: HELP,
  options: { 'key-file': { type: 'string' }, 'no-drill': { type: 'boolean' } },
})
const cleanups = new AsyncDisposableStack()
let isStopped = false
/** Once true, a signal ends the process at once, without cleanup. A kill is safe at any moment. */
let isChanging = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopped) return
    isStopped = true
    console.error('Stopping. The site is as it was, or as it should be: run this again.')
    if (isChanging) process.exit(130)
    void cleanups.disposeAsync().finally(() => process.exit(130))
  })
}

try {
  loadEnvFile()
  const config = readConfig(process.env)
  const { database, dataDir } = config
  const upgrade =
    database.provider === 'url' ? upgradeExternal(config, database) : upgradeEmbedded(config)
  await upgrade.catch(async (error) => {
    throw await explainDisk(dataDir, error)
  })
} catch (error) {
  // After a signal, errors are expected.
  if (!isStopped && !(error instanceof StartError)) throw error
  if (!isStopped) console.error((error as StartError).message)
  process.exitCode = isStopped ? 130 : 1
} finally {
  // Does nothing if a signal has already started it.
  await cleanups.disposeAsync()
}

async function upgradeEmbedded(config: Config): Promise<void> {
  const { dataDir } = config
  await requireSite(config)
  const folder = await openDataFolder(dataDir)
  cleanups.defer(() => folder.release())
  await finishSwap(dataDir)
  await tidyKeptSites(dataDir, new Date())
  await removeDrill(dataDir)
  const postgres = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
  cleanups.defer(() => postgres.stop())
  const urls = await createEmbeddedRoles(postgres.url)
  const pending = await findPending(urls)
  if (pending.length === 0) return
  if (!(await tryOut(config, urls))) return
  await postgres.stop()
  console.log('Changing the database …')
  isChanging = true
  await upgradeSite({ dataDir, ran: pending, now: new Date() })
  const kept = await findKept(dataDir, 'before-upgrade')
  console.log(`
The site is upgraded. Start the server and look at it.
The site from before is kept in ${kept?.name} for ${KEPT_DAYS} days.
To go back to it, stop the server, then: npm run rollback`)
}

/** Upgrades an external database. It keeps no earlier state for us, so a rollback needs a backup. */
async function upgradeExternal(config: Config, urls: DatabaseUrls): Promise<void> {
  const pending = await findPending(urls)
  if (pending.length === 0) return
  if (!config.backup) {
    fail(
      'Set BACKUP_DIR and BACKUP_RECIPIENT first (npm run backup -- --help). With DATABASE_URL, the backup that this makes is the way back.',
    )
  }
  const folder = await openDataFolder(config.dataDir)
  cleanups.defer(() => folder.release())
  await tidyKeptSites(config.dataDir, new Date())
  await requireRolling(urls)
  if (!(await tryOut(config, urls))) return
  console.log('Changing the database …')
  await prepareDatabase(urls)
  console.log(`
The database is upgraded. Start this release on every node.
To go back, restore the backup: npm run rollback says how.`)
}

/** The pending migrations. If there are none, prints a sentence that says so. */
async function findPending({ ownerUrl }: DatabaseUrls): Promise<string[]> {
  const { isNew, unknown, ...state } = await compareMigrations(ownerUrl)
  const pending = state.pending.map(({ name }) => name)
  if (unknown.length > 0) {
    throw new StartError(
      `This release of Folx is older than the site, or another one: the database knows the migration ${unknown[0]}, which this release doesn’t. Nothing was changed. Go back to the newer release, or run npm run rollback.`,
    )
  }
  if (isNew && pending.length === (await readMigrations()).length) {
    throw new StartError('The database is empty: there is no site to upgrade. Start the server.')
  }
  if (pending.length === 0) {
    console.log(
      'There is nothing to do: the site already belongs to this release. Start the server.',
    )
  } else {
    console.log(`This release changes the database: ${pending.join(', ')}`)
  }
  return pending
}

/** Makes the backup and the drill. Prints the certificate; false if the drill failed. */
async function tryOut(config: Config, urls: DatabaseUrls): Promise<boolean> {
  const files = await createFiles(config)
  try {
    const masterKey = config.dataKey ? undefined : await readMasterKeyFile(config.dataDir)
    const source = { databaseUrl: urls.ownerUrl, files, masterKey }
    const identity = options['key-file']
      ? await readIdentity(options['key-file'])
      : config.backup?.drillKey
    const drillsBackup = identity !== undefined && config.backup !== undefined
    await requireDiskSpace({
      dataDir: config.dataDir,
      urls,
      files,
      drill: options['no-drill'] ? 'none' : drillsBackup ? 'of the backup' : 'of a copy',
    })
    const backup = await backUp(config, source)
    if (options['no-drill']) {
      console.log('The drill is skipped.')
      return true
    }
    return backup && identity && config.backup
      ? await drill(config, { ...backup, identity, urls })
      : await drill(config, await copyForDrill(config, source))
  } finally {
    await files.close()
  }
}

/** Makes the backup. Prints a sentence and returns undefined if backups are not set up. */
async function backUp(
  { backup }: Config,
  source: BackupSource,
): Promise<{ place: BackupPlace; archive: string } | undefined> {
  if (!backup) {
    console.log(
      'No backup is made: BACKUP_DIR and BACKUP_RECIPIENT are not set. The earlier site is kept on this disk only.',
    )
    return undefined
  }
  const place = await openBackupPlace(backup.address)
  console.log(`Making a backup in ${place.name} …`)
  const now = new Date()
  const { recipient } = backup
  const madeBy = 'upgrade'
  const { archive }: Backup = await createBackup({ place, source, recipient, now, madeBy })
  await recordBackup(source.databaseUrl, { madeAt: now, place: place.name })
  console.log(`The backup ${archive} is complete.`)
  return { place, archive }
}

interface DrillSource {
  place: BackupPlace
  archive: string
  identity: string
  /** The database in which the drill of a real backup is recorded. */
  urls?: DatabaseUrls
}

/** Makes a temporary backup only for the drill, with a key that is not kept. */
async function copyForDrill({ dataDir }: Config, source: BackupSource): Promise<DrillSource> {
  console.log('Copying the site for the drill …')
  const folder = join(dataDir, UPGRADING, 'copy')
  const place = createBackupFolder(folder)
  cleanups.defer(() => discardPrepared(dataDir, UPGRADING))
  const { identity, recipient } = await newBackupKey()
  const now = new Date()
  const { archive } = await createBackup({ place, source, recipient, now, madeBy: 'upgrade' })
  return { place, archive, identity }
}

async function drill(config: Config, { urls, ...source }: DrillSource): Promise<boolean> {
  console.log('Trying this release out on a copy of the site …')
  const { dataDir, dataKey } = config
  const madeAt = new Date()
  // Loads the whole application, so only when it is needed.
  const { runDrill } = await import('#server/drill/drill.ts')
  const report = await withDrillFolder(dataDir, (folder, drillCleanups) =>
    runDrill({ ...source, dataKey, folder, cleanups: drillCleanups, now: () => new Date() }),
  )
  if (urls) {
    const { isPassed, recoverySeconds } = report
    await recordDrill(urls.url, { madeAt, isPassed, seconds: recoverySeconds ?? 0 })
  }
  await discardPrepared(dataDir, UPGRADING)
  const path = await writeCertificate(join(dataDir, 'drills'), report)
  console.log(`\n${certificateText(report)}\nThis certificate is kept in ${path}.`)
  if (report.isPassed) return true
  console.error(
    'Nothing was changed: this release doesn’t work with this site. Go back to the release you had before, and show the certificate to the people who gave you this one.',
  )
  process.exitCode = 1
  return false
}

/** Removes what the drill of a killed upgrade left behind. */
async function removeDrill(dataDir: string): Promise<void> {
  await using leftover = new AsyncDisposableStack()
  await openDrillFolder(dataDir, leftover)
}

async function withDrillFolder(
  dataDir: string,
  work: (folder: string, drillCleanups: AsyncDisposableStack) => Promise<DrillReport>,
): Promise<DrillReport> {
  await using drillCleanups = new AsyncDisposableStack()
  cleanups.defer(() => drillCleanups.disposeAsync())
  return await work(await openDrillFolder(dataDir, drillCleanups), drillCleanups)
}
