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

/** Shows a notification for a push. Browsers require one for every push. */
export function showPush(worker: WorkerScope, event: WorkerPush): Promise<void> {
  const { title, body, url, tag } = readMessage(event)
  const icon = '/icons/icon-192.png'
  return worker.registration.showNotification(title, { body, tag, icon, data: url })
}

/**
 * Focuses an open page at the notification's path, or opens a new one. Never navigates an open page,
 * so that nothing being written or recorded is lost.
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

/** Parses by hand, because the contract's parser would be most of this worker's size. */
function readMessage({ data }: WorkerPush): PushMessage {
  try {
    // Our server encrypted it for this browser, as a `PushMessage`.
    return { ...FALLBACK, ...(data?.json() as Partial<PushMessage> | undefined) }
  } catch {
    return FALLBACK
  }
}

function ownAddress(path: unknown): URL {
  const url = new URL(typeof path === 'string' ? path : FALLBACK.url, location.origin)
  return url.origin === location.origin ? url : new URL(FALLBACK.url, location.origin)
}
