import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { SealedArchive } from '#server/backup/manifest.ts'
import { restoreMasterKey, restoreSite, verifyArchive } from '#server/backup/restore.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { createEmbeddedRoles, type DatabaseUrls } from '#server/db/roles.ts'
import { explainDisk } from '#server/disk-failure.ts'
import { buildApp } from '#server/http/app.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import { StartError } from '#server/start-error.ts'
import type { DrillReport, DrillStep } from './certificate.ts'
import { balanceLedgers, compareCounts, openJournals, playRecording, signIn } from './use.ts'

export interface DrillInput extends SealedArchive {
  /** `DATA_KEY`, if that is set. */
  dataKey: Buffer | undefined
  /** An empty folder for the restored site. */
  folder: string
  /** Stops the restored site; the caller must dispose of it, even if the drill fails. */
  cleanups: AsyncDisposableStack
  now: () => Date
  /** Opens an empty database until the cleanups; by default an embedded one in the folder. */
  openDatabase?: (input: DrillInput) => Promise<DatabaseUrls>
}

type Result = Omit<DrillStep, 'title'>

/** Restores a backup into a folder and uses the site. It sends no email and takes no payments. */
export async function runDrill(input: DrillInput): Promise<DrillReport> {
  const { archive, now } = input
  const startedAt = now()
  const steps: DrillStep[] = []
  const report = (rest: Pick<DrillReport, 'backupMadeAt' | 'recoverySeconds'>): DrillReport => ({
    archive,
    startedAt: startedAt.toISOString(),
    steps,
    ...rest,
    isPassed: steps.every(({ outcome }) => outcome !== 'failed'),
  })
  const attempt = async (title: string, work: () => Promise<Result>): Promise<void> => {
    steps.push({ title, ...(await work().catch(failure)) })
  }
  const manifest = await verifyArchive(input)
  const backupMadeAt = manifest.createdAt
  steps.push(step('Archive', 'The checksums of all parts, files and keys are correct.'))
  try {
    const { context, files } = await restore(input)
    steps.push(step('Restore', 'The database and the files were restored.'))
    const counts = { files, expectedFiles: manifest.files.count }
    await attempt('Counts', () => compareCounts(context.db, manifest, counts))
    const url = await serve(context, input.cleanups)
    const recoverySeconds = Math.round((now().getTime() - startedAt.getTime()) / 1_000)
    steps.push(step('Start', 'The site answers.'))
    let cookie = ''
    await attempt('Sign-in', async () => {
      const signedIn = await signIn(context, url)
      cookie = signedIn.cookie
      return signedIn.result
    })
    await attempt('Journal', () => openJournals(context))
    await attempt('Recording', () => playRecording(context, url, cookie))
    await attempt('Money', () => balanceLedgers(context.db))
    return report({ backupMadeAt, recoverySeconds })
  } catch (error) {
    const title = steps.some((each) => each.title === 'Restore') ? 'Start' : 'Restore'
    steps.push({ title, ...failure(await explainDisk(input.folder, error)) })
    return report({ backupMadeAt, recoverySeconds: null })
  }
}

function step(title: string, detail: string): DrillStep {
  return { title, outcome: 'passed', detail }
}

/** Reports an error without its message, which could contain a row's values. */
function failure(error: unknown): Result {
  if (error instanceof StartError) return { outcome: 'failed', detail: error.message }
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : ''
  const name = error instanceof Error ? error.name : 'unknown error'
  return { outcome: 'failed', detail: `It failed with an error (${name}${code}).` }
}

async function restore(input: DrillInput): Promise<{ context: Context; files: number }> {
  const { dataKey, folder, cleanups, openDatabase = openEmbedded } = input
  await restoreMasterKey({ ...input, configured: dataKey, dataDir: folder })
  const urls = await openDatabase(input)
  const filesFolder = join(folder, 'files')
  await mkdir(filesFolder, { mode: 0o700 })
  const { files } = await restoreSite({ ...input, urls, files: createDiskFiles(filesFolder) })
  // Uses nothing from the live site's environment: no provider, no bucket, no public address.
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: urls.url,
    DATABASE_OWNER_URL: urls.ownerUrl,
    LOG_LEVEL: 'silent',
    ...(dataKey && { DATA_KEY: dataKey.toString('hex') }),
  })
  const log = pino({ level: 'silent' })
  const context = await createContext({ config, log, databaseUrl: urls.url })
  cleanups.defer(() => context.close())
  if (!context.isUnconfirmed) throw new StartError('The restored site would send email. Stopped.')
  return { context, files }
}

async function openEmbedded({ folder, cleanups }: DrillInput): Promise<DatabaseUrls> {
  const postgres = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    // It runs for minutes and is then deleted.
    settings: { fsync: 'off', shared_buffers: '32MB' },
  })
  cleanups.defer(() => postgres.stop())
  return createEmbeddedRoles(postgres.url)
}

async function serve(context: Context, cleanups: AsyncDisposableStack): Promise<string> {
  const app = await buildApp(context)
  cleanups.defer(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { status } = await fetch(`${url}/api/health`)
  if (status !== 200) throw new StartError(`The restored site answers with ${status}.`)
  return url
}
