/**
 * `npm run rollback`: puts the site from before the last upgrade back. docs/operations.md describes
 * the whole procedure.
 */
import { join } from 'node:path'
import { finishSwap } from '#server/backup/swap.ts'
import { counted } from '#server/checks/words.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { StartError } from '#server/start-error.ts'
import { type Change, type Changes, countChanges } from '#server/upgrade/changes.ts'
import {
  findKept,
  type KeptSite,
  type Kind,
  keptUntil,
  tidyKeptSites,
} from '#server/upgrade/kept.ts'
import { putBack } from '#server/upgrade/upgrade.ts'
import { readCommandLine, runCommand } from './command-line.ts'
import { requireSite } from './database-url.ts'

const HELP = `npm run rollback [-- --confirm]
npm run rollback -- --undo

Puts the site back as it was before the last upgrade, and says first what was written since. Stop the
server before. The present site is kept aside, too. Then go back to the release you had before.

  --confirm  goes back; without it, nothing is changed
  --undo     puts the site from before the last rollback back

Ends with 0 when it is done, 1 when it failed and nothing was changed, 2 when --confirm is missing or
the call is wrong.`

const EXTERNAL = `With DATABASE_URL, Folx keeps no earlier state of the database. Nothing was changed. Migrations of one
release leave the release before working, so often it is enough to go back to that one. Otherwise the
backup that the upgrade made is the way back:
  1. Stop every node and go back to the release you had before.
  2. Create a new, empty database (and a new bucket, with S3), and name them in .env.
  3. npm run restore -- --from <folder of the backups> --key-file <file with the backup key>
     (npm run backup -- --list shows the backups; --archive chooses one)
  4. Start it and look at the site, then: npm run restore -- --confirm
What was written since that backup stays in the old database.`

const { values: options } = readCommandLine({
  help: HELP,
  options: { confirm: { type: 'boolean' }, undo: { type: 'boolean' } },
})

await runCommand(() => rollBack(readConfig(process.env)))

async function rollBack(config: Config): Promise<void> {
  const { database, dataDir } = config
  if (database.provider === 'url') throw new StartError(EXTERNAL)
  await requireSite(config)
  await using cleanups = new AsyncDisposableStack()
  const folder = await openDataFolder(dataDir)
  cleanups.defer(() => folder.release())
  const at = new Date()
  await finishSwap(dataDir)
  await tidyKeptSites(dataDir, at)
  if (options.undo) {
    const site = await requireKept(dataDir, 'before-rollback')
    const upgradedAt = new Date(site.note.upgradedAt)
    await putBack({ dataDir, site, kind: 'before-upgrade', at: upgradedAt })
    console.log('The site from before the rollback is back. Start it with the newer release.')
    return
  }
  const site = await requireKept(dataDir, 'before-upgrade')
  console.log(lossInWords(site, await findChanges(dataDir, site)))
  if (!options.confirm) {
    console.error('\nNothing was changed. To go back: npm run rollback -- --confirm')
    process.exitCode = 2
    return
  }
  await putBack({ dataDir, site, kind: 'before-rollback', at })
  const kept = await findKept(dataDir, 'before-rollback')
  console.log(`
The site is as it was before the upgrade. Go back to the release you had before, run npm ci, and start it.
The site from before this rollback is kept in ${kept?.name} until ${kept && day(keptUntil(kept))}.
To get it back: npm run rollback -- --undo`)
}

async function requireKept(dataDir: string, kind: Kind): Promise<KeptSite> {
  const site = await findKept(dataDir, kind)
  if (site) return site
  const what = kind === 'before-upgrade' ? 'an upgrade' : 'a rollback'
  throw new StartError(`There is no site from before ${what} in ${dataDir}. Nothing was changed.`)
}

/** Undefined when Folx can't tell: after a restore, or when the database doesn't start. */
async function findChanges(dataDir: string, site: KeptSite): Promise<Changes | undefined> {
  try {
    const postgres = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
    try {
      return await countChanges(postgres.url, site.note)
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    return undefined
  }
}

function lossInWords({ note, name }: KeptSite, changes: Changes | undefined): string {
  const since = `The site from before the upgrade of ${minute(note.upgradedAt)} is in ${name}.`
  if (!changes) {
    return `${since}\nEverything written since then would be lost. Folx can’t tell how much: the current database was restored after the upgrade, or doesn’t start.`
  }
  const lines = changes.counted.filter(isAny).map((change) => `  ${changeInWords(change)}`)
  const { otherRows } = changes
  if (otherRows > 0) {
    lines.push(`  ${counted(otherRows, 'row')} of other kinds (settings, reactions, marks …)`)
  }
  if (lines.length === 0) return `${since}\nNothing was written since.`
  const removed = changes.counted.some((change) => change.removed > 0)
  return [
    since,
    'This was written after the upgrade and would be lost:',
    ...lines,
    ...(removed
      ? [
          'Anything deleted since then comes back, except the private writing of deleted accounts. You’ll have to delete it again.',
        ]
      : []),
  ].join('\n')
}

function isAny({ added, changed, removed }: Change): boolean {
  return added + changed + removed > 0
}

/** `3 new stories, 1 changed, 2 deleted`. */
function changeInWords({ noun, added, changed, removed }: Change): string {
  return [
    `${added} new ${added === 1 ? noun : plural(noun)}`,
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(removed > 0 ? [`${removed} deleted`] : []),
  ].join(', ')
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

function minute(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
