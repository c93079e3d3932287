import { checkQuotations } from '#server/features/daily/quotations.ts'
import { createWorldEnglishBible } from '#server/ports/scripture/world-english-bible.ts'
import { expect, expectSoundPage, test } from './fixtures.ts'
import { finishSentence, giveVoices, OWN_VOICE, spokenOn } from './speech-steps.ts'

const FEATURES = [
  'Read & Listen to Real Stories',
  'Engage in Q&A',
  'Word of the Day',
  'Daily Reflection',
  'Business Growth',
  'Faith In Action',
]

test('the landing page and its links work without JavaScript, also on a phone', async ({
  openPage,
}) => {
  const page = await openPage({
    javaScriptEnabled: false,
    viewport: { width: 375, height: 720 },
  })
  await page.goto('/')
  await expect(page).toHaveTitle('Folx')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Where Paths Cross, Stories Unfold, and Folx Grow',
  )
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(FEATURES)
  await expect(page.getByText('resets at 3 AM')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Folx`)

  const main = page.getByRole('main')
  const targets = { 'Begin Your Journey': '/register', 'Login My Account': '/auth' }
  for (const [name, href] of Object.entries({ ...targets, 'Join Us': '/register' })) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href)
  }

  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    'Login',
    'Create Account',
  ])
  await page.getByRole('link', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/register')
})

test('the landing page leads a visitor to sign-in and registration, and a member to the dashboard', {
  tag: '@journey',
}, async ({ page, world, signIn }) => {
  await page.goto('/')
  await expectSoundPage(page)
  await page.getByRole('link', { name: 'Begin Your Journey' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Login My Account' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

  await signIn(await world.member({ anonymousUsername: 'Morning Heron' }))
  // Back leads a member on as well, instead of showing the page as a visitor saw it.
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, Morning Heron' })).toBeVisible()
})

test('the landing page quotes its verse exactly and says what Folx costs', async ({ page }) => {
  await page.goto('/')
  const figure = page.getByRole('figure').filter({ has: page.getByRole('blockquote') })
  const verse = await figure.getByRole('blockquote').textContent()
  const reference = await figure.locator('figcaption').textContent()
  const html = `<p>${verse} (${reference})</p>`
  const checked = await checkQuotations(createWorldEnglishBible(), html)
  expect(checked.map(({ status }) => status)).toEqual(['matches'])
  const cost = page.getByRole('region', { name: 'What it costs' })
  await expect(cost).toContainText('Nothing.')
  await expect(cost).toContainText('A monthly membership adds the live coaching room')
})

test('a visitor’s device reads the example of a story', async ({ page }) => {
  await giveVoices(page, [OWN_VOICE])
  await page.goto('/')
  await page.getByRole('button', { name: 'Listen: Grace over the vending machine' }).click()
  const first =
    'Cafeteria’s closed for repairs, so supper was crackers and one of those pies in a sleeve.'
  await expect.poll(() => spokenOn(page)).toEqual([first])
  await finishSentence(page)
  await expect.poll(() => spokenOn(page)).toEqual([first, 'The new guy bowed his head over his.'])
  await page.getByRole('button', { name: 'Stop reading' }).click()
  await expect(page.getByRole('button', { name: 'Listen: Grace' })).toBeVisible()
})

test('on a phone, the menu takes the focus and is closed when a visitor comes back', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: { width: 375, height: 720 } })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('button', { name: 'Close menu' })).toBeFocused()
  await menu.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Begin Your Journey' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('pressing Escape three times leaves the landing page, which is then covered', async ({
  page,
}) => {
  await page.route('https://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Weather</title>' }),
  )
  await page.goto('/')
  // Two seconds on the page's clock, which is paused regardless of how slow the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
  await expect(page).toHaveURL('https://www.google.com/')
  await page.clock.resume()
  await page.goto('/')
  await expect(page.locator('body')).toHaveText('Welcome backContinue')
})
