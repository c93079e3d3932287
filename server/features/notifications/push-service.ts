import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'
import { PushMessage } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { readSettings } from '../settings/service.ts'
import { getPushKeys } from './push-keys-service.ts'
import { deleteSubscription, findDevice } from './push-store.ts'

/** How long a push service keeps a push it can't deliver yet, in seconds. */
const KEPT_SECONDS = { news: 24 * 60 * 60, reminder: 3 * 60 * 60 }

/** The content of a push, shown under the site's title or the member's neutral name. */
export interface Push extends Pick<PushMessage, 'body' | 'url' | 'tag'> {
  neutralName: NeutralName | null
}

/**
 * Sends a push to a device if it is still the member's, and deletes a subscription that has
 * expired. Rethrows errors worth a retry, except on the last try.
 */
export async function pushTo(
  context: Context,
  to: { memberId: string; pushSubscriptionId: number; isLastTry: boolean },
  push: Push,
): Promise<void> {
  const { db } = context
  const { memberId, pushSubscriptionId, isLastTry } = to
  const device = await findDevice(db, { memberId, pushSubscriptionId })
  if (!device) return
  try {
    const { siteTitle, helpEmail } = await readSettings(db)
    const outcome = await context.push.send({
      device,
      keys: await getPushKeys(context),
      contact: contactOf(context.config.publicUrl, helpEmail),
      payload: payloadOf(siteTitle, push),
      topic: push.tag,
      keptSeconds: KEPT_SECONDS[push.tag],
    })
    if (outcome === 'gone') {
      await deleteSubscription(db, { memberId, endpoint: device.endpoint })
    }
  } catch (error) {
    if (!isLastTry || !(error instanceof AppError)) throw error
    context.log.warn({ err: error, pushSubscriptionId }, 'a push could not be delivered')
  }
}

function payloadOf(siteTitle: string, { neutralName, ...message }: Push): string {
  const title = neutralName ? NEUTRAL_NAMES[neutralName] : siteTitle
  return JSON.stringify(PushMessage.parse({ title, ...message }))
}

/**
 * The contact (VAPID `sub`) that push services ask for in case of trouble. A site without HTTPS and
 * a help email has no real one.
 */
function contactOf(publicUrl: string, helpEmail: string | null): string {
  if (helpEmail) return `mailto:${helpEmail}`
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@example.org'
}
