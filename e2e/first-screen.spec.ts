import type { Locator, Page } from '@playwright/test'
import { expect, onEmptySite, test } from './fixtures.ts'
import type { Site } from './site.ts'

/*
 * The thing itself in the first screen: how far below the top of the page is what people came for?
 * Rows are added here and nowhere else: a page, what people came for, and the farthest distance of its
 * upper edge in pixels at 375 × 812 and at 1280 × 800.
 */

interface Row {
  name: string
  path: string
  thing: (page: Page) => Locator
  phone: number
  desk: number
  /** Where a message bar may move it farther than that: at both widths. */
  belowBar?: number
  /** Opened by a member who has just joined. */
  isNew?: boolean
  /** Opened by an administrator. */
  isAdmin?: boolean
}

const ROWS: readonly Row[] = [
  {
    name: 'FOLX Stories: the first story’s title',
    path: '/flow?tab=exit',
    thing: (page) => page.getByRole('article').first().getByRole('heading'),
    phone: 300,
    desk: 330,
  },
  {
    name: 'My stories: the first story’s title',
    path: '/flow?tab=exit&list=mine',
    thing: (page) => page.getByRole('article').first().getByRole('heading'),
    phone: 300,
    desk: 330,
  },
  {
    name: 'Prayer: the first request',
    path: '/flow?tab=exit&list=prayer',
    thing: (page) => page.getByRole('article').first().locator('p').first(),
    phone: 300,
    desk: 300,
  },
  {
    name: 'Daily WORD: the day’s message',
    path: '/flow',
    thing: (page) => page.getByRole('heading', { name: 'The Name' }),
    phone: 330,
    desk: 360,
  },
  {
    name: 'one story: its title',
    path: '/flow?story={story}',
    thing: (page) => page.getByRole('heading', { level: 1 }),
    phone: 170,
    desk: 200,
  },
  {
    name: 'Faith Action: the first checkbox',
    path: '/flow?tab=faith',
    thing: (page) => page.getByRole('checkbox', { name: /^Hydration/ }),
    phone: 300,
    desk: 300,
  },
  {
    name: 'Guidance: the text box',
    path: '/flow?tab=guidance',
    thing: (page) => page.getByLabel('Your request'),
    phone: 260,
    desk: 260,
    // By the bar's own height: closer together, heading, sentence and label can't be told apart.
    belowBar: 290,
  },
  {
    name: 'Guidance: Submit',
    path: '/flow?tab=guidance',
    thing: (page) => page.getByRole('button', { name: 'Submit request' }),
    // Its lower edge is above the bottom bar.
    phone: 705,
    desk: 750,
  },
  {
    name: 'Dashboard: Start Today’s Flow',
    path: '/dashboard',
    thing: (page) => page.getByRole('link', { name: "Start Today's Flow" }),
    phone: 330,
    desk: 330,
  },
  {
    name: 'Live Coaching: Add to calendar, beside the next session',
    path: '/live',
    thing: (page) => page.getByRole('link', { name: 'Add to calendar' }),
    phone: 360,
    desk: 290,
  },
  {
    name: 'Dashboard of a new member: Your first morning',
    isNew: true,
    path: '/dashboard',
    thing: (page) => page.getByRole('heading', { name: 'Your first morning' }),
    phone: 120,
    desk: 120,
  },
  {
    name: 'Email: the text of a broadcast',
    isAdmin: true,
    path: '/admin/email',
    thing: (page) => page.getByRole('textbox', { name: 'Content' }),
    phone: 730,
    desk: 500,
    belowBar: 790,
  },
  {
    name: 'Email: Send Broadcast',
    isAdmin: true,
    path: '/admin/email',
    thing: (page) => page.getByRole('button', { name: 'Send Broadcast' }),
    phone: 765,
    desk: 750,
  },
  {
    name: 'A new scheduled email: the text',
    isAdmin: true,
    path: '/admin/scheduled-emails?write=new',
    thing: (page) => page.getByRole('textbox', { name: 'Content' }),
    phone: 660,
    desk: 560,
    belowBar: 710,
  },
  {
    name: 'A new scheduled email: Schedule',
    isAdmin: true,
    path: '/admin/scheduled-emails?write=new',
    thing: (page) => page.getByRole('button', { name: 'Schedule', exact: true }),
    phone: 765,
    desk: 750,
  },
  {
    name: 'Users: the first user',
    isAdmin: true,
    path: '/admin/users',
    thing: (page) => page.getByRole('region', { name: 'Users' }).getByRole('listitem').first(),
    phone: 330,
    desk: 350,
    belowBar: 410,
  },
]

// What other tests leave on a site would be measured as well.
onEmptySite()

for (const { width, height } of [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
]) {
  test(`what people came for is in the first screen at ${width} × ${height}, also below a message bar`, async ({
    openPage,
    site,
    world,
    expectedErrors,
  }) => {
    test.slow()
    // A page may connect again at the moment in which the test takes the network away.
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    const joined = new Date(Date.now() - 30 * 86_400_000)
    const [author, member] = [await world.member(), await world.member({ createdAt: joined })]
    const tags = ['gratitude', 'prayer', 'work', 'a new country']
    for (const title of ['Grace over the vending machine', 'Closing out the till']) {
      await world.story({ author, title, tags })
    }
    const story = await world.story({ author, title: 'How do grown people make friends?', tags })
    await world.story({ author: member, title: 'Twelve minutes in the car' })
    await world.story({ author: member, title: 'The porch light', status: 'pending' })
    await world.prayerRequest({ author, content: 'For a calm voice on Monday.' })
    await world.prayerRequest({ author: member, content: 'For my brother.' })
    await publishMessage(site, await world.admin())

    const viewport = { width, height }
    const settled = await openPage({ as: member, viewport })
    const newcomer = await openPage({ as: await world.member({ createdAt: new Date() }), viewport })
    const administrator = await openPage({ as: await world.admin(), viewport })
    for (const row of ROWS) {
      const page = row.isAdmin ? administrator : row.isNew ? newcomer : settled
      const path = row.path.replace('{story}', String(story))
      const most = width < 768 ? row.phone : row.desk
      await page.goto(path)
      await expectWithin(page, { row, most })
      // The next page is opened inside the app, where the bar stays.
      await page.context().setOffline(true)
      const bar = page.getByText(/^You’re offline/)
      await expect(bar).toBeVisible()
      await expectWithin(page, { row, most: row.belowBar ?? most, below: bar })
      await page.context().setOffline(false)
      await expect(bar).toHaveCount(0)
    }
  })
}

test('on a phone, the form for a story opens below the header with its button in view', async ({
  openPage,
  world,
}) => {
  const page = await openPage({
    as: await world.member(),
    viewport: { width: 375, height: 812 },
  })
  await page.goto('/flow?tab=exit')
  await page.getByRole('button', { name: 'Share your story' }).click()
  const submit = page.getByRole('button', { name: 'Submit story' })
  await expect(submit).toBeInViewport()
  expect((await submit.boundingBox())?.y).toBeLessThanOrEqual(705)
  const heading = page.getByRole('heading', { name: /^Share Your Story/ })
  const top = (await heading.boundingBox())?.y
  // The row above it has gone below the header, and the heading hasn't.
  expect(top).toBeGreaterThanOrEqual(65)
  expect(top).toBeLessThanOrEqual(100)
  const filter = await page.getByText('Filter', { exact: true }).boundingBox()
  expect((filter?.y ?? 0) + (filter?.height ?? 0)).toBeLessThanOrEqual(65)
})

/** The same for administrators, whose pages are tools: title, tabs and tools end soon after the header. */
const ADMIN_ROWS: readonly Row[] = [
  {
    name: 'Stories: the text to judge',
    path: '/admin/stories',
    thing: (page) => page.locator('[data-read]'),
    phone: 230,
    desk: 180,
  },
  {
    name: 'Reports: the text to judge',
    path: '/admin/reports',
    thing: (page) => page.locator('[data-read]'),
    phone: 230,
    desk: 180,
  },
  {
    name: 'Guidance: the request to answer',
    path: '/admin/guidance',
    thing: (page) => page.locator('[data-read]'),
    phone: 230,
    desk: 200,
  },
  {
    name: 'Daily Content: the text to write',
    path: '/admin/daily-content',
    thing: (page) => page.getByRole('textbox', { name: 'Content' }),
    phone: 640,
    desk: 450,
  },
  {
    name: 'Daily Content: Publish',
    path: '/admin/daily-content',
    thing: (page) => page.getByRole('button', { name: /^Publish for/ }),
    phone: 765,
    desk: 750,
  },
  {
    name: 'Audit log: the newest entry',
    path: '/admin/audit-log',
    thing: (page) => page.getByRole('region', { name: 'Audit log' }).getByRole('listitem').first(),
    phone: 340,
    desk: 250,
  },
]

for (const { width, height } of [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
]) {
  test(`what an administrator works on is in the first screen at ${width} × ${height}`, async ({
    openPage,
    site,
    world,
  }) => {
    const [author, reporter] = [await world.member(), await world.member()]
    await world.story({ author, title: 'The porch light', status: 'pending' })
    const storyId = await world.story({ author, title: 'Closing out the till' })
    for (const [path, body] of [
      [`/api/stories/${storyId}/report`, { reason: 'It is an advertisement.' }],
      ['/api/guidance', { content: 'What do I do on Monday?', category: 'faith' }],
    ] as const) {
      const answer = await fetch(`${site.url}${path}`, {
        method: 'POST',
        headers: { Cookie: reporter.cookie, Origin: site.url, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.ok, path).toBe(true)
    }
    const admin = await world.admin()
    await publishMessage(site, admin)
    const page = await openPage({ as: admin, viewport: { width, height } })
    for (const row of ADMIN_ROWS) {
      await page.goto(row.path)
      await expectWithin(page, { row, most: width < 768 ? row.phone : row.desk })
    }
  })
}

async function expectWithin(
  page: Page,
  { row, most, below }: { row: Row; most: number; below?: Locator },
): Promise<void> {
  const thing = row.thing(page)
  await expect(thing, row.name).toBeInViewport()
  const top = (await thing.boundingBox())?.y ?? Number.POSITIVE_INFINITY
  const where = below ? `${row.name}, below a message bar` : row.name
  test.info().annotations.push({ type: where, description: String(Math.round(top)) })
  expect.soft(top, where).toBeLessThanOrEqual(most)
}

async function publishMessage(site: Site, { cookie }: { cookie: string }): Promise<void> {
  const form = new FormData()
  form.set('type', 'message')
  form.set('format', 'text')
  form.set('content', '<h2>The Name</h2><p>Begin with thanks.</p>')
  const response = await fetch(`${site.url}/api/admin/content/manual`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: site.url },
    body: form,
  })
  expect(response.status, await response.text()).toBe(200)
}
