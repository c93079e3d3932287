import type { Context } from '#server/context.ts'
import { removeUnusedSiteImage } from './images-service.ts'

export async function startSettingsJobs(context: Context): Promise<void> {
  await context.jobs.work('remove-site-image', ({ key }) => removeUnusedSiteImage(context, key))
}
