import { RuleNumbers } from '#contract/rules.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { callAs, expectToast } from '#web/testing/steps.ts'

test('a member is redirected', async ({ memberPage: page }) => {
  await page.goto('/admin/settings')
  await expect(page).not.toHaveURL(/admin/)
})

test('house rules are kept as a draft, saved, and replaced by the built-in ones once they are empty', async ({
  adminPage: page,
  administrator,
}) => {
  const open = async (html: string): Promise<void> => {
    localStorage.setItem(`folx:draft:rules:${administrator.id}`, JSON.stringify({ html }))
    await page.goto('/admin/settings')
    await card.locator('summary').click()
  }
  const card = page.getByRole('region', { name: 'House rules' })
  const text = card.getByRole('textbox', { name: 'Rules' })
  await open('<h2>Be patient</h2><p>With each other.</p>')
  await expect(card.getByText('These are the built-in rules.')).toBeVisible()
  await expect(text).toContainText('With each other.')
  await card.getByRole('button', { name: 'Save rules' }).click()
  await expectToast(page, 'House rules saved')
  await expect(card.getByText('Delete the text to use the built-in rules again.')).toBeVisible()
  await open('')
  await card.getByRole('button', { name: 'Save rules' }).click()
  await expect(text).toContainText('Speak from your own life.')
})

test('the numbers of a year never tell fewer than five', async ({
  adminPage: page,
  administrator,
  site,
}) => {
  const path = '/api/admin/rules/numbers?which=last'
  const { json } = await callAs(site, administrator, { method: 'GET', path })
  const { year } = RuleNumbers.parse(json)
  const decide = async (action: string, count: number, detail = {}): Promise<void> => {
    const entry = { action, subjectType: 'story', subjectId: '1', detail: JSON.stringify(detail) }
    const createdAt = new Date(`${year}-06-01T12:00:00Z`)
    await site.db
      .insertInto('auditEntry')
      .values(Array(count).fill({ ...entry, createdAt }))
      .execute()
  }
  await page.goto('/admin/settings')
  await page.getByRole('region', { name: 'House rules' }).locator('summary').click()
  await page.getByRole('link', { name: 'House rules in numbers' }).click()
  await page.getByRole('tab', { name: 'Last year' }).click()
  await expect(page.getByRole('heading', { name: `Our house rules in ${year}` })).toBeVisible()
  // Few of everything is said once.
  await expect(page.getByText(`In ${year}, the team made fewer than five decisions`)).toBeVisible()
  await expect(page.getByText('Fewer than five', { exact: true })).toHaveCount(0)

  await decide('story-approved', 6)
  const decidedAt = new Date(`${year}-06-02T12:00:00Z`)
  const waits = [1, 3, 7, 9, 90].map((hours) => ({ decidedAt, hours }))
  await site.db.insertInto('decisionWait').values(waits).execute()
  await page.reload()
  await expect(page.getByText('6', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Half of them were decided within 7 hours. Earlier decisions weren’t measured.'),
  ).toBeVisible()
  await expect(page.getByText('Fewer than five', { exact: true })).toHaveCount(2)
  await expect(page.getByText('No rule was named in five or more refusals.')).toBeVisible()

  await decide('story-rejected', 5, { reason: 'Rule: Be kind.' })
  await page.reload()
  await expect(page.getByRole('row', { name: 'Be kind 5' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Be honest Fewer than five' })).toBeVisible()
})
