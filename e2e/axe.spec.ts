import type { Page } from '@playwright/test'
import type { TestMember, World } from '#server/testing/population.ts'
import { openEntry, openFromList } from '#web/testing/story-steps.ts'
import { axeViolations } from './axe.ts'
import { callAs } from './calls.ts'
import { expect, expectSoundPage, openInApp, test } from './fixtures.ts'
import type { Site } from './site.ts'

const FLAWED = '<img src="data:,"><p style="color: #aaa; background: #fff">pale</p>'

test('axe finds problems on a page and in a frame', async ({ page }) => {
  const rules = ['image-alt', 'color-contrast']
  await page.goto('/')
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), FLAWED)
  const onPage = await axeViolations(page, { type: 'rule', values: rules })
  expect(onPage.map(({ id, elements }) => [id, elements.length])).toEqual([
    ['color-contrast', 1],
    ['image-alt', 1],
  ])

  await page.reload()
  await page.evaluate((html) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = html
    document.body.append(frame)
  }, FLAWED)
  await expect(page.frameLocator('iframe').getByText('pale')).toBeVisible()
  const inFrame = await axeViolations(page, { type: 'rule', values: rules })
  expect(inFrame.map(({ id, elements }) => [id, elements.length])).toEqual([
    ['color-contrast', 1],
    ['image-alt', 1],
  ])
})

interface Given {
  page: Page
  member: TestMember
  site: Site
  world: World
}

/** States that `*.page.test.ts` tests without a browser, which axe needs for colors and sizes. */
const MEMBER_STATES: Record<string, (given: Given) => Promise<void>> = {
  'a dashboard with stories': async ({ page, member, world }) => {
    await world.story({ author: member, title: 'A quiet road', status: 'pending' })
    await world.story({ author: member, status: 'rejected', rejectionReason: 'A name is in it.' })
    await page.goto('/dashboard')
    await expect(page.getByText('A name is in it.')).toBeVisible()
  },
  'a dashboard whose parts failed': async ({ page }) => {
    const parts = /\/api\/(daily|daily-actions\/week|notifications|moods|stories|purchases)(\?|$)/
    await page.route(parts, (route) => route.fulfill({ status: 500, body: '' }))
    await openInApp(page, '/dashboard')
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  },
  'a mood that is missing': async ({ page }) => {
    await page.goto('/flow')
    const panel = page.getByRole('region', { name: 'Mood & Gratitude' })
    await panel.getByRole('button', { name: 'Mood and journal' }).click()
    await panel.getByRole('button', { name: /^Write your daily gratitude/ }).click()
    await panel.getByLabel('Your daily gratitude and mood expression').fill('A letter came.')
    await panel.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(panel.getByText(/^Share your mood: Please select/)).toBeVisible()
  },
  'a question and a store that failed to load': async ({ page }) => {
    const parts = /\/api\/(trivia\/today|products)$/
    await page.route(parts, (route) => route.fulfill({ status: 500, body: '{}' }))
    await openInApp(page, '/flow?tab=faith')
    await expect(page.getByText(/^Failed to load trivia/)).toBeVisible()
    const store = page.getByRole('region', { name: 'Resources For Your Journey' })
    await expect(store.getByRole('button', { name: 'Retry' })).toBeVisible()
  },
  'a purchase that isn’t found': async ({ page }) => {
    await page.goto('/success?checkout=x')
    await expect(page.getByRole('heading', { name: 'We Can’t Find This Purchase' })).toBeVisible()
  },
  'an account with a stopped, unverified address': async ({ page, member, site }) => {
    const { email, id } = member
    await site.db.insertInto('emailSuppression').values({ email, cause: 'bounce' }).execute()
    await page.goto('/account/notifications')
    await expect(page.getByText(/^We’ve stopped sending these emails/)).toBeVisible()
    await expectSoundPage(page)
    await site.db
      .updateTable('member')
      .set({ emailVerifiedAt: null })
      .where('memberId', '=', id)
      .execute()
    await page.goto('/account/profile')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByRole('button', { name: 'Verify Code' })).toBeVisible()
  },
  'a taken name, in a section of the account': async ({ page, world }) => {
    const taken = await world.member()
    await page.goto('/account/profile')
    const card = page.getByRole('region', { name: 'Community username' })
    await card.getByRole('button', { name: 'Change community username' }).click()
    await card.getByLabel('New community username').fill(taken.anonymousUsername)
    await card.getByRole('button', { name: 'Change name' }).click()
    await expect(card).toContainText('Community username is already taken')
  },
  'a link that isn’t ours': async ({ page }) => {
    await page.goto('/unsubscribe?token=AQIDBAUGBwgJ')
    await expect(page.getByRole('alert')).toContainText('This link is incomplete')
  },
  'a refused guidance request, and one with helplines': async ({ page }) => {
    await page.goto('/flow?tab=guidance')
    const form = page.getByRole('region', { name: 'Ask for Guidance' })
    await form.getByLabel('Category').selectOption('Mindset')
    await form.getByLabel('Your request').fill('   ')
    await form.getByRole('button', { name: 'Submit request' }).click()
    await expect(form.getByText('Enter your request')).toBeVisible()
    await expectSoundPage(page)
    await form.getByLabel('Your request').fill('I want to kill myself.')
    await expect(form.getByRole('link', { name: 'Call 988' })).toBeVisible()
  },
  'the live room, off air': async ({ page, member, world }) => {
    const productId = await world.product({ productType: 'subscription' })
    await world.purchase({ member, productId })
    await page.goto('/live')
    await expect(page.getByText('OFF AIR')).toBeVisible()
  },
  'the store on a phone': async ({ page, world }) => {
    await world.product({ title: 'Seven Quiet Mornings' })
    await page.setViewportSize({ width: 375, height: 720 })
    await page.goto('/flow?tab=faith')
    const store = page.getByRole('region', { name: 'Resources For Your Journey' })
    await expect(store.getByText('Seven Quiet Mornings')).toBeVisible()
  },
  'a new action with helplines': async ({ page }) => {
    await page.goto('/daily-actions')
    await page.getByLabel('New action').fill('I want to end my life')
    await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible()
  },
}

for (const [state, open] of Object.entries(MEMBER_STATES)) {
  test(`${state} is accessible`, async ({ page, member, site, world, expectedErrors }) => {
    expectedErrors.push(/status of (400|404|409|500) /)
    await open({ page, member, site, world })
    await expectSoundPage(page)
  })
}

test('an email that can no longer be changed is accessible', async ({ adminPage: page }) => {
  await page.goto('/admin/scheduled-emails?edit=999999')
  await expect(page.getByText('This email can no longer be changed')).toBeVisible()
  await expectSoundPage(page)
})

test('email without any activity is accessible', async ({ adminPage: page }) => {
  await page.goto('/admin/email?part=activity')
  await expect(
    page.getByText('No email service is connected, so nothing is reported.'),
  ).toBeVisible()
  await expectSoundPage(page)
})

test('the history of a story in review is accessible', async ({ adminPage: page, world }) => {
  const author = await world.member()
  await world.story({ author, title: 'The last loaf', status: 'pending' })
  await page.goto('/admin/stories')
  const story = await openFromList(page, 'The last loaf')
  await story.getByText('History').click()
  await expect(page.getByRole('list', { name: 'History of this story' })).toBeVisible()
  await expectSoundPage(page)
})

test('the list of users and its dialog are accessible', async ({ adminPage: page, world }) => {
  const { username } = await world.member()
  await page.goto(`/admin/users?q=${username}`)
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: `Change email for ${username}` })
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await expectSoundPage(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectSoundPage(page)
})

test('an answer that a second person reads is accessible', async ({ openPage, site, world }) => {
  const [asker, writer, reader] = [await world.member(), await world.admin(), await world.admin()]
  const question = { content: 'May I say no?', category: 'faith', isMinor: true }
  const asked = await callAs(site, asker, {
    method: 'POST',
    path: '/api/guidance',
    body: question,
  })
  const { id } = await asked.json()
  const path = `/api/admin/guidance/${id}/respond`
  await callAs(site, writer, { method: 'POST', path, body: { responseContent: 'Yes.' } })
  const page = await openPage({ as: reader })
  await page.goto(`/admin/guidance/${id}`)
  await page.getByRole('button', { name: 'Give it back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give the response back' })
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await expect(dialog.getByText('Enter what should change')).toBeVisible()
  await expectSoundPage(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectSoundPage(page)
})

test('a second look and the numbers of the house rules are accessible', async ({
  openPage,
  site,
  world,
}) => {
  const [author, decider, reader] = [await world.member(), await world.admin(), await world.admin()]
  const id = await world.story({ author, title: 'The late loaf', status: 'pending' })
  const body = { reason: 'It names a street.' }
  await callAs(site, decider, { method: 'POST', path: `/api/stories/${id}/reject`, body })
  const own = await openPage({ as: author })
  await own.goto(`/flow?story=${id}`)
  await own.getByRole('button', { name: 'Ask for a second look' }).click()
  const dialog = own.getByRole('dialog', { name: 'Ask for a second look' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Say what we should look at again.')).toBeVisible()
  await expectSoundPage(own)
  await dialog.getByLabel('What should we look at again?').fill('It is a song.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByText('You asked for a second look. Someone else')).toBeVisible()
  await expectSoundPage(own)
  const page = await openPage({ as: reader })
  await page.goto('/admin/second-looks')
  await expect(openEntry(page, 'The late loaf')).toBeVisible()
  await expectSoundPage(page)
  await page.goto('/admin/rule-numbers')
  await expect(page.getByRole('heading', { name: /^Our house rules in/ })).toBeVisible()
  await expectSoundPage(page)
})

test('the refusal of a suspended member’s sign-in is accessible', async ({
  page,
  site,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/403 \(Forbidden\).*\/api\/login/)
  const member = await world.member()
  const path = `/api/admin/stories/${await world.story({ author: member })}/suspend-author`
  const body = { reason: 'It asks for money.' }
  await callAs(site, await world.admin(), { method: 'POST', path, body })
  await page.goto('/auth')
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  const ask = page.getByRole('button', { name: 'Ask for a second look' })
  await expect(ask).toBeVisible()
  await expectSoundPage(page)
  await ask.press('Enter')
  await expect(page.getByLabel('What should we look at again?')).toBeFocused()
  await expectSoundPage(page)
  await page.keyboard.type('I asked nobody.')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const asked = page.getByText('You asked for a second look. Someone else on the team')
  await expect(asked).toBeVisible()
  await expect(page.locator('section:focus')).toContainText('You asked for a second look.')
  await expectSoundPage(page)
})

test('the list of tags and a dialog with an error are accessible', async ({
  adminPage: page,
  world,
}) => {
  await world.story({ author: await world.member(), title: 'One', tags: ['Gracia', 'Hope'] })
  await page.goto('/admin/tags')
  await page.getByRole('button', { name: 'Merge: Gracia' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge “Gracia”' })
  await dialog.getByRole('button', { name: 'Merge tags' }).click()
  await expect(dialog.getByText('Choose a tag', { exact: true }).last()).toBeVisible()
  await expectSoundPage(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectSoundPage(page)
})
