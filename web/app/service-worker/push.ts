import type { PushMessage } from '#contract/notifications.ts'
import type {
  WorkerNotificationClick,
  WorkerPush,
  WorkerScope,
} from '#web/app/service-worker/scope.ts'

const FALLBACK: PushMessage = {
  title: 'You have something new',
  body: '',
  url: '/dashboard',
  tag: 'news',
}

/** Shows that there is something new. A browser wants to see a message for every push. */
export function showPush(worker: WorkerScope, event: WorkerPush): Promise<void> {
  const { title, body, url, tag } = readMessage(event)
  const icon = '/icons/icon-192.png'
  return worker.registration.showNotification(title, { body, tag, icon, data: url })
}

/**
 * Goes to the page that a message leads to: one that is open there already, else a new one, so that
 * nothing is lost that is being written or recorded.
 */
export async function openMessage(
  worker: WorkerScope,
  { notification }: WorkerNotificationClick,
): Promise<void> {
  notification.close()
  const url = ownAddress(notification.data)
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => new URL(page.url).pathname === url.pathname)
  await (open ? open.focus() : worker.clients.openWindow(url.href))
}

/** Read by hand: the contract's parser would be most of this worker. */
function readMessage({ data }: WorkerPush): PushMessage {
  try {
    // Sealed by our server for this browser, as a `PushMessage`.
    return { ...FALLBACK, ...(data?.json() as Partial<PushMessage> | undefined) }
  } catch {
    return FALLBACK
  }
}

function ownAddress(path: unknown): URL {
  const url = new URL(typeof path === 'string' ? path : FALLBACK.url, location.origin)
  return url.origin === location.origin ? url : new URL(FALLBACK.url, location.origin)
}
