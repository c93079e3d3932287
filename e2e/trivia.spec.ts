import type { Locator, Page } from '@playwright/test'
import { logicalDate, nextDayStart } from '#contract/logical-date.ts'
import { type Question, questionOfToday } from '#server/testing/trivia.ts'
import { expect, expectSoundPage, onEmptySite, tabTo, test } from './fixtures.ts'
import type { Site } from './site.ts'

onEmptySite()

/** The community's default time zone. */
const COMMUNITY_ZONE = 'America/Chicago'

async function regenerate(site: Site, cookie: string): Promise<void> {
  const response = await fetch(`${site.url}/api/admin/trivia/regenerate`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: site.url },
  })
  expect(response.status, await response.text()).toBe(200)
}

function card(page: Page): Locator {
  return page.getByRole('region', { name: 'Daily Success Trivia Challenge' })
}

function radio(page: Page, option: string): Locator {
  return card(page).getByRole('radio', { name: option, exact: true })
}

function submit(page: Page): Locator {
  return card(page).getByRole('button', { name: 'Submit' })
}

async function openTrivia(page: Page): Promise<void> {
  await page.goto('/flow?tab=faith')
  await expect(card(page).getByRole('radio').first()).toBeVisible()
}

/** Pauses the page's clock, so that only the test advances it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/** Lets a stopped clock run in small steps until something is there. */
async function runUntil(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(5)
    await expect(target).toBeVisible({ timeout: 20 })
  }).toPass({ intervals: [20] })
}

/** Counts the pieces of confetti; reads the most that were drawn in one frame. */
async function countPieces(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const canvas = CanvasRenderingContext2D.prototype
    const { fill, clearRect } = canvas
    let pieces = 0
    let most = 0
    canvas.fill = function (this: CanvasRenderingContext2D, ...path: unknown[]) {
      pieces += 1
      most = Math.max(most, pieces)
      Reflect.apply(fill, this, path)
    }
    canvas.clearRect = function (...area) {
      pieces = 0
      clearRect.apply(this, area)
    }
    Object.assign(window, { readPieces: () => most })
  })
  return () => page.evaluate('readPieces()')
}

async function expectAnswered(page: Page, question: Question, own: string): Promise<void> {
  await expect(card(page).getByRole('radio')).toHaveCount(0)
  for (const text of [question.question, question.answer, own, question.explanation]) {
    await expect(card(page).getByText(text, { exact: true })).toBeVisible()
  }
  await expect(card(page).getByText(`Source: ${question.source}`)).toBeVisible()
  const isRight = own === question.answer
  await expect(card(page).getByText('Your answer: correct')).toHaveCount(isRight ? 1 : 0)
}

test('a right answer shows 200 pieces of confetti for two seconds', async ({
  memberPage: page,
  site,
}) => {
  const pieces = await countPieces(page)
  await page.clock.install()
  await openTrivia(page)
  const question = await questionOfToday(site.db)
  await expect(card(page).getByRole('group', { name: question.question })).toBeVisible()
  await expect(card(page).getByRole('radio')).toHaveCount(question.options.length)
  await expect(submit(page)).toBeDisabled()
  await expect(page.getByText(question.explanation)).toHaveCount(0)
  await expectSoundPage(page)

  await radio(page, question.answer).check()
  await stopClock(page)
  await submit(page).click()
  const canvas = page.locator('canvas')
  await runUntil(page, canvas)
  await expect(card(page).getByText('Correct!')).toBeVisible()
  await page.clock.runFor(1900)
  await expect(canvas).toHaveCount(1)
  await page.clock.runFor(110)
  await expect(canvas).toHaveCount(0)
  expect(await pieces()).toBe(200)
  await page.clock.runFor(300)
  await expectAnswered(page, question, question.answer)
  await page.clock.resume()
  await page.reload()
  await expectAnswered(page, question, question.answer)
})

test('with reduced motion a right answer is shown without confetti', async ({
  openPage,
  site,
  world,
}) => {
  const page = await openPage({ as: await world.member(), reducedMotion: 'reduce' })
  await page.clock.install()
  await openTrivia(page)
  const question = await questionOfToday(site.db)
  await radio(page, question.answer).check()
  await stopClock(page)
  await submit(page).click()
  await runUntil(page, card(page).getByText('Correct!'))
  await expect(page.locator('canvas')).toHaveCount(0)
  await page.clock.resume()
  await expectAnswered(page, question, question.answer)
})

test('after a wrong answer the right one is shown for two seconds and can be read again', {
  tag: '@journey',
}, async ({ memberPage: page, site }) => {
  await page.clock.install()
  await openTrivia(page)
  const question = await questionOfToday(site.db)
  await radio(page, question.wrong).check()
  await stopClock(page)
  await submit(page).click()
  const overlay = card(page).getByText('Wrong Answer!', { exact: true })
  await runUntil(page, overlay)
  await expect(card(page).getByText(`The correct answer is ${question.answer}`)).toBeVisible()
  // Screen readers read out the overlay.
  await expect(card(page).getByRole('status').filter({ hasText: 'Wrong Answer!' })).toHaveCount(1)
  await page.clock.runFor(1900)
  await expect(overlay).toBeVisible()
  await page.clock.runFor(110)
  await expect(overlay).toHaveCount(0)
  await expect(radio(page, question.wrong)).toBeChecked()
  await page.clock.runFor(200)
  await expectAnswered(page, question, question.wrong)
  await expect(page.locator('canvas')).toHaveCount(0)
  await page.clock.resume()
  await page.reload()
  await expectAnswered(page, question, question.wrong)
  await expectSoundPage(page)
})

test('the overlay is accessible', async ({ memberPage: page, site }) => {
  await openTrivia(page)
  const { wrong } = await questionOfToday(site.db)
  await radio(page, wrong).check()
  // Keeps the overlay open, because the checks take longer than it stays.
  await page.evaluate(() => {
    const { setTimeout } = window
    const patient = (work: TimerHandler, delay?: number): number =>
      delay === 2000 || delay === 2200 ? 0 : setTimeout(work, delay)
    Object.assign(window, { setTimeout: patient })
  })
  await submit(page).click()
  await expect(card(page).getByText('Wrong Answer!', { exact: true })).toBeVisible()
  await expectSoundPage(page)
  await expect(card(page).getByText('Wrong Answer!', { exact: true })).toBeVisible()
})

test('a second answer in another tab shows a notice for three seconds, and the first one counts', async ({
  memberPage: page,
  context,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409 .*\/api\/trivia\/answer/)
  const other = await context.newPage()
  await other.clock.install()
  await openTrivia(page)
  await openTrivia(other)
  const question = await questionOfToday(site.db)
  await radio(page, question.wrong).check()
  await submit(page).click()
  await expectAnswered(page, question, question.wrong)

  await radio(other, question.answer).check()
  await stopClock(other)
  await submit(other).click()
  const overlay = card(other).getByText('You already submitted an answer for today!', {
    exact: true,
  })
  await runUntil(other, overlay)
  await other.clock.runFor(2900)
  await expect(overlay).toBeVisible()
  await other.clock.runFor(110)
  await expect(overlay).toHaveCount(0)
  // The other tab's answer may arrive only now.
  await other.clock.resume()
  await expectAnswered(other, question, question.wrong)
})

test('a replaced question is replaced on open pages, and an earlier answer is kept', {
  tag: '@journey',
}, async ({ memberPage: page, site, world, openPage, expectedErrors }) => {
  expectedErrors.push(/status of 409 .*\/api\/trivia\/answer/)
  const { cookie } = await world.admin()
  const early = await openPage({ as: await world.member() })
  const unaware = await openPage({ as: await world.member() })
  await unaware.addInitScript(() => {
    Object.assign(window, {
      EventSource: class extends EventTarget {
        close(): void {}
      },
    })
  })
  const listening = page.waitForResponse('**/api/events?*')
  await openTrivia(page)
  await listening
  await openTrivia(early)
  await openTrivia(unaware)
  const old = await questionOfToday(site.db)
  await radio(early, old.wrong).check()
  await submit(early).click()
  await expectAnswered(early, old, old.wrong)
  await radio(page, old.answer).check()
  await radio(unaware, old.answer).check()

  await regenerate(site, cookie)
  const fresh = await questionOfToday(site.db)
  expect(fresh.question).not.toBe(old.question)
  // An open page is notified; one that is not learns it when it sends an answer.
  await submit(unaware).click()
  for (const each of [page, unaware]) {
    await expect(
      card(each).getByText('This question was replaced. Here is the new one.'),
    ).toBeVisible()
    await expect(card(each).getByRole('group', { name: fresh.question })).toBeVisible()
    await expect(submit(each)).toBeDisabled()
  }
  await radio(page, fresh.answer).check()
  await expect(card(page).getByText('This question was replaced.')).toHaveCount(0)
  await submit(page).click()
  await expectAnswered(page, fresh, fresh.answer)

  await early.reload()
  await expectAnswered(early, old, old.wrong)
})

test('an answer can be given by keyboard alone', async ({ memberPage: page, site }) => {
  await openTrivia(page)
  const question = await questionOfToday(site.db)
  const [first = '', second = ''] = question.options
  await tabTo(radio(page, first))
  await page.keyboard.press('Space')
  await expect(radio(page, first)).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(radio(page, second)).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAnswered(page, question, second)
  await expect(card(page).getByText(question.question, { exact: true })).toBeFocused()
})

test("an open page gets the new question at 3 AM in the community's zone", async ({
  page,
  site,
  world,
  signIn,
}) => {
  await signIn(await world.member({ timeZone: 'Pacific/Auckland' }))
  const turn = nextDayStart(new Date(), COMMUNITY_ZONE)
  // The server's clock can't be moved, so after 3 AM its answer is changed to tomorrow's.
  let hasTurned = false
  await page.route('**/api/trivia/today', async (route) => {
    const answer: object = await (await route.fetch()).json()
    const ofTomorrow = {
      id: 1_000_000,
      date: logicalDate(turn, COMMUNITY_ZONE),
      triviaQuestion: 'What does the morning bring?',
      answered: null,
    }
    await route.fulfill({ json: hasTurned ? { ...answer, ...ofTomorrow } : answer })
  })
  await page.clock.install({ time: turn.getTime() - 20 * 60_000 })
  await openTrivia(page)
  const question = await questionOfToday(site.db)
  await radio(page, question.wrong).check()
  hasTurned = true
  await page.clock.fastForward(20 * 60_000 + 1000)
  await expect(
    card(page).getByRole('group', { name: 'What does the morning bring?' }),
  ).toBeVisible()
  await expect(card(page).getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(submit(page)).toBeDisabled()
})
