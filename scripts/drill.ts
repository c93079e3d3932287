/**
 * `npm run drill`: restores the newest backup next to the site, uses it, and removes it again.
 * docs/operations.md describes the whole procedure.
 */
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listArchives } from '#server/backup/manifest.ts'
import { openBackupPlace } from '#server/backup/open-place.ts'
import { recordDrill } from '#server/backup/record.ts'
import { findIdentity, readIdentity } from '#server/backup/sealing.ts'
import { type Config, readBackupAddress, readConfig } from '#server/config.ts'
import { certificateText, type DrillReport, writeCertificate } from '#server/drill/certificate.ts'
import { openDrillFolder } from '#server/drill/folder.ts'
import { StartError } from '#server/start-error.ts'
import { fail, readCommandLine, runCommand } from './command-line.ts'
import { withDatabase } from './database-url.ts'
import { loadStoredBackups } from './stored-backups.ts'

const HELP = `npm run drill -- [--from <place>] --key-file <file> [--archive <name>]

Tries out the newest backup: restores it into its own folder, starts the site there without
email and payments, signs in, opens a journal entry, plays a recording, checks the money, and
compares everything with the backup's manifest. The site itself is not touched, and may run. Prints
a certificate and keeps it in the data folder under drills/.

  --from      where backups are kept: a folder, or s3://bucket/prefix with BACKUP_S3_… in .env
              (or BACKUP_DIR, or the place on the page Connections)
  --key-file  a file with the backup key, AGE-SECRET-KEY-1… (or BACKUP_DRILL_KEY)
  --key-stdin reads the key from standard input
  --archive   one of the backups; the newest by default

Ends with 0 when the drill passed, 1 when it failed, 2 when something is missing above.`

const { values: options } = readCommandLine({
  help: HELP,
  options: {
    from: { type: 'string' },
    'key-file': { type: 'string' },
    'key-stdin': { type: 'boolean' },
    archive: { type: 'string' },
  },
})

const cleanups = new AsyncDisposableStack()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopped) return
    isStopped = true
    console.error('Stopping, and removing what was restored …')
    void cleanups.disposeAsync().finally(() => process.exit(130))
  })
}

await runCommand(async () => {
  const unread = await loadStoredBackups()
  await drill(readConfig(process.env), unread)
}).finally(() =>
  // Does nothing if a signal has already started it.
  cleanups.disposeAsync(),
)

async function drill(config: Config, unread = ''): Promise<void> {
  const address = options.from
    ? readBackupAddress(options.from, process.env)
    : (config.backup?.address ??
      fail(`Say which backups: --from <place>${unread && `\n${unread}`}`))
  const place = await openBackupPlace(address)
  const archive = options.archive ?? (await listArchives(place)).at(-1)
  const entered = options['key-stdin'] ? findIdentity(await text(process.stdin)) : undefined
  const identity = options['key-file']
    ? await readIdentity(options['key-file'])
    : (entered ??
      config.backup?.drillKey ??
      fail('Name the file with the backup key: --key-file <file>'))
  if (!archive) throw new StartError(`There is no complete backup in ${place.name}.`)
  const folder = await openDrillFolder(config.dataDir, cleanups)
  console.log(`Trying the backup ${archive} …`)
  const { dataKey } = config
  const input = { place, archive, identity, dataKey, folder, cleanups, now: () => new Date() }
  const madeAt = new Date()
  // Loads the whole application, so only when it is needed.
  const { runDrill } = await import('#server/drill/drill.ts')
  const report = await runDrill(input).catch(async (error: unknown) => {
    if (error instanceof StartError && !isStopped) await record({ madeAt, seconds: 0 })
    throw error
  })
  if (isStopped) return
  await record({ madeAt, report, seconds: report.recoverySeconds ?? 0 })
  const path = await writeCertificate(join(config.dataDir, 'drills'), report)
  console.log(`\n${certificateText(report)}\nThis certificate is kept in ${path}.`)
  for (const { title, outcome, detail } of report.steps) {
    if (outcome === 'failed') console.error(`${title}: ${detail}`)
  }
  process.exitCode = report.isPassed ? 0 : 1
}

/** Records the drill for the site's checks, if there is a site. */
async function record(drill: {
  madeAt: Date
  report?: DrillReport
  seconds: number
}): Promise<void> {
  const { madeAt, report, seconds } = drill
  const isPassed = report?.isPassed ?? false
  await withDatabase((url) => recordDrill(url, { madeAt, isPassed, seconds }), {
    mayBeOlder: true,
  }).catch((error: Error) =>
    console.error(`This drill could not be recorded for the site’s checks. ${error.message}`),
  )
}
