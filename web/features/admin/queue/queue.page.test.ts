import { ErrorBody } from '#contract/errors.ts'
import { expect, type Site, test } from '#web/testing/page-test.ts'
import { callAs, expectToast, toastArea } from '#web/testing/steps.ts'
import { openEntry, openFromList, queueRow } from '#web/testing/story-steps.ts'

/** Each test starts with empty queues. */
test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('story').execute()
  await site.db.deleteFrom('guidanceRequest').execute()
  await site.db.deleteFrom('secondLook').execute()
  await site.db.deleteFrom('reviewItem').where('subject', '=', 'second-look').execute()
})

async function statuses(site: Site): Promise<Record<string, string>> {
  const rows = await site.db.selectFrom('story').select(['title', 'status']).execute()
  return Object.fromEntries(rows.map(({ title, status }) => [title, status]))
}

/** Submits a story again as its author. */
async function submitAgain(
  site: Site,
  input: { storyId: number; cookie: string; title: string; content: string },
): Promise<void> {
  const { storyId, cookie, title, content } = input
  const body = new FormData()
  for (const [name, value] of Object.entries({ title, category: 'faith', content })) {
    body.set(name, value)
  }
  const path = `/api/stories/${storyId}`
  const { status } = await callAs(site, { cookie }, { method: 'PUT', path, body })
  expect(status).toBe(200)
}

test('a decision can be undone in time with its claim, and shortcut keys are off while typing', async ({
  page,
  signIn,
  undoTime,
  site,
  world,
}) => {
  const author = await world.member()
  for (const title of ['One', 'Two']) await world.story({ author, title, status: 'pending' })
  await signIn(await world.admin())
  await page.goto('/admin/stories')
  const one = openEntry(page, 'One')
  await expect(one).toBeVisible()
  await page.keyboard.press('c')
  await expect(one.getByText('You claimed this')).toBeVisible()
  await page.keyboard.press('a')
  await expect(one).toContainText('Take a moment to read this story. Then press the key again.')
  await expect(queueRow(page, 'One')).not.toContainText('Approving')
  undoTime.read()
  await page.keyboard.press('a')
  await expect(page.getByRole('status').filter({ hasText: 'Press U to undo' })).toBeAttached()
  await expect(openEntry(page, 'Two')).toBeFocused()
  await page.keyboard.press('u')
  await expect(one).toBeFocused()
  await expect(one.getByRole('button', { name: 'Claim: One' })).toBeVisible()
  await expect(queueRow(page, 'One')).not.toContainText('Approving')
  await page.keyboard.press('t')
  await expect(one.getByLabel('New tag')).toBeFocused()
  await page.keyboard.type('ajar')
  await expect(one.getByLabel('New tag')).toHaveValue('ajar')
  await expect(one).toBeVisible()
  await expect(queueRow(page, 'One')).not.toContainText('Approving')

  await one.getByLabel('New tag').fill('')
  await page.keyboard.press('Tab')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByRole('switch', { name: 'Use single-key shortcuts on this device' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(one).toBeVisible()

  // Only decisions that were not undone are sent.
  await openFromList(page, 'Two')
  await openEntry(page, 'Two').getByRole('button', { name: 'Approve: Two' }).click()
  undoTime.pass()
  await expect.poll(() => statuses(site)).toEqual({ One: 'pending', Two: 'approved' })
})

test('a queue of one entry has no steps to others, and its decision is undone in the entry', async ({
  page,
  signIn,
  undoTime,
  site,
  world,
}) => {
  await world.story({ author: await world.member(), title: 'One', status: 'pending' })
  await signIn(await world.admin())
  await page.goto('/admin/stories')
  const one = openEntry(page, 'One')
  await expect(one).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next story' })).toHaveCount(0)
  undoTime.read()
  await page.keyboard.press('a')
  await one.getByRole('button', { name: 'Undo' }).click()
  await expect(queueRow(page, 'One')).not.toContainText('Approving')
  expect(await statuses(site)).toEqual({ One: 'pending' })
})

test('a refused decision is open again, with the typed text', async ({
  page,
  signIn,
  undoTime,
  site,
  world,
}) => {
  await world.story({ author: await world.member(), title: 'Too early', status: 'pending' })
  await signIn(await world.admin())
  await page.goto('/admin/stories')
  const entry = openEntry(page, 'Too early')
  await page.route('**/reject', (route) => route.fulfill({ status: 500, body: '' }))
  await entry.getByRole('button', { name: 'Reject: Too early' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject story' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Please say how it ended.')
  await dialog.getByRole('button', { name: 'Reject story' }).click()
  undoTime.pass()
  await expect(toastArea(page)).toContainText('Failed to reject story')
  await expect(toastArea(page)).toContainText('Please try again')
  await page.unrouteAll()
  await entry.getByRole('button', { name: 'Reject: Too early' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Please say how it ended.')
  await dialog.getByRole('button', { name: 'Reject story' }).click()
  undoTime.pass()
  await expect(page.getByText('No stories are waiting')).toBeVisible()
  expect(await statuses(site)).toEqual({ 'Too early': 'rejected' })
})

test('a rejection names a house rule, which the author reads before the reason', async ({
  page,
  signIn,
  undoTime,
  world,
}) => {
  const author = await world.member()
  await world.story({ author, title: 'My shop', status: 'pending' })
  await signIn(await world.admin())
  await page.goto('/admin/stories')
  await openEntry(page, 'My shop').getByRole('button', { name: 'Reject: My shop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject story' })
  const [rule, reason] = [dialog.getByLabel('Rule (optional)'), dialog.getByLabel('Reason')]
  await reason.fill('Please leave out the link.')
  await rule.selectOption('Be kind')
  await expect(reason).toHaveValue('Rule: Be kind.\n\nPlease leave out the link.')
  await rule.selectOption('')
  await expect(reason).toHaveValue('Please leave out the link.')
  await rule.selectOption('Nothing for sale')
  await dialog.getByRole('button', { name: 'Reject story' }).click()
  undoTime.pass()
  await expect(page.getByText('No stories are waiting')).toBeVisible()
  await signIn(author)
  await page.goto('/dashboard')
  await expect(
    page.getByText(/Rule: Nothing for sale\.\s+Please leave out the link\./),
  ).toBeVisible()
})

test('a decision on something a colleague already decided says so', async ({
  page,
  site,
  signIn,
  undoTime,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'One', status: 'pending' })
  await signIn(await world.admin())
  await page.goto('/admin/stories')
  await expect(await openFromList(page, 'One')).toBeVisible()
  // A page that is told of the decision offers no other.
  await page.route('**/api/admin/stories/pending*', (route) => route.abort())
  undoTime.read()
  await page.keyboard.press('a')
  await expect(queueRow(page, 'One')).toContainText('Approving')
  const rejection = await callAs(site, await world.admin(), {
    method: 'POST',
    path: `/api/stories/${storyId}/reject`,
    body: { reason: 'Say how it ended.' },
  })
  expect(rejection.status).toBe(200)
  undoTime.pass()
  await expect(toastArea(page)).toContainText('Failed to approve story')
  await expect(toastArea(page)).toContainText(/ already returned this story to its author\./)
})

test('hard texts can be passed on without a reason, and a personal limit applies', async ({
  page,
  signIn,
  world,
}) => {
  const author = await world.member()
  for (const title of ['First night', 'Second night', 'Third night', 'Fourth night']) {
    await world.story({ author, title, status: 'pending', content: 'I wanted to die.' })
  }
  await signIn(await world.admin())
  await page.goto('/admin/stories')
  const covered = openEntry(page, 'A story that may be hard to read')
  await covered.getByLabel('My daily limit').selectOption('3')
  for (const title of ['First night', 'Second night', 'Third night']) {
    await covered.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(openEntry(page, title)).toContainText('I wanted to die.')
    await page.keyboard.press('j')
  }
  await expect(covered).toContainText('You’ve opened 3 of these today, which is your limit.')
  await page.reload()
  await covered.getByRole('button', { name: 'Open anyway' }).click()
  await expect(openEntry(page, 'First night').or(openEntry(page, 'Fourth night'))).toContainText(
    'I wanted to die.',
  )
})

test('a moderator sees the history of a story', async ({ page, signIn, site, world }) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'A loaf', status: 'pending' })
  const admin = await world.admin({ anonymousUsername: 'Barley Field' })
  await signIn(admin)
  const { status } = await callAs(site, admin, {
    method: 'POST',
    path: `/api/stories/${storyId}/reject`,
    body: { reason: 'Say how it ended.' },
  })
  expect(status).toBe(200)
  const { cookie } = author
  await submitAgain(site, { storyId, cookie, title: 'A loaf', content: 'It was enough.' })
  await page.goto('/admin/stories')
  await openEntry(page, 'A loaf').getByText('History').click()
  await expect(
    page.getByRole('list', { name: 'History of this story' }).getByRole('listitem'),
  ).toContainText(['Submitted', 'Returned to its author by Barley Field', 'Submitted again'])
  await expect(page.getByText('Say how it ended.')).toBeVisible()
})

test('what was decided is listed below the queue, and can be undone until it is sent', async ({
  page,
  signIn,
  undoTime,
  site,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'A loaf', status: 'pending' })
  for (const title of ['One', 'Two']) await world.story({ author, title, status: 'pending' })
  const rejection = await callAs(site, await world.admin({ anonymousUsername: 'Rye Field' }), {
    method: 'POST',
    path: `/api/stories/${storyId}/reject`,
    body: { reason: 'Say how it ended.' },
  })
  expect(rejection.status).toBe(200)
  await signIn(await world.admin({ rights: ['stories'] }))
  await page.goto('/admin?tab=stories')
  await openEntry(page, 'One').getByRole('button', { name: 'Approve: One' }).click()
  await page.getByText('Decided', { exact: true }).click()
  const rejected = page.getByRole('list', { name: 'Decided' }).getByRole('listitem').first()
  await expect(rejected).toContainText('Rejected a story by Rye Field')
  await expect(rejected).toContainText('“A loaf”')
  await expect(rejected).toContainText('Reason: Say how it ended.')
  await expect(rejected.getByRole('link', { name: 'Open: “A loaf”' })).toHaveAttribute(
    'href',
    `/flow?story=${storyId}`,
  )
  const undoable = page.getByRole('list', { name: 'Decisions that can be undone' })
  await expect(undoable).toContainText('Approving… “One”')
  await undoable.getByRole('button', { name: 'Undo: One' }).click()
  await expect(queueRow(page, 'One')).not.toContainText('Approving')
  await openFromList(page, 'Two')
  await openEntry(page, 'Two').getByRole('button', { name: 'Approve: Two' }).click()
  undoTime.pass()
  const list = page.getByRole('list', { name: 'Decided' })
  await expect(list.getByRole('listitem').first()).toContainText('Approved a story')
  await expect(list.getByRole('listitem').first()).toContainText('“Two”')
})

test('the list of decisions isn’t called empty below one that can be undone', async ({
  page,
  signIn,
  site,
  world,
}) => {
  const author = await world.member()
  const replyId = await world.reply({ author, storyId: await world.story({ author }) })
  const held = { heldAt: new Date(), hiddenAt: new Date() }
  await site.db.updateTable('reply').set(held).where('replyId', '=', replyId).execute()
  await signIn(await world.admin())
  await page.goto('/admin/replies')
  await page.getByText('Decided', { exact: true }).click()
  await expect(page.getByText('No decisions are recorded here yet')).toBeVisible()
  const entry = page.getByRole('region', { name: 'Open reply' })
  await entry.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('list', { name: 'Decisions that can be undone' })).toContainText(
    'Approving…',
  )
  await expect(page.getByText('No decisions are recorded here yet')).toHaveCount(0)
})

test('a decided guidance request opens on its own page, where its answer can be changed', async ({
  page,
  signIn,
  site,
  world,
}) => {
  await site.db.deleteFrom('guidanceRequest').execute()
  const asker = await world.member()
  const admin = await world.admin({ rights: ['guidance'] })
  const ids: number[] = []
  // More than a page of answered requests.
  for (const number of Array.from({ length: 12 }).keys()) {
    const { json } = await callAs(site, asker, {
      method: 'POST',
      path: '/api/guidance',
      body: { content: `Question ${number}`, category: 'faith' },
    })
    const { id } = json as { id: number }
    ids.push(id)
    await callAs(site, admin, {
      method: 'POST',
      path: `/api/admin/guidance/${id}/respond`,
      body: { responseContent: `Answer ${number}` },
    })
  }
  await signIn(admin)
  await page.goto('/admin/guidance')
  await page.getByText('Decided', { exact: true }).click()
  const first = page.getByRole('list', { name: 'Decided' }).getByRole('listitem').last()
  await expect(first).toContainText('Faith, submitted ')
  await first.getByRole('link', { name: /^Open/ }).click()
  await expect(page).toHaveURL(`/admin/guidance/${ids[0]}`)
  await expect(page.getByText('Answer 0', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Change response/ }).click()
  await page.getByLabel('Change the response').fill('A better answer')
  await page.getByRole('button', { name: 'Save response' }).click()
  await expectToast(page, 'Response changed successfully')
  await expect(page.getByText('A better answer', { exact: true })).toBeVisible()
  await page.goto('/admin/guidance/2000000')
  await expect(page.getByText('There’s no such request.', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'All requests' }).first().click()
  await expect(page).toHaveURL('/admin/guidance')
})

test('a second person reads an answer to a minor, gives it back, and sends the changed one', async ({
  page,
  signIn,
  site,
  world,
}) => {
  const [asker, writer, reader] = [await world.member(), await world.admin(), await world.admin()]
  const body = { content: 'May I say no?', category: 'faith', isMinor: true }
  await callAs(site, asker, { method: 'POST', path: '/api/guidance', body })
  await signIn(writer)
  await page.goto('/admin/guidance')
  const request = openEntry(page, 'May I say no?')
  await expect(request).toContainText(
    'Somebody under 18 asked this. A second person on the team reads your answer before it is sent.',
  )
  await request.getByLabel('Your response').fill('Yes.')
  await request.getByRole('button', { name: 'Send response' }).click()
  await expectToast(page, 'A second person now reads your response')
  await expect(request).toContainText('Your answer waits for a second person on the team.')
  await expect(request.getByLabel('Your response')).toHaveValue('Yes.')
  await expect(request.getByRole('button', { name: 'Send it' })).toHaveCount(0)

  await signIn(reader)
  await page.goto('/admin/guidance')
  await expect(request).toContainText(`${writer.anonymousUsername} wrote this response.`)
  await expect(request.getByText('Yes.', { exact: true })).toBeVisible()
  await expect(request.getByLabel('Your response')).toHaveCount(0)
  await request.getByRole('button', { name: 'Give it back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give the response back' })
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await expect(dialog.getByText('Enter what should change')).toBeVisible()
  await dialog.getByLabel('What should change?').fill('Say why.')
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await expectToast(page, 'Response given back')

  await signIn(writer)
  await page.goto('/admin/guidance')
  await expect(request).toContainText('Your answer was given back. Change it and send it again.')
  await expect(request.getByText('Say why.', { exact: true })).toBeVisible()
  await request.getByLabel('Your response').fill('Yes, you matter.')
  await request.getByRole('button', { name: 'Send response' }).click()
  await expectToast(page, 'A second person now reads your response')

  await signIn(reader)
  await page.goto('/admin/guidance')
  await expect(request.getByText('Yes, you matter.', { exact: true })).toBeVisible()
  await request.getByRole('button', { name: 'Send it' }).click()
  await expectToast(page, 'Response sent successfully')
  await expect(page.getByText('No requests are waiting')).toBeVisible()
})

test('first replies and applications show who claimed them', async ({
  page,
  signIn,
  site,
  world,
}) => {
  const [author, colleague] = [await world.member(), await world.admin()]
  const replyId = await world.reply({ author, storyId: await world.story({ author }) })
  const held = { heldAt: new Date(), hiddenAt: new Date() }
  await site.db.updateTable('reply').set(held).where('replyId', '=', replyId).execute()
  const { applicationId } = await site.db
    .insertInto('application')
    .values({ email: 'river@example.org', message: 'May I?', createdAt: new Date() })
    .returning('applicationId')
    .executeTakeFirstOrThrow()
  await signIn(await world.admin())
  for (const [address, subject, id] of [
    ['replies', 'reply', replyId],
    ['joining', 'application', applicationId],
  ] as const) {
    const path = `/api/admin/review/${subject}/${id}/claim`
    await callAs(site, colleague, { method: 'POST', path })
    await page.goto(`/admin/${address}`)
    const entry = page.getByRole('region', { name: `Open ${subject}` })
    await expect(entry.getByText(`${colleague.anonymousUsername} claimed this`)).toBeVisible()
    await callAs(site, colleague, { method: 'DELETE', path })
    await page.reload()
    await entry.getByRole('button', { name: /^Claim: / }).click()
    await expect(entry.getByText('You claimed this')).toBeVisible()
  }
})

test('tags are renamed, merged and deleted', async ({ page, signIn, site, world }) => {
  await site.db.deleteFrom('tag').execute()
  const author = await world.member()
  await world.story({ author, title: 'One', tags: ['<b>giving</b>', 'Hope'] })
  await world.story({ author, title: 'Two', tags: ['Gracia'] })
  await signIn(await world.admin())
  await page.goto('/admin/tags')
  const list = page.getByRole('region', { name: 'Tags' })
  await expect(list.getByRole('listitem')).toContainText(['<b>giving</b>', 'Gracia', 'Hope'])
  await page.getByRole('button', { name: 'Rename: <b>giving</b>' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename tag' })
  await renaming.getByLabel('Name').fill('hope')
  await renaming.getByRole('button', { name: 'Rename tag' }).click()
  await expect(renaming).toContainText('Another tag has this name. Merge the two instead.')
  await renaming.getByLabel('Name').fill('Giving')
  await renaming.getByRole('button', { name: 'Rename tag' }).click()
  await expect(list.getByRole('listitem')).toContainText(['Giving', 'Gracia', 'Hope'])

  await page.getByRole('button', { name: 'Merge: Gracia' }).click()
  const merging = page.getByRole('dialog', { name: 'Merge “Gracia”' })
  await merging.getByRole('button', { name: 'Merge tags' }).click()
  await expect(merging.getByText('Choose a tag', { exact: true }).last()).toBeVisible()
  await merging.getByLabel('Merge into').selectOption('Hope')
  await merging.getByRole('button', { name: 'Merge tags' }).click()
  await expect(list.getByRole('listitem')).toContainText(['Giving', 'Hope'])
  await expect(list.getByRole('listitem').filter({ hasText: 'Hope' })).toContainText('2 stories')

  await page.getByRole('button', { name: 'Delete: Giving' }).click()
  await page.getByRole('button', { name: 'Delete tag' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  const left = await site.db.selectFrom('tag').select('name').execute()
  expect(left).toEqual([{ name: 'Hope' }])
})

test('a story that its author changes while it is open must be read again', async ({
  page,
  signIn,
  undoTime,
  site,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'A loaf', status: 'pending' })
  await signIn(await world.admin())
  await page.goto('/admin/stories')
  const entry = openEntry(page, 'A loaf')
  await expect(entry).toBeVisible()
  const { cookie } = author
  await submitAgain(site, { storyId, cookie, title: 'A loaf', content: 'Buy my course.' })
  await expect(entry.getByText('The author changed this story')).toBeVisible()
  await expect(entry).toContainText('Buy my course.')
  undoTime.read()
  await page.keyboard.press('a')
  await expect(queueRow(page, 'A loaf')).not.toContainText('Approving')
  await entry.getByRole('button', { name: 'I’ve read it' }).click()
  await page.keyboard.press('a')
  await expect(queueRow(page, 'A loaf')).toContainText('Approving')
})

test('what anyone reports as unlawful waits beside the reports, and its answer goes out with the reason', async ({
  page,
  signIn,
  undoTime,
  site,
  world,
}) => {
  await signIn(await world.member())
  await page.goto('/rules')
  await page.getByText('Report something unlawful').click()
  await page.getByLabel('What is it?').fill('A story about Maple Street')
  await page.getByLabel('Where is it?').fill('/flow?story=1')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByLabel('Why is it unlawful?')).toBeFocused()
  await page.getByLabel('Why is it unlawful?').fill('It tells where a child lives.')
  await page.getByLabel('Your email (optional)').fill('neighbor@example.org')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. Our team will read it.')).toBeVisible()

  await signIn(await world.admin())
  await page.goto('/admin/reports')
  await page.getByRole('tab', { name: 'Unlawful content (1)' }).click()
  const notice = openEntry(page, 'A story about Maple Street')
  await expect(notice).toContainText('It tells where a child lives.')
  // Nothing of the notice is a link but a story's number.
  await expect(notice.getByRole('link')).toHaveCount(1)
  await expect(notice.getByRole('link', { name: 'Open the story' })).toHaveAttribute(
    'href',
    '/flow?story=1',
  )
  undoTime.read()
  await notice.getByRole('button', { name: 'I removed it' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Why did you remove it?' })
  await dialog.getByLabel('Reason').fill('It named a street. It’s gone.')
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  undoTime.pass()
  await expect
    .poll(async () => (await site.db.selectFrom('notice').selectAll().execute()).length)
    .toBe(0)
})

test('a member asks once for a second look, and somebody else on the team answers with a reason', async ({
  page,
  signIn,
  undoTime,
  site,
  world,
}) => {
  const [author, decider] = [await world.member(), await world.admin()]
  const colleague = await world.admin({ rights: ['stories'] })
  const storyId = await world.story({ author, title: 'Maple Street', status: 'pending' })
  await callAs(site, decider, {
    method: 'POST',
    path: `/api/stories/${storyId}/reject`,
    body: { reason: 'It names a street.' },
  })
  await signIn(author)
  await page.goto(`/flow?story=${storyId}`)
  await page.getByRole('button', { name: 'Ask for a second look' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a second look' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  const box = dialog.getByLabel('What should we look at again?')
  await expect(box).toBeFocused()
  await expect(dialog).toContainText('Say what we should look at again.')
  await box.fill('It is the name of a song.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByText('You asked for a second look. Someone else on the team will answer.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for a second look' })).toHaveCount(0)

  await signIn(decider)
  await page.goto('/admin/second-looks')
  const blocked = openEntry(page, 'Maple Street')
  await expect(blocked).toContainText(
    'You made the first decision, so somebody else has to answer.',
  )
  await expect(blocked.getByRole('button', { name: 'Keep it returned' })).toHaveCount(0)
  await expect(blocked.getByRole('button', { name: 'Claim: Maple Street' })).toHaveCount(0)

  await signIn(colleague)
  await page.goto('/admin/second-looks')
  const entry = openEntry(page, 'Maple Street')
  await expect(entry).toContainText('It is the name of a song.')
  await expect(entry).toContainText(`${decider.anonymousUsername} returned it.`)
  await expect(entry).toContainText('It names a street.')
  undoTime.read()
  await entry.getByRole('button', { name: 'Publish story' }).click()
  const why = page.getByRole('alertdialog', { name: 'Publish story?' })
  await expect(why).toContainText('The story is published.')
  await expect(why.getByRole('button', { name: 'Send the answer' })).toBeDisabled()
  await why.getByLabel('Reason').fill('You are right.')
  await why.getByRole('button', { name: 'Send the answer' }).click()
  undoTime.pass()
  await expect.poll(() => statuses(site)).toEqual({ 'Maple Street': 'approved' })

  await signIn(author)
  await page.goto('/account/messages')
  await expect(
    page.getByText(/^We took a second look at our decision about your story .* and changed it\.$/),
  ).toBeVisible()
  await expect(page.getByText('You are right.')).toBeVisible()
})

test('a warning and a returned prayer request can be asked about where their reasons are', async ({
  page,
  signIn,
  site,
  world,
}) => {
  const [author, decider] = [await world.member(), await world.admin()]
  const storyId = await world.story({ author })
  const body = { words: 'Please leave the surname out.' }
  await callAs(site, decider, {
    method: 'POST',
    path: `/api/admin/stories/${storyId}/warn-author`,
    body,
  })
  await callAs(site, author, {
    method: 'POST',
    path: '/api/prayer-requests',
    body: { content: 'Rain' },
  })
  const { prayerRequestId, submittedAt } = await site.db
    .selectFrom('prayerRequest')
    .select(['prayerRequestId', 'submittedAt'])
    .where('memberId', '=', author.id)
    .executeTakeFirstOrThrow()
  await callAs(site, decider, {
    method: 'POST',
    path: `/api/admin/prayer-requests/${prayerRequestId}/reject`,
    body: { submittedAt, reason: 'Say for whom.' },
  })
  await signIn(author)
  await page.goto('/account/messages')
  const ask = page.getByRole('button', { name: 'Ask for a second look' })
  await expect(page.getByText(body.words)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'I’ve read it' }).click()
  await expect(ask).toHaveCount(1)
  await page.goto('/flow?tab=exit&list=asked')
  await expect(page.getByText('Say for whom.')).toBeVisible()
  await ask.click()
  await page.getByLabel('What should we look at again?').fill('For my aunt.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByText('You asked for a second look. Someone else on the team will answer.'),
  ).toBeVisible()
})

test('what the team removes comes with its reason and its text, and can be asked about', async ({
  page,
  signIn,
  undoTime,
  site,
  world,
}) => {
  const [author, reporter] = [await world.member(), await world.member()]
  const storyId = await world.story({ author, title: 'Elm Street', content: 'We met there.' })
  const path = `/api/stories/${storyId}/report`
  await callAs(site, reporter, { method: 'POST', path, body: {} })
  await signIn(await world.admin())
  await page.goto('/admin/reports')
  await openEntry(page, 'Elm Street').getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove this story?' })
  const remove = question.getByRole('button', { name: 'Remove story' })
  await expect(remove).toBeDisabled()
  await question.getByLabel('Reason').fill('It names a street.')
  await remove.click()
  await expect.poll(() => statuses(site)).toEqual({})

  await signIn(author)
  await page.goto('/account/messages')
  await expect(page.getByText(/^We removed your story .*Elm Street/)).toBeVisible()
  await expect(page.getByText('It names a street.')).toBeVisible()
  await page.getByText('What you wrote', { exact: true }).click()
  await expect(page.getByText('We met there.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for a second look' }).click()
  await page.getByLabel('What should we look at again?').fill('It is the name of a song.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/^You asked for a second look\./)).toBeVisible()

  await signIn(await world.admin())
  await page.goto('/admin/second-looks')
  const entry = openEntry(page, 'Elm Street')
  await expect(entry).toContainText('Removed story')
  await expect(entry).toContainText('We met there.')
  const cannot = 'The story can’t be put back. Its author can submit the text again.'
  await expect(entry).toContainText(cannot)
  undoTime.read()
  await entry.getByRole('button', { name: 'It was a mistake' }).click()
  const why = page.getByRole('alertdialog', { name: 'It was a mistake?' })
  await expect(why).toContainText(cannot)
  await why.getByLabel('Reason').fill('You are right.')
  await why.getByRole('button', { name: 'Send the answer' }).click()
  undoTime.pass()
  await expect(page.getByText('Second look answered')).toBeVisible()

  await signIn(author)
  await page.goto('/account/messages')
  await expect(
    page.getByText('We can’t put a deleted story back, but you can submit it again.'),
  ).toBeVisible()
  await page.getByText('What you wrote', { exact: true }).click()
  await expect(page.getByText('We met there.')).toBeVisible()
})

test('a first reply is declined with a reason', async ({ page, signIn, undoTime, site, world }) => {
  const author = await world.member()
  const replyId = await world.reply({ author, storyId: await world.story({ author }) })
  const held = { heldAt: new Date(), hiddenAt: new Date() }
  await site.db.updateTable('reply').set(held).where('replyId', '=', replyId).execute()
  await signIn(await world.admin())
  await page.goto('/admin/replies')
  undoTime.read()
  const entry = page.getByRole('region', { name: 'Open reply' })
  await entry.getByRole('button', { name: /^Decline/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Decline this reply?' })
  await question.getByLabel('Reason').fill('It is an advertisement.')
  await question.getByRole('button', { name: 'Decline reply' }).click()
  undoTime.pass()
  await expect(page.getByText('Reply declined', { exact: true }).first()).toBeVisible()
  await signIn(author)
  await page.goto('/account/messages')
  await expect(page.getByText('We removed your reply.')).toBeVisible()
  await expect(page.getByText('It is an advertisement.')).toBeVisible()
})

test('the second look at a suspension shows the community username, and no text that was deleted', async ({
  page,
  signIn,
  site,
  world,
}) => {
  const [member, decider] = [await world.member(), await world.admin()]
  const colleague = await world.admin({ rights: ['stories'] })
  const path = `/api/admin/stories/${await world.story({ author: member })}/suspend-author`
  const body = { reason: 'Asked for money.' }
  await callAs(site, decider, { method: 'POST', path, body })
  const { username, password } = member
  const post = (path: string, body: object) =>
    callAs(site, { cookie: '' }, { method: 'POST', path, body })
  const refused = await post('/api/login', { username, password })
  const proof = ErrorBody.parse(refused.json).secondLook?.proof
  await post('/api/second-looks/suspension', { proof, words: 'I asked nobody.' })
  await signIn(colleague)
  await page.goto('/admin/second-looks')
  const entry = openEntry(page, member.anonymousUsername)
  await expect(entry).toContainText('I asked nobody.')
  await expect(entry).toContainText(`${decider.anonymousUsername} suspended the account.`)
  await expect(entry).toContainText('Asked for money.')
  await expect(entry).not.toContainText('The text was deleted.')
  await expect(entry).not.toContainText(username)
  await entry.getByRole('button', { name: 'End suspension' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The suspension ends')
})
