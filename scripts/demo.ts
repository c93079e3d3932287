/**
 * `npm run demo`: starts the product in its own data folder (`./data-demo`) with a small, lively
 * community. Delete the folder to start over.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Config, readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import { stopLeftoverPostgres } from '#server/db/embedded/cluster.ts'
import { exists } from '#server/local-files.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import { createMediabunnyConverter } from '#server/ports/recordings/mediabunny.ts'
import type { RecordingConverter } from '#server/ports/recordings/port.ts'
import { exitEarly } from '#server/report-failure.ts'
import { stopSignal } from '#server/stop-signal.ts'
import { withDatabase } from './database-url.ts'
import { demoRequests, loadGuidance } from './demo/guidance.ts'
import { DEMO_PASSWORD, loadDemo } from './demo/load.ts'
import { demoMembers } from './demo/members.ts'
import { loadMemberships, membersWithMembership } from './demo/memberships.ts'
import { demoActions, demoJournal, loadPractice } from './demo/practice.ts'
import { demoPrayers, loadPrayers } from './demo/prayers.ts'
import { demoProducts, loadProducts, workbookPages } from './demo/products.ts'
import { demoStories } from './demo/stories.ts'
import { ensureWebBuild } from './web-build.ts'

// Never use the real database or a public address, whatever the environment says.
for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'FILES_PROVIDER', 'MAIL_PROVIDER']) {
  delete process.env[name]
}
// … and never real payments.
process.env.PAYMENTS_PROVIDER = 'till'
process.env.DATA_DIR = process.env.DEMO_DATA_DIR ?? './data-demo'

try {
  await ensureWebBuild(stopSignal)
  // First, so that a wrong text leaves no half of a community behind.
  for (const read of [demoStories, demoPrayers, demoRequests, demoJournal, demoActions]) read()
  for (const read of [demoProducts, workbookPages]) read()
  await openCommunity(readConfig(process.env))
} catch (error) {
  exitEarly(error)
}

const members = demoMembers()
const paying = membersWithMembership()
const admin = members.find((candidate) => candidate.rights)
const member = members.find((candidate) => !candidate.rights)
const other = members.find(({ rights, username }) => !rights && !paying.includes(username))
process.stderr.write(
  [
    `\nThe password of every member is ${DEMO_PASSWORD}. Sign in as`,
    `  ${admin?.username}, an administrator, who can start the live room`,
    `  ${member?.username}, who has the membership and can join the live room`,
    `  ${other?.username}, who doesn’t have the membership`,
    '',
  ].join('\n'),
)
await import('#server/main.ts')

/** Fills the data folder with the community, unless it has one. */
async function openCommunity(config: Config): Promise<void> {
  const { dataDir } = config
  /** Exists while the community is incomplete. */
  const mark = join(dataDir, 'filling')
  if (await exists(mark)) await startOver(dataDir)
  await using cleanups = new AsyncDisposableStack()
  // Here, so that a stop also ends its processes.
  const recordings = cleanups.adopt(createMediabunnyConverter(), (each) => each.close())
  await withDatabase(
    async (url) => {
      const { db, close } = connectDatabase({ url, max: 2 })
      const someone = await db.selectFrom('member').select('memberId').limit(1).executeTakeFirst()
      await close()
      if (someone) return
      process.stderr.write('Filling the demo community …\n')
      await writeFile(mark, '')
      await fillCommunity(config, { recordings, databaseUrl: url })
      await rm(mark)
    },
    { mayCreate: true, signal: stopSignal },
  )
}

/** Removes a community that an interrupted start left incomplete. */
async function startOver(dataDir: string): Promise<void> {
  const folder = await openDataFolder(dataDir)
  const postgres = join(dataDir, 'postgres')
  await stopLeftoverPostgres(postgres)
  for (const path of [postgres, join(dataDir, 'files'), join(dataDir, 'filling')]) {
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
  }
  await folder.release()
}

async function fillCommunity(
  config: Config,
  { recordings, databaseUrl }: { recordings: RecordingConverter; databaseUrl: string },
): Promise<void> {
  const members = demoMembers()
  const demoMember = members.find((candidate) => !candidate.rights)
  if (!demoMember) throw new Error('The demo community has no members.')
  const now = new Date()
  await using cleanups = new AsyncDisposableStack()
  const log = pino({ level: 'silent' })
  const context = await createContext({ config, log, databaseUrl })
  cleanups.defer(() => context.close())
  const { db } = context
  const files = createDiskFiles(join(config.dataDir, 'files'))
  await loadDemo({ db, files, recordings, now })
  await loadPrayers(db, now)
  await loadPractice(context, demoMember)
  await loadGuidance(context, {
    members: [demoMember.username, ...members.slice(3, 6).map(({ username }) => username)],
    admin: members[1]?.username ?? '',
  })
  await loadProducts(context)
  await loadMemberships(context, membersWithMembership())
}
