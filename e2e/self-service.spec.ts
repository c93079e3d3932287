import type { Page } from '@playwright/test'
import type { TestMember } from '#server/testing/population.ts'
import { chooseInMenu, chooseInReply, openFromList } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, test } from './fixtures.ts'
import { expectToast } from './story-steps.ts'

const REFUSED = /status of (400|401|403|404|409) /

function linkIn(mail: { text: string }): string {
  const url = new URL(/https?:\S+token=[\w-]+/.exec(mail.text)?.[0] ?? '')
  return `${url.pathname}${url.search}`
}

function codeIn(mail: { text: string }): string {
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
}

test('a member changes their email, and the old address can undo it', async ({
  page,
  member,
  openPage,
  mailTo,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  await page.goto('/account/profile')
  const card = page.getByRole('region', { name: 'Email address' })
  await card.getByRole('button', { name: 'Change email' }).click()
  await card.getByLabel('New email').fill('nobody')
  await card.getByRole('button', { name: 'Send code' }).click()
  await expect(card).toContainText('Invalid email address')
  const newEmail = `new-${member.email}`
  await card.getByLabel('New email').fill(newEmail)
  await card.getByRole('button', { name: 'Send code' }).click()
  await expect(card).toContainText(`We sent an email to ${newEmail}`)
  await card.getByLabel('Code').fill(codeIn(await mailTo(newEmail, /Confirm your new email/)))
  await card.getByRole('button', { name: 'Confirm new email' }).click()
  await expectToast(page, 'Email changed')
  await expect(card).toContainText(newEmail)
  await expect(card).toContainText('Verified')

  const mailbox = await openPage()
  await mailbox.goto(linkIn(await mailTo(member.email, /You changed your email/)))
  await expect(mailbox.getByRole('main')).toContainText('If you didn’t change it, undo the change')
  await expectSoundPage(mailbox)
  await mailbox.getByRole('button', { name: 'Undo the change' }).click()
  await mailbox.getByRole('alertdialog').getByRole('button', { name: 'Undo the change' }).click()
  await expect(mailbox.getByRole('main')).toContainText('Your account has this email address again')
  await page.goto('/account')
  await expect(page).toHaveURL(/\/auth/)
  await mailbox.goto('/email-change?token=unknown')
  await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work')
  await expect(mailbox.getByRole('alert')).toContainText('Open it again from the email.')
})

test('an administrator suspends an author from a story and from a reply', async ({
  adminPage: page,
  world,
  openPage,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const [author, replier] = [await world.member(), await world.member()]
  const title = 'Buy my course'
  await world.story({ author, title, status: 'pending' })
  const storyId = await world.story({ author: await world.member(), title: 'A quiet week' })
  const answering = await openPage({ as: replier })
  await answering.goto(`/flow?story=${storyId}`)
  await answering.getByLabel('Your reply').fill('Buy my course too.')
  await answering.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(answering, 'Reply submitted successfully')

  await page.goto('/admin/stories')
  await openFromList(page, title)
  await chooseInMenu(page, { about: title, action: 'Suspend author' })
  const dialog = page.getByRole('dialog', { name: 'Suspend the author of this story?' })
  await dialog.getByRole('button', { name: 'Suspend author' }).click()
  await expect(dialog).toContainText('Enter a reason.')
  await expectSoundPage(page)
  await dialog.getByLabel('Reason').fill('This advertises a shop.')
  await dialog.getByRole('button', { name: 'Suspend author' }).click()
  await expectToast(page, 'Author suspended')

  await page.goto(`/flow?story=${storyId}`)
  await chooseInReply(page, { by: replier.anonymousUsername, action: 'Suspend author' })
  const second = page.getByRole('dialog', { name: 'Suspend the author of this reply?' })
  await second.getByLabel('Reason').fill('So does this.')
  await second.getByRole('button', { name: 'Suspend author' }).click()
  await expectToast(page, 'Author suspended')

  for (const [member, reason] of [
    [author, 'This advertises a shop.'],
    [replier, 'So does this.'],
  ] as const) {
    const entrance = await openPage()
    await entrance.goto('/auth')
    await entrance.getByLabel('Username or email').fill(member.username)
    await entrance.getByLabel('Password', { exact: true }).fill(member.password)
    await entrance.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(entrance.getByRole('main')).toContainText(reason)
  }
})

test('after an administrator changed the email, private writing opens once the old address confirms it', async ({
  world,
  openPage,
  mailTo,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const member = await world.member()
  const newEmail = `moved-${member.email}`
  await changeByAdmin(await openPage({ as: await world.admin() }), member, newEmail)

  const stranger = await openPage()
  await stranger.goto('/auth')
  await signInWithCode(stranger, newEmail, mailTo)
  await stranger.goto('/guidance-responses')
  const closed = stranger.getByRole('alert').filter({ hasText: 'An administrator changed' })
  await expect(closed).toContainText('opens once the change is confirmed from the previous mailbox')
  await expectSoundPage(stranger)

  const mailbox = await openPage()
  await mailbox.goto(linkIn(await mailTo(member.email, /was changed/)))
  await mailbox.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(mailbox.getByRole('main')).toContainText('The change is confirmed')
  // The page may refresh on its own before the button is pressed.
  await expect(async () => {
    const retry = closed.getByRole('button', { name: 'Retry' })
    if (await retry.isVisible()) await retry.click({ timeout: 2_000 })
    await expect(closed).toBeHidden({ timeout: 2_000 })
  }).toPass()
})

async function changeByAdmin(page: Page, member: TestMember, newEmail: string): Promise<void> {
  const answer = await page.request.post(`/api/admin/users/${member.id}/change-email`, {
    data: { newEmail },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(200)
}

async function signInWithCode(
  page: Page,
  email: string,
  mailTo: (address: string, subject?: RegExp) => Promise<{ text: string }>,
): Promise<void> {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  await page.request.post('/api/request-otp', { data: { email }, headers })
  const code = codeIn(await mailTo(email, /sign-in code/))
  const answer = await page.request.post('/api/verify-otp', { data: { email, code }, headers })
  expect(answer.status()).toBe(200)
}
