import { expect, expectSoundPage, test } from './fixtures.ts'

test('a neutral name is used in the tab, the installed app, the sign-in page and emails', async ({
  page,
  member,
  context,
  signIn,
  mailTo,
}) => {
  await page.goto('/account/privacy')
  await expect(page).toHaveTitle('Account · Folx')
  const icon = page.locator('link[rel="icon"]')
  const manifest = page.locator('link[rel="manifest"]')
  await expect(manifest).toHaveAttribute('href', '/manifest.webmanifest')

  const names = page.getByRole('radiogroup', { name: 'A neutral name for Folx' })
  await names.getByRole('radio', { name: 'Folx' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(names.getByRole('radio', { name: 'Notes' })).toBeChecked()
  await expect(page).toHaveTitle('Notes')
  await page.getByText('What this hides, and what it doesn’t').click()
  await expect(page.getByText('bank and card statements')).toBeVisible()
  await expectSoundPage(page)

  for (const name of ['notes', 'journal', 'daily']) {
    const answer = await page.request.get(`/${name}.webmanifest`)
    expect(answer.headers()['content-type']).toContain('application/manifest+json')
    const app: { name: string; icons: { src: string }[] } = JSON.parse(await answer.text())
    expect(app.name.toLowerCase()).toBe(name)
    for (const { src } of [...app.icons, { src: `/icons/${name}-touch-icon.png` }]) {
      const image = await page.request.get(src)
      expect(image.headers()['content-type'], src).toMatch(/^image\//)
    }
  }

  // On the next page, it is applied before the app starts.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset.titleAtStart = document.title
    })
  })
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-title-at-start', 'Notes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Notes')
  await expect(manifest).toHaveAttribute('href', '/notes.webmanifest')
  await expect(icon).toHaveAttribute('href', '/icons/notes.svg')

  // The device remembers it without a session.
  await context.clearCookies({ name: 'folx' })
  await page.goto('/auth')
  await expect(page).toHaveTitle('Notes')
  const status = await page.evaluate(async (email) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email })
    return (await fetch('/api/request-otp', { method: 'POST', headers, body })).status
  }, member.email)
  expect(status).toBe(200)
  expect((await mailTo(member.email)).subject).toBe('Notes: your code')

  await signIn(member)
  await page.goto('/account/privacy')
  await names.getByRole('radio', { name: 'Folx' }).click()
  await expect(page).toHaveTitle('Account · Folx')
  await expect(manifest).toHaveAttribute('href', '/manifest.webmanifest')
})
