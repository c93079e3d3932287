import { expect as base, type Locator, type Page } from '@playwright/test'

/** Waits longer than other tests: these follow mails, conversions and several people at once. */
export const expect = base.configure({ timeout: 40_000 })

export function toastArea(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ })
}

/** Waits for a toast and closes it, because the next one waits for its end. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  // Not by its role: an open question hides it from roles, and it stays for five seconds only.
  const message = page.locator('li[data-swipe-direction]', { hasText: text })
  const toast = message.and(page.locator('[data-state="open"]'))
  await expect(toast).toBeVisible()
  // It may go by itself meanwhile.
  const close = toast.getByLabel('Close').click({ timeout: 10_000 })
  await close.catch(() => undefined)
  await expect(message).toHaveCount(0)
}

/**
 * Keeps the queue of `/admin` from being read again until what it answers is called: a decided
 * story tells what became of it for two seconds only.
 */
export async function holdQueue(page: Page): Promise<() => void> {
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/admin/stories/pending?*', async (route) => {
    await seen.promise
    await route.continue()
  })
  return seen.resolve
}

/** Waits until the address asks for exactly this. */
export async function expectSearch(page: Page, search: Record<string, string>): Promise<void> {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search)
}

/** The card in which a story is written or recorded. */
export function storyCard(page: Page): Locator {
  return page.getByRole('region', { name: 'Share Your Story Testimonials & Ask Folx? (Q&A)' })
}

export async function fillStory(
  form: Locator,
  story: { title: string; category?: string; content?: string },
): Promise<void> {
  await form.getByLabel('Title').fill(story.title)
  await form.getByLabel('Category').selectOption({ label: story.category ?? 'Faith' })
  if (story.content) await form.getByLabel('Your story', { exact: true }).fill(story.content)
}

/** A story in the list of `/flow`. */
export function listedStory(page: Page, title: string): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
}

/** A story in the lists of `/admin`, or a report there. */
export function adminEntry(page: Page, title: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

export function replyBy(page: Page, name: string): Locator {
  return page.getByRole('article', { name: `Reply by ${name}` })
}

/** Writes into the open reply form and sends it. */
export async function sendReply(page: Page, content: string): Promise<void> {
  await page.getByLabel(/^(Your reply|Replying to @)/).fill(content)
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(page, 'Reply submitted successfully')
}
