import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
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
  '/rules',
  '/success',
  '/cancel',
  '/unsubscribe?token=AQIDBAUGBwgJ',
  '/nowhere',
]

const ADMIN_PAGES = [
  '/admin',
  '/admin/stories',
  '/admin/reports',
  '/admin/replies',
  '/admin/prayer',
  '/admin/transcripts',
  '/admin/active-stories',
  '/admin/guidance',
  '/admin/guidance?part=answered',
  '/admin/daily-content',
  '/admin/daily-content?part=manual',
  '/admin/daily-content?part=settings',
  '/admin/trivia',
  '/admin/tags',
  '/admin/users',
  '/admin/team',
  '/admin/audit-log',
  '/admin/joining',
  '/admin/products',
  '/admin/orders',
  '/admin/subscribers',
  '/admin/email',
  '/admin/email?part=broadcast',
  '/admin/email?part=bounced',
  '/admin/email?part=outbox',
  '/admin/email?part=settings',
  '/admin/scheduled-emails',
  '/sfx-members',
  '/admin/till',
  '/admin/settings',
  '/admin/connections',
  '/admin/backups',
]

async function expectRoomForLargeText(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // Without what is still loading.
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
}

/** Controls that lie on each other, and words that a box cuts off. Runs in the page. */
function brokenLayout(): string[] {
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)
  const main = document.querySelector('main')
  const all = [...(main?.querySelectorAll<HTMLElement>('*') ?? [])].filter(isSeen)
  const cut = all.filter((element) => {
    const { overflowX, position } = getComputedStyle(element)
    const isCut = overflowX === 'hidden' || overflowX === 'clip'
    return (
      isCut &&
      nameOf(element) &&
      position !== 'absolute' &&
      element.scrollWidth > element.clientWidth + 1
    )
  })
  // A bar that sticks to the window's edge may lie on what scrolls below it.
  const isInBar = (element: Element | null): boolean =>
    element !== null &&
    (/sticky|fixed/.test(getComputedStyle(element).position) || isInBar(element.parentElement))
  const controls = all.filter(
    (element) => element.matches('button, a, input, select, textarea') && !isInBar(element),
  )
  const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }))
  const on = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      if (one.element.contains(other.element)) return []
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      return wide > 2 && high > 2 ? [`${nameOf(one.element)} / ${nameOf(other.element)}`] : []
    }),
  )
  return [...cut.map((element) => `cut off: ${nameOf(element)}`), ...on]
}

test('the text scaling of Android is not turned off', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.locator('html')).toHaveCSS('text-size-adjust', 'auto')
})

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

for (const width of [375, 320]) {
  test(`every page of a visitor fits a phone of ${width} px with large text`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of (400|404) /)
    await page.setViewportSize({ width, height: 812 })
    for (const path of VISITOR_PAGES) {
      await test.step(path, async () => {
        await page.goto(path)
        await expectRoomForLargeText(page)
      })
    }
  })

  test(`every page of a member fits a phone of ${width} px with large text`, async ({
    page,
    member,
    site,
    world,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 404 /)
    await page.setViewportSize({ width, height: 812 })
    const author = await world.member({ anonymousUsername: `Tabernacle-Lamplighter-${width}` })
    const words = 'Thank you: https://example.com/a/very/long/address/without/any/break'
    const story = await world.story({ author, title: 'Congratulations, unquestionably' })
    await world.story({ author: member, title: 'Transfiguration', status: 'pending' })
    await world.reply({ storyId: story, author: member, content: words })
    await world.prayerRequest({ author, content: words })
    const question = { content: words, category: 'relationships' }
    await callAs(site, member, { method: 'POST', path: '/api/guidance', body: question })
    await visitInApp(page, [...MEMBER_PAGES, `/flow?story=${story}`], () =>
      expectRoomForLargeText(page),
    )
  })
}

for (const width of [375, 320]) {
  test(`every page of an administrator fits a phone of ${width} px with large text`, async ({
    page,
    admin,
    site,
    world,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 812 })
    const author = await world.member({ anonymousUsername: `Tabernacle-Overseer-${width}` })
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
    const recording = { state: 'ready', key: `recordings/large-text-${width}` } as const
    const spoken = await world.story({ author, title, recording })
    const transcript = { storyId: spoken, state: 'asked', changedAt: waitingSince } as const
    await site.db.insertInto('transcript').values(transcript).execute()
    const request = { memberId: author.id, category: 'faith', waitingSince } as const
    await site.db.insertInto('guidanceRequest').values(request).execute()
    const application = {
      email: `tabernacle.lamplighter.${width}@example.org`,
      message: content,
      createdAt: waitingSince,
    }
    await site.db.insertInto('application').values(application).execute()
    await visitInApp(page, [...ADMIN_PAGES, `/admin/users/${author.id}`], async () => {
      await expectRoomForLargeText(page)
      await expect.poll(() => page.evaluate(brokenLayout)).toEqual([])
    })
  })
}

for (const width of [375, 320]) {
  test(`header and tabs can be read and used with large text at ${width} px`, async ({
    page,
    member,
    site,
    world,
  }) => {
    const story = await world.story({ author: member })
    await world.reply({ storyId: story, author: await world.member() })
    const updatedAt = new Date()
    const unread = {
      memberId: member.id,
      kind: 'story-reply',
      subjectId: story,
      updatedAt,
    } as const
    await site.db.insertInto('notification').values(unread).execute()
    await page.setViewportSize({ width, height: 812 })
    await page.goto('/dashboard')

    const home = page.getByRole('banner').getByRole('link', { name: 'Folx' })
    const title = home.getByText('Folx')
    const cutOff = await title.evaluate((each) => each.scrollWidth - each.clientWidth)
    expect(cutOff, 'the site’s title is whole').toBeLessThanOrEqual(0)
    const bell = page.getByRole('button', { name: /^Notifications, 1 unread/ })
    const covered = await bell.evaluate((button) => {
      const picture = button.querySelector('svg')?.getBoundingClientRect()
      const badge = button.querySelector('span')?.getBoundingClientRect()
      if (!picture || !badge) return 1
      const wide = Math.min(picture.right, badge.right) - Math.max(picture.left, badge.left)
      const high = Math.min(picture.bottom, badge.bottom) - Math.max(picture.top, badge.top)
      return (Math.max(0, wide) * Math.max(0, high)) / (picture.width * picture.height)
    })
    expect(covered, 'the part of the bell below its badge').toBeLessThanOrEqual(0.3)

    const tabs = page.getByRole('navigation', { name: 'Daily Practice' }).getByRole('link')
    await expect(tabs).toHaveText([
      'Daily WORD',
      'Faith Action',
      'FOLX Stories',
      'Guidance',
      'Dashboard',
    ])
    for (const link of await tabs.all()) {
      const box = await link.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(812)
      const { overflow, size } = await link.evaluate((each) => ({
        overflow: each.scrollWidth - each.clientWidth,
        size: Number.parseFloat(getComputedStyle(each).fontSize),
      }))
      expect(overflow, 'the label is inside its link').toBeLessThanOrEqual(0)
      expect(size, 'the label grows with the text').toBeGreaterThanOrEqual(17)
    }
    await tabs.nth(3).click()
    await expect(page).toHaveURL('/flow?tab=guidance')
  })
}
