import type { Context } from '#server/context.ts'
import { productImages } from './images-service.ts'

export async function startProductJobs(context: Context): Promise<void> {
  await context.jobs.work('remove-product-image', ({ key }) =>
    productImages.removeUnused(context, key),
  )
}
