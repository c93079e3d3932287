import type { TestMember } from '#server/testing/population.ts'
import { expect } from './expect.ts'
import type { Locator, TestPage } from './page.ts'
import type { Site } from './page-test.ts'

/** The messages, also while an open dialog hides them from roles. */
export function toastArea(page: TestPage): Locator {
  return page.locator('[data-toasts]')
}

/** Waits for a toast with exactly these texts. */
export async function expectToast(page: TestPage, ...texts: string[]): Promise<void> {
  let toast = page.locator('[data-toasts] > li')
  for (const text of texts) toast = toast.filter({ has: page.getByText(text, { exact: true }) })
  await expect(toast).toBeVisible()
}

/** Waits for a toast and closes it, because the next one waits for it. */
export async function closeToast(page: TestPage, text: string | RegExp): Promise<void> {
  const toast = page.locator('[data-toasts] > li[data-state="open"]', { hasText: text })
  await expect(toast).toBeVisible()
  await toast.getByLabel('Close').click()
  await expect(toast).toHaveCount(0)
}

/** Checks or unchecks a box whose change is sent at once. */
export async function setBox(box: Locator, checked: boolean): Promise<void> {
  await expect(box).toBeChecked({ checked: !checked })
  await box.click()
  await expect(box).toBeChecked({ checked })
}

/** Follows a link in the app, so that a page asks for its data by calls that a test can answer. */
export async function openInApp(page: TestPage, path: string): Promise<void> {
  await page.goto('/privacy-facts')
  await page.follow(path)
}

/** Makes a call as a member without a page. A `body` that is not a form is sent as JSON. */
export async function callAs(
  { app }: Site,
  { cookie }: { cookie: string },
  {
    method,
    path,
    body,
  }: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: object },
): Promise<{ status: number; json: unknown }> {
  const url = `http://localhost:3000${path}`
  const form = body instanceof FormData ? new Request(url, { method, body }) : undefined
  const answer = await app.inject({
    method,
    url: path,
    headers: {
      cookie,
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
    },
    ...(body && { payload: form ? Buffer.from(await form.arrayBuffer()) : body }),
  })
  const isJson = /^application\/json/.test(String(answer.headers['content-type']))
  return { status: answer.statusCode, json: isJson ? answer.json() : undefined }
}

/** Waits until the URL has exactly these search parameters. */
export async function expectSearch(page: TestPage, search: Record<string, string>): Promise<void> {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search)
}

/** Signs in again through the dialog of a signed-out page, which must show no other error. */
export async function signInAgain(page: TestPage, member: TestMember): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
  await expect(question).toBeVisible()
  await expect(page.locator('[data-toasts] > li[data-state="open"]')).toHaveCount(0)
  await question.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\?next=/)
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
