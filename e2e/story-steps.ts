import { expect, type Locator, type Page } from '@playwright/test'
import { TOAST_DURATION_MS } from '#web/ui/toast-store.ts'

export function toastArea(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ })
}

/** Waits for a toast and closes it. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  // Not located by role, because an open dialog hides it from roles. It stays for only five seconds.
  const message = page.locator('li[data-swipe-direction]', { hasText: text })
  const toast = message.and(page.locator('[data-state="open"]'))
  await expect(toast).toBeVisible()
  // The toast may disappear meanwhile.
  const close = toast.getByLabel('Close').click({ timeout: 10_000 })
  await close.catch(() => undefined)
  await expect(message).toHaveCount(0)
}

/** Records until the clock shows at least this many seconds, however late that is seen. */
export async function recordUntil(card: Locator, seconds: number): Promise<void> {
  const clock = card.getByText(/^\d+:\d\d$/)
  await expect
    .poll(async () => {
      const [minutes, rest] = ((await clock.textContent()) ?? '').split(':')
      return Number(minutes) * 60 + Number(rest)
    })
    .toBeGreaterThanOrEqual(seconds)
}

/**
 * Lets the toasts from now on stay until they are closed or replaced: a slow test could miss the five
 * seconds for which they are shown.
 */
export async function keepToasts(page: Page): Promise<void> {
  await page.evaluate((usualMs) => {
    const { setTimeout } = window
    const patient = (work: TimerHandler, ms?: number): number =>
      ms === usualMs ? 0 : setTimeout(work, ms)
    Object.assign(window, { setTimeout: patient })
  }, TOAST_DURATION_MS)
}

/** Waits until the URL has exactly these search parameters. */
export async function expectSearch(page: Page, search: Record<string, string>): Promise<void> {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search)
}

declare global {
  interface Window {
    /** Ends the time in which a decision can be undone. */
    passUndoTime?: () => void
    /** Ends the time after which a key can decide about the open entry of a queue. */
    passReadTime?: () => void
  }
}

/** Pauses the time in which a decision can be undone, on this page and later ones. */
export async function pauseUndoTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout: start, clearTimeout: stop } = window
    const waiting = new Map<number, () => void>()
    const timers = window as unknown as { setTimeout: unknown; clearTimeout: unknown }
    timers.setTimeout = (work: () => void, ms?: number, ...rest: unknown[]) => {
      if (ms !== 6_000) return start(work, ms, ...rest)
      const id = -1 - Math.max(0, ...[...waiting.keys()].map((key) => -key))
      waiting.set(id, work)
      return id
    }
    timers.clearTimeout = (id: number) => (waiting.delete(id) ? undefined : stop(id))
    window.passUndoTime = () => {
      const works = [...waiting.values()]
      waiting.clear()
      for (const work of works) work()
    }
  })
}

/** Pauses the time after which a key can decide about the open entry of a queue. */
export async function pauseReadTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pausedAt = performance.now()
    let readMs = 0
    performance.now = () => pausedAt + readMs
    window.passReadTime = () => {
      readMs += 1_000
    }
  })
}

/** Passes the time after which a key can decide about the open entry. */
export async function passReadTime(page: Page): Promise<void> {
  await page.evaluate(() => window.passReadTime?.())
}

/** Ends the time in which the decisions so far can be undone. */
export async function passUndoTime(page: Page): Promise<void> {
  await page.evaluate(() => window.passUndoTime?.())
}

/** A published story in the lists of `/admin`. */
export function adminEntry(page: Page, title: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** Writes into the open reply form and sends it. */
export async function sendReply(page: Page, content: string): Promise<void> {
  await page.getByLabel(/^(Your reply|Replying to @)/).fill(content)
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(page, 'Reply submitted successfully')
}
