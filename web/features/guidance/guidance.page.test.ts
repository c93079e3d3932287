import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { callAs, closeToast } from '#web/testing/steps.ts'

/** Each test starts with an empty team list. */
test.beforeEach(({ site }) => site.db.deleteFrom('guidanceRequest').execute())

function askForm(page: TestPage): Locator {
  return page.getByRole('region', { name: 'Ask for Guidance' })
}

test('an incomplete request says why, and its text stays', async ({ memberPage: page }) => {
  await page.goto('/flow?tab=guidance')
  const form = askForm(page)
  const text = form.getByLabel('Your request')
  const submit = form.getByRole('button', { name: 'Submit request' })
  await form.getByLabel('Category').selectOption('Mindset')
  await text.fill('   ')
  await submit.click()
  await expect(form.getByText('Enter your request')).toBeVisible()
  await expect(text).toBeFocused()
  await text.fill('x'.repeat(4_990))
  await expect(form.getByText('10 characters left')).toBeVisible()

  await text.fill('I want to kill myself.')
  await expect(form.getByRole('link', { name: 'Call 988' })).toBeVisible()
  await text.fill('How do I rest?')
  await expect(form.getByRole('link', { name: 'Call 988' })).toHaveCount(0)
  await page.reload()
  await expect(form.getByLabel('Category')).toHaveValue('mindset')
  await expect(text).toHaveValue('How do I rest?')

  const sentence = 'Requests about rest are closed on Sundays.'
  await page.route('**/api/guidance', (route) =>
    route.fulfill({ status: 400, json: { message: sentence, fields: { content: sentence } } }),
  )
  await submit.click()
  await expect(form.getByText(sentence)).toBeVisible()
  await expect(text).toBeFocused()
  await closeToast(page, /Failed to submit request.*Please try again later\./)
  await page.unrouteAll()
  await page.route('**/api/guidance', (route) => route.fulfill({ status: 500, body: '' }))
  await submit.click()
  await closeToast(page, /Failed to submit request.*Please try again later\./)
  await expect(text).toHaveValue('How do I rest?')
  await page.unrouteAll()
  await text.fill('I want to kill myself.')
  await submit.click()
  await closeToast(page, 'Request submitted successfully')
  // The helplines stay once the words are gone.
  await expect(text).toHaveValue('')
  await expect(form.getByRole('link', { name: 'Call 988' })).toBeVisible()
  await expect(form.getByText('Nobody is told that we showed them.')).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('')
  await expect(submit).toBeDisabled()
})

test('two fast clicks send a request once', async ({ memberPage: page }) => {
  await page.goto('/flow?tab=guidance')
  const form = askForm(page)
  await form.getByLabel('Category').selectOption('Mindset')
  await form.getByLabel('Your request').fill('How do I begin?')
  let calls = 0
  await page.route('**/api/guidance', async (route) => {
    if (route.request().method() === 'POST') calls += 1
    await route.continue()
  })
  const button = await form.getByRole('button', { name: 'Submit request' }).element()
  // Both before the page has rendered again.
  button.click()
  button.click()
  await closeToast(page, 'Request submitted successfully')
  expect(calls).toBe(1)
})

test('an empty list of requests asks once whether to ask for guidance', async ({
  memberPage: page,
}) => {
  await page.goto('/guidance-responses')
  await expect(page.getByText('No guidance requests yet.')).toBeVisible()
  const links = page.getByRole('main').getByRole('link', { name: 'Ask for Guidance' })
  await expect(links).toHaveCount(1)
  await page.goto('/flow?tab=guidance')
  const form = askForm(page)
  await form.getByLabel('Your request').fill('How do I rest?')
  await form.getByLabel('Category').selectOption('Mindset')
  await form.getByRole('button', { name: 'Submit request' }).click()
  await closeToast(page, 'Request submitted successfully')
  await page.goto('/guidance-responses')
  await expect(page.getByRole('region', { name: 'My requests' })).toBeVisible()
  await expect(links).toHaveCount(1)
})

test('somebody under 18 can say so, except in a community for adults', async ({
  memberPage: page,
  site,
  world,
}) => {
  const [one] = [await world.admin(), await world.admin({ rights: ['guidance'] })]
  await page.goto('/flow?tab=guidance')
  const form = askForm(page)
  const box = form.getByRole('checkbox', { name: /^I am under 18/ })
  await expect(
    form.getByText('Two people on the team will read the answer before you get it.'),
  ).toBeVisible()
  await form.getByLabel('Your request').fill('May I say no?')
  await form.getByLabel('Category').selectOption('Faith')
  await box.check()
  await page.reload()
  await expect(box).toBeChecked()
  await form.getByRole('button', { name: 'Submit request' }).click()
  await closeToast(page, 'Request submitted successfully')
  await expect(box).not.toBeChecked()
  const stored = site.db.selectFrom('guidanceRequest').select('isMinor')
  expect(await stored.execute()).toEqual([{ isMinor: true }])

  const save = (adultsOnly: boolean) =>
    callAs(site, one, {
      method: 'POST',
      path: '/api/admin/website-settings',
      body: { adultsOnly },
    })
  await save(true)
  await page.goto('/flow?tab=guidance')
  await expect(form.getByLabel('Your request')).toBeVisible()
  await expect(box).toHaveCount(0)
  await save(false)
})
