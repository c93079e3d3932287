import { expect, test } from './fixtures.ts'

const PHONE = { width: 375, height: 812 }

const MEMBER_PAGES = [
  '/dashboard',
  '/flow',
  '/flow?tab=faith',
  '/flow?tab=exit',
  '/flow?tab=exit&list=mine',
  '/flow?tab=exit&list=prayer',
  '/flow?tab=guidance',
  '/daily-actions',
  '/guidance-responses',
  '/account',
  '/account/notifications',
  '/live',
  '/success',
  '/cancel',
  '/privacy-facts',
]
const VISITOR_PAGES = ['/', '/auth', '/register', '/reset-password?token=a', '/privacy-facts']
const ADMIN_PAGES = [
  '/admin',
  '/admin?tab=stories',
  '/admin?tab=active-stories',
  '/admin?tab=guidance',
  '/admin?tab=daily-content',
  '/admin?tab=users',
  '/admin?tab=website-settings',
  '/admin?tab=email',
  '/admin?tab=products',
  '/admin?tab=trivia',
  '/admin?tab=reports',
  '/admin?tab=prayer',
  '/admin?tab=transcripts',
  '/admin?tab=tags',
  '/admin?tab=users&part=team',
  '/admin?tab=joining',
  '/admin?tab=keeper',
  '/admin/scheduled-emails',
  '/sfx-members',
]

/** How many pixels each page is too wide, for pages that are. */
async function overflowing(
  page: import('@playwright/test').Page,
  paths: string[],
): Promise<string[]> {
  await page.addInitScript(() => {
    const large = new CSSStyleSheet()
    large.replaceSync('html { font-size: 200% !important }')
    document.adoptedStyleSheets.push(large)
  })
  const found: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > PHONE.width) found.push(`${path}: ${width} px, by ${await page.evaluate(widest)}`)
  }
  return found
}

/** The elements that are too wide while no element inside them is; runs in the page. */
function widest(): string {
  const limit = document.documentElement.clientWidth
  const isWide = (element: Element): boolean => {
    const { right, width } = element.getBoundingClientRect()
    return width > 0 && right > limit + 1
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => isWide(element) && ![...element.children].some(isWide))
    .slice(0, 6)
    .map(
      (element) => `${element.tagName} "${element.textContent?.slice(0, 30)}" ${element.className}`,
    )
    .join('; ')
}

test('with text of 200 %, a member’s pages are no wider than a phone', async ({
  openPage,
  world,
}) => {
  const member = await world.member({ anonymousUsername: 'Unmistakably Long Pseudonym' })
  const storyId = await world.story({
    author: member,
    title: 'Unforgettable acknowledgements',
    category: 'relationships',
    tags: ['Thankfulness', 'Perseverance'],
  })
  await world.reply({ author: member, storyId })
  await world.story({ author: member, title: 'On its way', status: 'pending' })
  await world.product({ title: 'Membership' })
  const page = await openPage({ as: member, viewport: PHONE })
  expect(await overflowing(page, [...MEMBER_PAGES, `/flow?story=${storyId}`])).toEqual([])
})

test('with text of 200 %, a visitor’s pages are no wider than a phone', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  expect(await overflowing(page, VISITOR_PAGES)).toEqual([])
})

test('with text of 200 %, an administrator’s pages are no wider than a phone', async ({
  openPage,
  world,
}) => {
  test.slow()
  const author = await world.member()
  await world.story({ author, title: 'Waiting for a word', status: 'pending' })
  await world.product({ title: 'Workbook' })
  const page = await openPage({ as: await world.admin(), viewport: PHONE })
  expect(await overflowing(page, ADMIN_PAGES)).toEqual([])
})
