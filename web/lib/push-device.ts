import { PushSubscriptionInput } from '#contract/notifications.ts'

/** Whose pushes this browser takes. Its subscription alone does not tell. */
const OWNER_KEY = 'push-member'
/** The service worker is put in place after the page; where it is refused it never comes. */
const WORKER_LIMIT_MS = 10_000
/** One that is there needs time to fetch the pages that it keeps. */
const INSTALL_LIMIT_MS = 60_000

/**
 * `home-screen`: only an app that was put on the home screen gets pushes here, as on iOS.
 * `blocked`: the member, or the browser by itself, has refused them for this site.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'home-screen' | 'unsupported'

/** Whether this device takes pushes for a member, or why it cannot. */
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

/** Subscribes this browser, for which permission has been given. Rejects where it refuses. */
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

/** The address by which the push service knows this browser. */
export async function deviceAddress(): Promise<string | undefined> {
  return (await findSubscription())?.endpoint
}

/** From now on the push service tells the server that this device is gone. */
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

/** Where the browser refuses storage, the device counts as off, and can be turned on again. */
function writeOwner(memberId: string | undefined): void {
  try {
    if (memberId === undefined) localStorage.removeItem(OWNER_KEY)
    else localStorage.setItem(OWNER_KEY, memberId)
  } catch {
    // See above.
  }
}
