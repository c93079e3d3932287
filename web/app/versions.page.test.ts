import { factorEndpoints } from '#contract/factors.ts'
import { setUpPasskey } from '#server/testing/factors.ts'
import type { TestMember } from '#server/testing/population.ts'
import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, type Site, test } from '#web/testing/page-test.ts'
import { callAs, expectToast } from '#web/testing/steps.ts'

const SHARED = 'Gratitude & Mood Sent Into The Universe Successfully'
const OWN_QUESTION = 'This was changed on another device'
const QUESTION = 'This was changed meanwhile'

test('an entry written on another device is never replaced unseen', async ({
  page,
  world,
  site,
  signIn,
}) => {
  const member = await world.member({ timeZone: 'UTC' })
  await signIn(member)
  await page.goto('/flow')
  const panel = page.getByRole('region', { name: 'Mood & Gratitude' })
  const writeOnPhone = (notes: string) =>
    callAs(site, member, { method: 'POST', path: '/api/moods', body: { mood: 'peaceful', notes } })
  await unfold(panel)
  await writeOnPhone('Written on the phone.')

  await panel.getByRole('radio', { name: 'Joyful', exact: true }).check()
  const notes = panel.getByLabel('Your daily gratitude and mood expression')
  await notes.fill('Written on the laptop.')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  const question = page.getByRole('dialog', { name: OWN_QUESTION })
  const [mine, newer] = ['Yours', 'The newer one'].map((name) =>
    question.getByRole('region', { name, exact: true }),
  )
  await expect(mine ?? question).toContainText('Written on the laptop.')
  await expect(newer ?? question).toContainText('Written on the phone.')
  expect(await savedNotes(site, member)).toBe('Written on the phone.')

  // Closing the question keeps everything as it is.
  await question.getByRole('button', { name: 'Close' }).click()
  await expectToast(page, 'Unable to share')
  await expect(notes).toHaveValue('Written on the laptop.')
  expect(await savedNotes(site, member)).toBe('Written on the phone.')

  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expectToast(page, SHARED)
  expect(await savedNotes(site, member)).toBe('Written on the laptop.')

  await unfold(panel)
  await panel.getByRole('button', { name: 'Edit today’s gratitude' }).click()
  await expect(notes).toHaveValue('Written on the laptop.')
  await writeOnPhone('In the evening.')
  await notes.fill('Too late.')
  await panel.getByRole('button', { name: 'Update Gratitude' }).click()
  await question.getByRole('button', { name: 'Use the newer one' }).click()
  await expectToast(page, 'The newer one was kept')
  await expect(notes).toHaveCount(0)
  expect(await savedNotes(site, member)).toBe('In the evening.')
})

/** Opens the panel below the line with the day. */
async function unfold(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Mood and journal', expanded: false }).click()
}

async function savedNotes(site: Site, member: TestMember): Promise<string | undefined> {
  const { json } = await callAs(site, member, { method: 'GET', path: '/api/moods' })
  return (json as { notes: string }[])[0]?.notes
}

test('a setting that a colleague changed is never replaced unseen, and others are saved at once', async ({
  adminPage: page,
  world,
  site,
}) => {
  const colleague = await world.admin()
  const change = (body: object) =>
    callAs(site, colleague, { method: 'POST', path: '/api/admin/website-settings', body })
  await openSettings(page)
  const title = page.getByLabel('Site title')
  await change({ siteTitle: 'Paths', answerPromiseHours: 24 })
  await title.fill('Crossroads')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const question = page.getByRole('dialog', { name: QUESTION })
  await expect(question.getByRole('region', { name: 'Yours' })).toContainText('Crossroads')
  await expect(question.getByRole('region', { name: 'The newer one' })).toContainText('Paths')
  await question.getByRole('button', { name: 'Use the newer one' }).click()
  await expectToast(page, 'The newer one was kept')
  await expect(title).toHaveValue('Paths')

  await change({ answerPromiseHours: 72 })
  await title.fill('Crossroads')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Website settings updated successfully')
  const { json } = await callAs(site, colleague, { method: 'GET', path: '/api/website-settings' })
  expect(json).toMatchObject({ siteTitle: 'Crossroads', answerPromiseHours: 72 })
  await change({ siteTitle: 'Folx', answerPromiseHours: 48 })
})

async function openSettings(page: TestPage): Promise<void> {
  await page.goto('/admin/settings')
  await expect(page.getByLabel('Site title')).toBeVisible()
}

test('a draft remembers what it began from, also after a reload', async ({
  adminPage: page,
  world,
  site,
}) => {
  await openSettings(page)
  const title = page.getByLabel('Site title')
  await title.fill('Crossroads')
  const body = { siteTitle: 'Paths' }
  const path = '/api/admin/website-settings'
  await callAs(site, await world.admin(), { method: 'POST', path, body })
  await page.reload()
  await expect(title).toHaveValue('Crossroads')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const question = page.getByRole('dialog', { name: QUESTION })
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expectToast(page, 'Website settings updated successfully')
  await expect(title).toHaveValue('Crossroads')
})

test('a draft follows what is entered in another tab', async ({
  adminPage: page,
  administrator,
}) => {
  await page.goto('/admin/settings')
  await expect(page.getByLabel('Site title')).toBeVisible()
  const title = page.getByLabel('Site title')
  const before = await title.inputValue()
  const key = `folx:draft:settings:${administrator.id}`
  localStorage.setItem(key, JSON.stringify({ siteTitle: 'From the other tab' }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
  await expect(title).toHaveValue('From the other tab')
  localStorage.removeItem(key)
  window.dispatchEvent(new StorageEvent('storage', { key }))
  await expect(title).toHaveValue(before)
})

test('a draft of a prayer request knows after a reload that the request was changed elsewhere', async ({
  page,
  world,
  site,
  signIn,
}) => {
  const author = await world.member()
  const id = await world.prayerRequest({ author, content: 'For my exam.' })
  await signIn(author)
  await page.goto('/flow?tab=exit&list=asked')
  const own = page.getByRole('region', { name: 'My requests' })
  await own.getByRole('button', { name: /^More about your request/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const text = page.getByLabel('Your request')
  await text.fill('For my exam on Friday.')
  const body = { content: 'For my second exam.' }
  await callAs(site, author, { method: 'PUT', path: `/api/prayer-requests/${id}`, body })
  await page.reload()
  await expect(text).toHaveValue('For my exam on Friday.')
  await page.getByRole('button', { name: 'Submit again' }).click()
  const question = page.getByRole('dialog', { name: OWN_QUESTION })
  await expect(question.getByRole('region', { name: 'Yours' })).toContainText('on Friday')
  await expect(question.getByRole('region', { name: 'The newer one' })).toContainText('second')
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expectToast(page, 'Request submitted again')
  await expect(own).toContainText('For my exam on Friday.')
})

test('two changes of one guidance answer are both shown, also after a reload', async ({
  adminPage: page,
  world,
  site,
}) => {
  const asker = await world.member()
  const colleague = await world.admin()
  const send = async (by: { cookie: string }, path: string, body: object) => {
    const { json } = await callAs(site, by, { method: 'POST', path, body })
    return json as { id: number }
  }
  const question = { content: 'How do I begin to pray?', category: 'faith' }
  const { id } = await send(asker, '/api/guidance', question)
  const respond = `/api/admin/guidance/${id}/respond`
  await send(colleague, respond, { responseContent: 'With one sentence.' })
  await page.goto('/admin/guidance?part=answered')
  await page.getByRole('button', { name: /^Change response/ }).click()
  const text = page.getByLabel('Change the response')
  await text.fill('With one sentence a day.')
  await expect(page.getByText('You claimed this')).toBeVisible()
  // The claim is over meanwhile.
  await site.db.updateTable('reviewItem').set({ claimedBy: null, claimedUntil: null }).execute()
  await send(colleague, respond, { responseContent: 'With a psalm.', waitingSince: null })
  await page.reload()
  await expect(text).toHaveValue('With one sentence a day.')
  await page.getByRole('button', { name: 'Save response' }).click()
  const dialog = page.getByRole('dialog', { name: QUESTION })
  await expect(dialog.getByRole('region', { name: 'Yours' })).toContainText('a day')
  await expect(dialog.getByRole('region', { name: 'The newer one' })).toContainText('a psalm')
  await dialog.getByRole('button', { name: 'Use the newer one' }).click()
  await expectToast(page, 'The newer one was kept')
  await expect(page.getByText('With a psalm.')).toBeVisible()
})

test('the rights that a colleague gave meanwhile are shown by their names', async ({
  adminPage: page,
  world,
  site,
}) => {
  const { anonymousUsername } = await world.member({ rights: ['stories'] })
  const colleague = await world.admin()
  await page.goto('/admin/team')
  await page.getByRole('button', { name: `Change rights for ${anonymousUsername}` }).click()
  const form = page.getByRole('dialog', { name: `Rights for ${anonymousUsername}` })
  await form.getByRole('checkbox', { name: /^Guidance/ }).check()
  const body = { anonymousUsername, rights: ['stories', 'host'] }
  await callAs(site, colleague, { method: 'POST', path: '/api/admin/team', body })
  await form.getByRole('button', { name: 'Save rights' }).click()
  const dialog = page.getByRole('dialog', { name: QUESTION })
  await expect(dialog).toContainText(`${colleague.anonymousUsername} changed it`)
  await expect(dialog.getByRole('region', { name: 'Yours' })).toContainText('Guidance')
  await expect(dialog.getByRole('region', { name: 'The newer one' })).toContainText('Live')
  await dialog.getByRole('button', { name: 'Use the newer one' }).click()
  await expectToast(page, 'The newer one was kept')
})

test('tags that a colleague gave a story meanwhile are never replaced unseen', async ({
  adminPage: page,
  world,
  site,
}) => {
  const title = 'Rain on the roof'
  const id = await world.story({ author: await world.member(), title, tags: ['hope'] })
  await world.story({ author: await world.member(), tags: ['patience', 'courage'] })
  const colleague = await world.admin()
  const tag = (tags: string[]) =>
    callAs(site, colleague, { method: 'POST', path: `/api/stories/${id}/tags`, body: { tags } })
  await page.goto('/admin/active-stories')
  const edit = page.getByRole('button', { name: `Edit tags: ${title}` })
  await edit.click()
  await tag(['hope', 'courage'])
  await page.getByRole('button', { name: 'patience', exact: true }).click()
  await page.getByRole('button', { name: 'Save tags' }).click()
  const question = page.getByRole('dialog', { name: QUESTION })
  await expect(question.getByRole('region', { name: 'Yours' })).toContainText('hope, patience')
  await expect(question.getByRole('region', { name: 'The newer one' })).toContainText(
    'courage, hope',
  )
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expectToast(page, 'Tags saved successfully')
  const { json } = await callAs(site, colleague, { method: 'GET', path: `/api/stories/${id}` })
  expect(json).toMatchObject({ tags: ['hope', 'patience'] })
})

test('the name that a passkey got on another device is never replaced unseen', async ({
  page,
  api,
  world,
  signIn,
}) => {
  const member = await world.member()
  await setUpPasskey(api.as(member), 'Phone')
  const { passkeys } = await api.as(member).call(factorEndpoints.list)
  const params = { id: passkeys[0]?.id ?? 0 }
  await signIn(member)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Rename passkey: Phone' }).click()
  const form = page.getByRole('dialog', { name: 'Rename passkey' })
  await form.getByLabel('Name').fill('Old phone')
  const body = { name: 'Work phone' }
  await api.as(member).call(factorEndpoints.renamePasskey, { params, body })
  await form.getByRole('button', { name: 'Rename' }).click()
  const question = page.getByRole('dialog', { name: OWN_QUESTION })
  await expect(question.getByRole('region', { name: 'Yours' })).toContainText('Old phone')
  await expect(question.getByRole('region', { name: 'The newer one' })).toContainText('Work phone')
  await question.getByRole('button', { name: 'Use the newer one' }).click()
  await expectToast(page, 'The newer one was kept')
  await expect(page.getByText('Work phone')).toBeVisible()
})
