import type { Context } from '#server/context.ts'
import { signCall } from '#server/domain/signed-call.ts'
import { receivePaymentEvent } from '../shop/events/service.ts'
import { passTime } from './simulation-service.ts'

/** Delivers the till's events and applies the effects of time. */
export async function startTillJobs(context: Context): Promise<void> {
  await context.jobs.work('send-till-event', ({ body }) => deliver(context, body))
  await context.jobs.repeat('run-till', '*/5 * * * *', async () => {
    if (context.payments.name === 'till') await passTime(context)
  })
}

/** Signed again at each try, since an old signature is refused. */
async function deliver(context: Context, body: string): Promise<void> {
  // The job is left over from before a real provider was set up.
  if (context.payments.name !== 'till') return
  const signature = signCall(context.keys.derive('till-event'), body, context.now())
  await receivePaymentEvent(context, Buffer.from(body), { 'till-signature': signature })
}
