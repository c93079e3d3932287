import { fillStory, openStoryForm } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, test } from './fixtures.ts'

const STORY =
  'My wife Anna left on March 3, 2019. I’m 34, I work at Delmont Steel and live in Cedar Hollow.'

test('a writer sees details that could identify them, uses softer words, and nothing leaves the device', {
  tag: '@journey',
}, async ({ memberPage: page, openPage, world }) => {
  test.slow()
  const admin = await openPage({ as: await world.admin({ rights: ['settings'] }) })
  await admin.goto('/admin/settings')
  await admin.locator('summary').filter({ hasText: 'Local names' }).click()
  await admin.getByLabel('Add names').fill('Cedar Hollow\nLake Tansey')
  await admin.getByRole('button', { name: 'Add', exact: true }).click()
  const names = admin.getByRole('region', { name: 'Local names' })
  await names.getByText('2 local names').click()
  await names.getByRole('button', { name: 'Remove Lake Tansey' }).click()
  await expect(names.getByText('1 local name', { exact: true })).toBeVisible()
  await expectSoundPage(admin)

  await page.goto('/flow?tab=exit')
  const form = await openStoryForm(page)
  const box = form.getByLabel('Your story', { exact: true })
  const hasNames = page.waitForResponse(/\/api\/local-names/)
  await box.fill('A start.')
  await hasNames
  const sent: string[] = []
  page.on('request', (request) => {
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
  })
  await fillStory(form, { title: 'A hard year', content: STORY })
  await expect(form.getByText('5 details could identify you')).toBeVisible()
  await expect(form.locator('mark')).toHaveText([
    'My wife Anna',
    'on March 3, 2019',
    'I’m 34',
    'Delmont Steel',
    'Cedar Hollow',
  ])

  // By keyboard alone.
  await form.getByRole('button', { name: 'Show details' }).focus()
  await page.keyboard.press('Enter')
  const panel = form.getByRole('region', { name: 'What could identify you' })
  await expect(panel).toContainText('Together, a name, a date, an age, a workplace, and a place')
  await expectSoundPage(page)
  await panel.getByRole('button', { name: 'Show “I’m 34”' }).press('Enter')
  await expect(box).toBeFocused()
  const selected = (): Promise<string> =>
    box.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    )
  await expect.poll(selected).toBe('I’m 34')
  await panel.getByRole('button', { name: /^Use “My wife”/ }).press('Enter')
  await expect(box).toHaveValue(STORY.replace('My wife Anna', 'My wife'))
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(STORY)
  await panel.getByRole('button', { name: /^Use “My wife”/ }).click()
  await box.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(box).toHaveValue(STORY)
  await panel.getByRole('button', { name: /^Use “a few years ago”/ }).click()
  // The page may ask for what is new meanwhile.
  const words = /^(?!GET )|Anna|Delmont|Cedar/
  expect(sent.filter((call) => words.test(call))).toEqual([])

  // Remaining details are sent as they are, without a question.
  await form.getByLabel('Category').selectOption({ label: 'Faith' })
  await form.getByRole('button', { name: 'Submit story' }).click()
  await expect(page.getByText('For Approval').first()).toBeVisible()
})
