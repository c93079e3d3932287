import { installJobs } from './jobs.ts'
import { migrate } from './migrate.ts'
import { type DatabaseUrls, findRole, grantToApplication, type Role } from './roles.ts'

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
