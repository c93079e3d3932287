import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const VISITOR_PAGES = ['/auth', '/register']
const MEMBER_PAGES = [
  '/dashboard',
  '/flow',
  '/flow?tab=faith',
  '/flow?tab=exit',
  '/flow?tab=guidance',
  '/account',
  '/live',
]

/** The reads that a page asks the server for until it has nothing left to load. */
async function askedBy(page: Page, path: string): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isRead = request.method() === 'GET' && pathname.startsWith('/api/')
    if (isRead && pathname !== '/api/events') asked.push(pathname + search)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return asked
}

test.describe('a page comes with its first answers', () => {
  for (const path of VISITOR_PAGES) {
    test(`${path} asks for nothing`, async ({ page }) => {
      expect(await askedBy(page, path)).toEqual([])
    })
  }
  for (const path of MEMBER_PAGES) {
    test(`${path} asks for nothing`, async ({ page, context, world, signIn }) => {
      await signIn(context, await world.member())
      expect(await askedBy(page, path)).toEqual([])
    })
  }
})
