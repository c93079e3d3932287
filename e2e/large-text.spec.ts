import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, test, visitInApp } from './fixtures.ts'
import { MEMBER_PAGES } from './member-pages.ts'

/**
 * A phone whose browser is set to text of twice the size, without the emulation of a mobile browser,
 * which hides what is too wide.
 */
test.use({
  viewport: { width: 375, height: 812 },
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

const VISITOR_PAGES = [
  '/',
  '/auth',
  '/register',
  '/reset-password?token=AQIDBAUGBwgJ',
  '/privacy-facts',
  '/success',
  '/cancel',
  '/unsubscribe?token=AQIDBAUGBwgJ',
  '/nowhere',
]

const ADMIN_PAGES = [
  '/admin',
  '/admin?tab=stories',
  '/admin?tab=stories&part=reports',
  '/admin?tab=replies',
  '/admin?tab=prayer',
  '/admin?tab=transcripts',
  '/admin?tab=active-stories',
  '/admin?tab=guidance',
  '/admin?tab=guidance&part=answered',
  '/admin?tab=daily-content',
  '/admin?tab=daily-content&part=manual',
  '/admin?tab=daily-content&part=settings',
  '/admin?tab=trivia',
  '/admin?tab=tags',
  '/admin?tab=users',
  '/admin?tab=users&part=team',
  '/admin?tab=users&part=audit',
  '/admin?tab=joining',
  '/admin?tab=products',
  '/admin?tab=products&part=orders',
  '/admin?tab=products&part=subscribers',
  '/admin?tab=email',
  '/admin?tab=email&part=broadcast',
  '/admin?tab=email&part=bounced',
  '/admin?tab=email&part=outbox',
  '/admin?tab=email&part=settings',
  '/admin/scheduled-emails',
  '/sfx-members',
  '/admin?tab=website-settings',
  '/admin?tab=keeper',
]

async function expectRoomForLargeText(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // Without what is still loading.
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
}

test('the text is large, and a page that is too wide for it is noticed', async ({ page }) => {
  await page.goto('/auth')
  const overflow = await page.evaluate(() => {
    const wide = document.createElement('p')
    wide.textContent = 'Too wide'
    wide.style.width = '13rem'
    document.body.append(wide)
    return document.documentElement.scrollWidth - window.innerWidth
  })
  expect(overflow).toBe(13 * 32 - 375)
})

test('every page of a visitor fits a phone with large text', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of (400|404) /)
  for (const path of VISITOR_PAGES) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectRoomForLargeText(page)
    })
  }
})

test('every page of a member fits a phone with large text', async ({
  page,
  member,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 /)
  const author = await world.member({ anonymousUsername: 'Tabernacle-Lamplighter-77' })
  const words = 'Thank you: https://example.com/a/very/long/address/without/any/break'
  const story = await world.story({ author, title: 'Congratulations, unquestionably' })
  await world.story({ author: member, title: 'Transfiguration', status: 'pending' })
  await world.reply({ storyId: story, author: member, content: words })
  await visitInApp(page, [...MEMBER_PAGES, `/flow?story=${story}`], () =>
    expectRoomForLargeText(page),
  )
})

test('every page of an administrator fits a phone with large text', async ({
  page,
  admin,
  site,
  world,
}) => {
  test.slow()
  const author = await world.member({ anonymousUsername: 'Tabernacle-Lamplighter-78' })
  const content = 'Straightforwardness: https://example.com/a/very/long/address/without/any/break'
  const title = 'Congratulations, unquestionably'
  const readable = await world.story({ author, title, content })
  await world.story({ author, title, content, status: 'pending' })
  const reply = await world.reply({ storyId: readable, author, content })
  const waitingSince = new Date()
  const held = { heldAt: waitingSince, hiddenAt: waitingSince }
  await site.db.updateTable('reply').set(held).where('replyId', '=', reply).execute()
  const report = { storyId: readable, memberId: admin.id }
  await site.db.insertInto('report').values(report).execute()
  await world.prayerRequest({ author, content, status: 'pending' })
  const recording = { state: 'ready', key: 'recordings/large-text' } as const
  const spoken = await world.story({ author, title, recording })
  const transcript = { storyId: spoken, state: 'asked', changedAt: waitingSince } as const
  await site.db.insertInto('transcript').values(transcript).execute()
  const request = { memberId: author.id, category: 'faith', waitingSince } as const
  await site.db.insertInto('guidanceRequest').values(request).execute()
  const application = {
    email: 'tabernacle.lamplighter@example.org',
    message: content,
    createdAt: waitingSince,
  }
  await site.db.insertInto('application').values(application).execute()
  await visitInApp(page, ADMIN_PAGES, () => expectRoomForLargeText(page))
})

test('the sections at the bottom can be used with large text', async ({ memberPage: page }) => {
  await page.goto('/dashboard')
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(sections).toHaveText(['Today', 'Stories', 'Prayer', 'Guidance', 'Me'])
  for (const link of await sections.all()) {
    const box = await link.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(812)
    // The label is inside its link.
    expect(await link.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await sections.nth(3).click()
  await expect(page).toHaveURL('/flow?tab=guidance')
})
