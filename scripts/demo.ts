/**
 * `npm run demo`: starts the product in its own data folder (`./data-demo`) with a small, lively
 * community. Delete the folder to start over.
 */
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import { createMediabunnyConverter } from '#server/ports/recordings/mediabunny.ts'
import { StartError } from '#server/start-error.ts'
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

await ensureWebBuild()
await fillDemo().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
})
await import('#server/main.ts')

/** Fills a new data folder, and prints how to sign in. */
async function fillDemo(): Promise<void> {
  const config = readConfig(process.env)
  const { dataDir } = config
  // First, so that a wrong text leaves no half of a community behind.
  for (const read of [demoStories, demoPrayers, demoRequests, demoJournal, demoActions]) read()
  for (const read of [demoProducts, workbookPages]) read()
  const members = demoMembers()
  const paying = membersWithMembership()
  const demoMember = members.find((candidate) => !candidate.rights)
  if (!demoMember) throw new Error('The demo community has no members.')
  await withDatabase(
    async (url) => {
      const { db, close } = connectDatabase({ url, max: 2 })
      const recordings = createMediabunnyConverter()
      try {
        const someone = await db.selectFrom('member').select('memberId').limit(1).executeTakeFirst()
        if (someone) return
        process.stderr.write('Filling the demo community …\n')
        const files = createDiskFiles(join(dataDir, 'files'))
        await db
          .transaction()
          .execute((trx) => loadDemo({ db: trx, files, recordings, now: new Date() }))
        const context = await createContext({
          config,
          log: pino({ level: 'silent' }),
          databaseUrl: url,
        })
        await loadPrayers(db, new Date())
        await loadPractice(context, demoMember)
        await loadGuidance(context, {
          members: [demoMember.username, ...members.slice(3, 6).map(({ username }) => username)],
          admin: members[1]?.username ?? '',
        })
        await loadProducts(context)
        await loadMemberships(context, paying)
        await context.close()
      } finally {
        await recordings.close()
        await close()
      }
    },
    { mayCreate: true },
  )

  const admin = members.find((candidate) => candidate.rights)
  const other = members.find(({ rights, username }) => !rights && !paying.includes(username))
  process.stderr.write(
    [
      `\nThe password of every member is ${DEMO_PASSWORD}. Sign in as`,
      `  ${admin?.username}, an administrator, who can start the live room`,
      `  ${demoMember.username}, who has the membership and can join the live room`,
      `  ${other?.username}, who doesn’t have the membership`,
      '',
    ].join('\n'),
  )
}
