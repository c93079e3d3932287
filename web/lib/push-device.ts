import { PushSubscriptionInput } from '#contract/notifications.ts'

/** Stores whose pushes this browser gets, because the subscription doesn't say. */
const OWNER_KEY = 'push-member'
/** The service worker registers after the page loads, or never if the browser refuses it. */
const WORKER_LIMIT_MS = 10_000
/** A registered worker needs time to fetch the files that it caches. */
const INSTALL_LIMIT_MS = 60_000

/**
 * `home-screen`: as on iOS, only an app that was added to the home screen can get pushes.
 * `blocked`: the member or the browser has blocked notifications for this site.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'home-screen' | 'unsupported'

/** Whether this device gets pushes for a member, or why it can't. */
export async function readPushState(memberId: string, publicKey: string): Promise<PushState> {
  const canPush =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canPush) {
    // Only WebKit on iOS knows this property.
    const isInTab = 'standalone' in navigator && navigator.standalone === false
    return isInTab ? 'home-screen' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await findSubscription()
  const isOn = subscription && isFor(subscription, publicKey) && readOwner() === memberId
  return isOn ? 'on' : 'off'
}

/** Subscribes this browser. Needs permission first; rejects if the browser refuses. */
export async function subscribeDevice(
  memberId: string,
  publicKey: string,
): Promise<PushSubscriptionInput> {
  const { pushManager } = await activeWorker()
  const earlier = await pushManager.getSubscription()
  if (earlier && !isFor(earlier, publicKey)) await earlier.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  })
  writeOwner(memberId)
  return PushSubscriptionInput.parse(subscription.toJSON())
}

/** The endpoint of this browser at the push service. */
export async function deviceAddress(): Promise<string | undefined> {
  return (await findSubscription())?.endpoint
}

/** Unsubscribes this browser. The push service then answers the server that the device is gone. */
export async function unsubscribeDevice(): Promise<void> {
  writeOwner(undefined)
  await (await findSubscription())?.unsubscribe()
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const registration = await workers?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? undefined
}

async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const { ready } = navigator.serviceWorker
  const within = (ms: number): Promise<ServiceWorkerRegistration | undefined> =>
    Promise.race([ready, new Promise<undefined>((resolve) => setTimeout(resolve, ms))])
  const active = await within(WORKER_LIMIT_MS)
  if (active) return active
  const isComing = (await navigator.serviceWorker.getRegistration()) !== undefined
  const late = isComing ? await within(INSTALL_LIMIT_MS) : undefined
  if (!late) throw new Error('no service worker')
  return late
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (!key) return false
  const wanted = bytesOf(publicKey)
  const actual = new Uint8Array(key)
  return actual.length === wanted.length && actual.every((byte, index) => byte === wanted[index])
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function readOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_KEY)
  } catch {
    return null
  }
}

/** If the browser refuses storage, push counts as off on this device and can be turned on again. */
function writeOwner(memberId: string | undefined): void {
  try {
    if (memberId === undefined) localStorage.removeItem(OWNER_KEY)
    else localStorage.setItem(OWNER_KEY, memberId)
  } catch {
    // See above.
  }
}
