import { StartError } from '#server/start-error.ts'
import { connectDatabase } from './connect.ts'
import { installJobs } from './jobs.ts'
import {
  compareMigrations,
  type Migration,
  migrate,
  readMigrations,
  reasonAgainstRolling,
} from './migrate.ts'
import { type DatabaseUrls, findRole, grantToApplication, type Role } from './roles.ts'
import { countRunningServers } from './running-servers.ts'

/**
 * Makes a database ready for this release: tables, the job queue, and the application's rights.
 * Returns the role that the application has.
 */
export async function prepareDatabase({ ownerUrl, url }: DatabaseUrls): Promise<Role> {
  const application = await findRole(url)
  await migrate(ownerUrl)
  await installJobs(ownerUrl)
  if (ownerUrl !== url) await grantToApplication(ownerUrl, application.name)
  return application
}

/** Whether an older release has left this database, with accounts in it. */
export async function isOlder(ownerUrl: string): Promise<boolean> {
  const { isNew, pending } = await compareMigrations(ownerUrl)
  return !isNew && pending.length > 0
}

/**
 * Throws a StartError for a community whose database an older release has left: `npm run upgrade`
 * brings it to this one in a way that can be undone.
 */
export async function requireUpgraded(ownerUrl: string): Promise<void> {
  if (!(await isOlder(ownerUrl))) return
  throw new StartError(
    'This release of Folx is newer than the site in the data folder. Nothing was changed. To bring the site to this release, run: npm run upgrade (it can be undone). To go on with the release that you had before, put that one back.',
  )
}

/**
 * Throws a StartError where a server runs on the database and a migration that is to run would break
 * it. Most migrations leave the release before working: docs/decisions/036-upgrades.md.
 */
export async function requireRolling(
  { ownerUrl, url }: DatabaseUrls,
  migrations?: readonly Migration[],
): Promise<void> {
  const program = migrations ?? (await readMigrations())
  const { pending } = await compareMigrations(ownerUrl, program)
  const breaking = program.find(
    (each) => pending.includes(each.name) && reasonAgainstRolling(each) !== undefined,
  )
  if (!breaking) return
  const { db, close } = connectDatabase({ url, max: 1 })
  try {
    if ((await countRunningServers(db)) === 0) return
  } finally {
    await close()
  }
  throw new StartError(
    `The migration ${breaking.name} can’t run beside servers of the release before: ${reasonAgainstRolling(breaking)}. Nothing was changed. Stop every node, then do this again.`,
  )
}
