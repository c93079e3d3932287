import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { closeToast, expectToast, signInAgain } from '#web/testing/steps.ts'
import { openFromList } from '#web/testing/story-steps.ts'

/** Opens a dialog that asks for a reason; returns the reason field. */
async function openReason(
  page: TestPage,
  { button, choice, dialog }: { button: Locator; choice?: string; dialog: string },
): Promise<{ field: Locator; box: Locator }> {
  await button.click()
  if (choice) await page.getByRole('menuitem', { name: choice }).click()
  const box = page.getByRole('dialog', { name: dialog })
  return { box, field: box.getByRole('textbox') }
}

test('the reason of a report survives an expired session', async ({
  page,
  member,
  world,
  endSession,
}) => {
  const storyId = await world.story({ author: await world.member(), title: 'Named by name' })
  await page.goto(`/flow?story=${storyId}`)
  const button = page.getByRole('button', { name: 'Report', exact: true })
  const asked = { button, dialog: 'Report this story' }
  const { box, field } = await openReason(page, asked)
  await field.fill('It names my brother.')
  await endSession(member)
  await box.getByRole('button', { name: 'Send report' }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL(`/flow?story=${storyId}`)
  await openReason(page, asked)
  await expect(field).toHaveValue('It names my brother.')
  await box.getByRole('button', { name: 'Send report' }).click()
  await closeToast(page, 'Thank you for telling us')
  await openReason(page, asked)
  await expect(field).toHaveValue('')
})

test('the reasons of a rejection and of a suspension survive an expired session', async ({
  page,
  administrator,
  world,
  endSession,
}) => {
  const title = 'Too many names'
  await world.story({ author: await world.member(), title, status: 'pending' })
  await page.goto('/admin/stories')
  const entry = await openFromList(page, title)
  const rejecting = {
    button: entry.getByRole('button', { name: `Reject: ${title}` }),
    dialog: 'Reject story',
  }
  const suspending = {
    button: entry.getByRole('button', { name: `More actions: ${title}` }),
    choice: 'Suspend author',
    dialog: 'Suspend the author of this story?',
  }
  const rejection = await openReason(page, rejecting)
  await rejection.field.fill('Please leave the surname out.')
  await endSession(administrator)
  await rejection.box.getByRole('button', { name: 'Reject story' }).click()
  await signInAgain(page, administrator)
  await expect(page).toHaveURL(/\/admin\/stories\?item=\d+$/)

  const suspension = await openReason(page, suspending)
  await suspension.field.fill('This advertises a shop.')
  await endSession(administrator)
  await suspension.box.getByRole('button', { name: 'Suspend author' }).click()
  await signInAgain(page, administrator)
  await openReason(page, suspending)
  await expect(suspension.field).toHaveValue('This advertises a shop.')
  await suspension.box.getByRole('button', { name: 'Suspend author' }).click()
  await closeToast(page, 'Author suspended')

  await openReason(page, rejecting)
  await expect(rejection.field).toHaveValue('Please leave the surname out.')
  await rejection.box.getByRole('button', { name: 'Reject story' }).click()
  await closeToast(page, 'Story rejected successfully')
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(kept).not.toMatch(/surname|advertises/)
})

test('the reason to email an address again survives an expired session', async ({
  page,
  administrator,
  site,
  world,
  endSession,
}) => {
  const { email } = await world.member()
  await site.db
    .insertInto('emailSuppression')
    .values({ email, cause: 'bounce', reason: 'Mailbox gone' })
    .execute()
  await page.goto('/admin/email?part=bounced')
  const button = page.getByRole('button', { name: `Allow again: ${email}` })
  const asked = { button, dialog: 'Allow broadcasts again' }
  const { box, field } = await openReason(page, asked)
  await field.fill('They asked for it.')
  await endSession(administrator)
  await box.getByRole('button', { name: 'Allow again' }).click()
  await signInAgain(page, administrator)
  await expect(page).toHaveURL('/admin/email?part=bounced')
  await openReason(page, asked)
  await expect(field).toHaveValue('They asked for it.')
  await box.getByRole('button', { name: 'Allow again' }).click()
  await closeToast(page, 'Address allowed again')
})

test('changed settings survive an expired session', async ({ page, administrator, endSession }) => {
  await page.goto('/admin/settings')
  const field = page.getByLabel('Email for help')
  await field.fill('help@example.org')
  await endSession(administrator)
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await signInAgain(page, administrator)
  await expect(page).toHaveURL('/admin/settings')
  await expect(field).toHaveValue('help@example.org')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await closeToast(page, 'Website settings updated successfully')
})

test('an unsent mood survives an expired session', async ({ page, member, endSession }) => {
  await page.goto('/flow')
  const panel = page.getByRole('region', { name: 'Mood & Gratitude' })
  await panel.getByRole('button', { name: 'Mood and journal' }).click()
  await panel.getByRole('radio', { name: 'Joyful', exact: true }).check()
  const write = panel.getByRole('button', { name: /^Write your daily gratitude/ })
  if (await write.isVisible()) await write.click()
  const notes = panel.getByLabel('Your daily gratitude and mood expression')
  await notes.fill('A letter came.')
  await endSession(member)
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL(/\/flow/)
  await expect(panel).toContainText('Not shared yet')
  await panel.getByRole('button', { name: 'Mood and journal' }).click()
  await expect(notes).toHaveValue('A letter came.')
  await expect(panel.getByRole('radio', { name: 'Joyful', exact: true })).toBeChecked()
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expectToast(page, 'Gratitude & Mood Sent Into The Universe Successfully')
})

test('an action checked after the session has expired is checked after signing in', async ({
  page,
  member,
  site,
  endSession,
}) => {
  await page.goto('/flow?tab=faith')
  const panel = page.getByRole('region', { name: 'Daily Actions', exact: true })
  const box = panel.getByRole('checkbox', { name: 'Prayer' })
  await expect(box).not.toBeChecked()
  await endSession(member)
  await box.check()
  const question = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(box).toBeChecked()
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/flow?tab=faith')
  const ticks = (): Promise<unknown[]> =>
    site.db
      .selectFrom('actionTick')
      .select('actionType')
      .where('memberId', '=', member.id)
      .execute()
  await expect.poll(ticks).toEqual([{ actionType: 'prayer' }])
  await expect(box).toBeChecked()
  await page.reload()
  await expect(box).toBeChecked()
})
