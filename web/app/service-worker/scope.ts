/*
 * The parts of the Service Worker API that the worker uses, because TypeScript's worker types can't be
 * loaded together with the DOM types.
 */

export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerFetch extends WorkerEvent {
  readonly request: Request
  /** The page's response, if the browser requested it while the worker was starting. */
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

export interface WorkerPush extends WorkerEvent {
  readonly data: { json(): unknown } | null
}

export interface WorkerNotificationClick extends WorkerEvent {
  readonly notification: Notification
}

export interface WorkerPage {
  readonly url: string
  focus(): Promise<unknown>
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WorkerPage[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'fetch', listener: (event: WorkerFetch) => void): void
  addEventListener(type: 'push', listener: (event: WorkerPush) => void): void
  addEventListener(
    type: 'notificationclick',
    listener: (event: WorkerNotificationClick) => void,
  ): void
  skipWaiting(): Promise<void>
}
