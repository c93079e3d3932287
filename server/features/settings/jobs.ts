import type { Context } from '#server/context.ts'
import { siteImages } from './images-service.ts'

export async function startSettingsJobs(context: Context): Promise<void> {
  await context.jobs.work('remove-site-image', ({ key }) => siteImages.removeUnused(context, key))
}
