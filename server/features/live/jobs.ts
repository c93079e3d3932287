import type { Context } from '#server/context.ts'
import { notifyOnAir } from './on-air-service.ts'
import { convertLiveRecording, failLiveRecording } from './recordings/convert-service.ts'
import { removeOldRecordings } from './recordings/service.ts'

/** Once a day. */
const NIGHTLY = '20 9 * * *'

export async function startLiveJobs(context: Context): Promise<void> {
  await context.jobs.work('tell-on-air', (job) => notifyOnAir(context, job))
  await context.jobs.work('convert-live-recording', (job, { isLastTry }) =>
    convertLiveRecording(context, job, isLastTry),
  )
  await context.jobs.work('fail-live-recording', (job) => failLiveRecording(context, job))
  await context.jobs.repeat('remove-old-recordings', NIGHTLY, () => removeOldRecordings(context))
}
