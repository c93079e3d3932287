import { StartError } from '#server/start-error.ts'
import { connectDatabase } from './connect.ts'
import { connectionProblem } from './connection-problem.ts'
import { installJobs } from './jobs.ts'
import { compareMigrations, type Migration, migrate, reasonAgainstRolling } from './migrate.ts'
import { type DatabaseUrls, findRole, grantToApplication, type Role } from './roles.ts'
import { countRunningServers } from './running-servers.ts'
import { withClient } from './with-client.ts'

/**
 * Prepares a database for this release: tables, the job queue, and the application's rights.
 * Returns the application's role.
 */
export async function prepareDatabase({ ownerUrl, url }: DatabaseUrls): Promise<Role> {
  const application = await findRole(url)
  await migrate(ownerUrl)
  await installJobs(ownerUrl)
  if (ownerUrl !== url) await grantToApplication(ownerUrl, application.name)
  return application
}

/** Throws a StartError that names the variable if the database does not let us in. */
export async function requireReachable({ ownerUrl, url }: DatabaseUrls): Promise<void> {
  await requireConnection('DATABASE_URL', url)
  if (ownerUrl !== url) await requireConnection('DATABASE_OWNER_URL', ownerUrl)
}

async function requireConnection(name: string, url: string): Promise<void> {
  try {
    await withClient({ url }, async () => {})
  } catch (cause) {
    const problem = connectionProblem(cause)
    if (!problem) throw cause
    throw new StartError(`The database in ${name} cannot be used: ${problem}`, { cause })
  }
}

/** Whether this database was last used by an older release and has accounts in it. */
export async function isOlder(ownerUrl: string): Promise<boolean> {
  const { isNew, pending } = await compareMigrations(ownerUrl)
  return !isNew && pending.length > 0
}

/**
 * Throws a StartError if an older release last used the database of a community: `npm run upgrade`
 * upgrades it in a way that can be undone.
 */
export async function requireUpgraded(ownerUrl: string): Promise<void> {
  if (!(await isOlder(ownerUrl))) return
  throw new StartError(
    'This release of Folx is newer than the site in the data folder. Nothing was changed. To bring the site to this release, run: npm run upgrade (it can be undone). Or go back to the release you had before.',
  )
}

/**
 * Throws a StartError if servers are running on the database and a pending migration would break
 * them. Most migrations don't break the previous release: docs/decisions/036-upgrades.md.
 */
export async function requireRolling(
  { ownerUrl, url }: DatabaseUrls,
  migrations?: readonly Migration[],
): Promise<void> {
  const { pending } = await compareMigrations(ownerUrl, migrations)
  const breaking = pending.find((each) => reasonAgainstRolling(each) !== undefined)
  if (!breaking) return
  const { db, close } = connectDatabase({ url, max: 1 })
  try {
    if ((await countRunningServers(db)) === 0) return
  } finally {
    await close()
  }
  throw new StartError(
    `The migration ${breaking.name} can’t run beside servers of the previous release: ${reasonAgainstRolling(breaking)}. Nothing was changed. Stop every node, then do this again.`,
  )
}
