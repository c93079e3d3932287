import type { Context } from '#server/context.ts'
import { dailyImages } from './images-service.ts'
import { runDueDaily } from './run-service.ts'

const EVERY_MINUTE = '* * * * *'

export async function startDailyJobs(context: Context): Promise<void> {
  await context.jobs.work('remove-daily-image', ({ key }) => dailyImages.removeUnused(context, key))
  await context.jobs.repeat('run-daily', EVERY_MINUTE, () => handleTurn(context))
}

async function handleTurn(context: Context): Promise<void> {
  try {
    await runDueDaily(context)
  } catch (error) {
    context.log.error({ err: error }, 'the scheduled daily content could not be generated')
    throw error
  }
}
