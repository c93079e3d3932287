import { expect, test } from '#web/testing/page-test.ts'
import { callAs, expectToast } from '#web/testing/steps.ts'

test('the handover sheet says who holds each right, warns where one person alone does, and has no secrets', async ({
  page,
  signIn,
  world,
  context,
  site,
  onTestFinished,
}) => {
  onTestFinished(async () => {
    context.config.environment = {}
    await context.db.deleteFrom('connection').execute()
    await context.connections.refresh()
  })
  context.config.environment = { payments: ['PAYMENTS_PROVIDER'] }
  const keeper = await world.admin({ anonymousUsername: 'Lone Cedar' })
  await signIn(keeper)
  await world.admin({ anonymousUsername: 'Second Oak', rights: ['stories'] })
  await callAs(site, keeper, {
    method: 'PUT',
    path: '/api/admin/connections/ai?anyway=true',
    body: { AI_BASE_URL: 'https://api.openai.com/v1', AI_MODEL: 'm', AI_API_KEY: 'sk-secret' },
  })
  await page.goto('/admin/backups')
  await page.getByRole('link', { name: 'Print the handover sheet' }).click()
  await expect(page).toHaveURL('/admin/handover')
  await expect(page.getByText('Lone Cedar, Second Oak')).toHaveCount(1)
  await expect(page.getByText('Lone Cedar', { exact: true })).toHaveCount(9)
  await expect(page.getByText(/^Guidance, .*, Team: if that person leaves, nobody/)).toBeVisible()
  await expect(page.getByText('OpenAI')).toBeVisible()
  await expect(page.getByText('Test payments, set on the server. Nobody is charged.')).toBeVisible()
  await expect(page.getByText('No trial restore has worked yet.')).toBeVisible()
  await expect(page.getByText('sk-secret')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Fill in by hand' })).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Who has the account for Email' }),
  ).toBeVisible()
  // One press leads to the right, checked for whoever is picked, beside the rights they have.
  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await expect(page).toHaveURL('/admin/team?right=treasurer')
  await page.getByRole('button', { name: 'Change rights for Second Oak' }).click()
  const dialog = page.getByRole('dialog', { name: /Second Oak/ })
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Save rights' }).click()
  await expectToast(page, 'Rights saved for Second Oak')
  await expect(page).toHaveURL('/admin/team')
  const { rights } = await site.db
    .selectFrom('member')
    .select('rights')
    .where('anonymousUsername', '=', 'Second Oak')
    .executeTakeFirstOrThrow()
  expect(rights.toSorted()).toEqual(['stories', 'treasurer'])
  await world.admin()
  await page.goto('/admin/handover')
  await expect(page.getByText('Lone Cedar, Second Oak', { exact: false })).toHaveCount(2)
  await expect(page.getByText('Only one person has some of these rights')).toHaveCount(0)
})
