import { test } from './fixtures.ts'
import {
  expect,
  expectSearch,
  expectToast,
  fillStory,
  listedStory,
  openFromList,
  openStoryForm,
  queueRow,
  replyBy,
  sendReply,
} from './story-steps.ts'

test('a newcomer shares a story, an administrator approves it, and others answer', async ({
  page,
  openPage,
  site,
  world,
  mailTo,
}) => {
  const newcomer = world.registration({ anonymousUsername: 'Mustard Seed' })
  const title = 'The loaf that fed five'
  const tag = 'Daily bread'
  await page.goto('/register')
  await page.getByLabel('Username', { exact: true }).fill(newcomer.username)
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
  await page.getByLabel('Community username').fill(newcomer.anonymousUsername)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Welcome to Folx!')
  await expect(page.getByRole('heading', { name: 'Welcome, Mustard Seed' })).toBeVisible()
  // Only verified addresses get emails other than codes.
  await site.db
    .updateTable('member')
    .set({ emailVerifiedAt: new Date() })
    .where('email', '=', newcomer.email)
    .execute()

  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title, content: 'There was one loaf.\n\nIt was enough.' })
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
  await expect(card.getByText('For Approval')).toBeVisible()
  await expect(listedStory(page, title)).toHaveCount(0)
  await page.getByRole('link', { name: 'My stories 1 in review' }).click()
  await expectSearch(page, { tab: 'exit', list: 'mine' })
  await expect(listedStory(page, title)).toContainText('For Approval')

  // While another story is pending, the queue keeps the decided one in its list.
  await world.story({ author: await world.member(), title: 'Still waiting', status: 'pending' })
  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin?tab=stories')
  const entry = await openFromList(admin, title)
  await expect(entry).toContainText('by Mustard Seed')
  await expect(entry).toContainText('It was enough.')
  for (const secret of [newcomer.username, newcomer.email]) {
    await expect(admin.getByText(secret)).toHaveCount(0)
  }
  await entry.getByLabel('New tag').fill(tag)
  await entry.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(entry.getByRole('button', { name: tag })).toHaveAttribute('aria-pressed', 'true')
  await expectToast(admin, 'Tag created successfully')
  await entry.getByRole('button', { name: `Approve: ${title}` }).click()
  await expectToast(admin, 'Story approved and tags added')
  await expect(queueRow(admin, title)).toContainText('✓ Story Approved')

  const mail = await mailTo(newcomer.email, /Your story is now on Folx/)
  expect(mail.text).toContain(title)
  expect(mail.text).not.toContain('Mustard Seed')

  const reader = await openPage({ as: await world.member({ anonymousUsername: 'Reed Flute' }) })
  await reader.goto('/flow?tab=exit')
  await expect(listedStory(reader, title)).toContainText(`#${tag}`)
  await reader.getByRole('link', { name: title, exact: true }).click()
  await expect(reader.getByRole('heading', { name: title })).toBeFocused()
  await expect(reader.getByText('There was one loaf. It was enough.')).toBeVisible()

  await reader.getByRole('link', { name: `#${tag}` }).click()
  await expectSearch(reader, { tab: 'exit', tag })
  await expect(listedStory(reader, title)).toBeVisible()
  await reader.getByRole('link', { name: title, exact: true }).click()
  await expect(reader.getByRole('heading', { name: title })).toBeFocused()

  const heart = reader.getByRole('button', { name: /^Heart/ })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expectToast(reader, 'Reaction added!')
  await expect(heart).toHaveAccessibleName('Heart, 1')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(heart).toHaveAccessibleName('Heart, 0')
  const hands = reader.getByRole('button', { name: /^Praying hands/ })
  await hands.click()
  await expectToast(reader, 'Reaction added!')

  await sendReply(reader, 'One was enough for us too.')
  await expect(reader.getByText('1 reply')).toBeVisible()

  // The author answers, and the reader deletes the reply that was answered.
  await page.goto('/dashboard')
  const own = page.getByRole('region', { name: 'Recent Stories' }).getByRole('listitem')
  await expect(own.filter({ hasText: title })).toContainText('Approved')
  await own.getByRole('link', { name: title }).click()
  await replyBy(page, 'Reed Flute').getByRole('button', { name: 'Reply to Reed Flute' }).click()
  await expect(page.getByLabel('Replying to @Reed Flute')).toBeFocused()
  await sendReply(page, 'Then you know.')
  await expect(replyBy(page, 'Mustard Seed')).toContainText('@Reed Flute Then you know.')

  await reader.reload()
  await replyBy(reader, 'Reed Flute')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await reader
    .getByRole('alertdialog', { name: 'Delete your reply?' })
    .getByRole('button', { name: 'Delete reply' })
    .click()
  await expectToast(reader, 'Reply deleted successfully')

  for (const each of [reader, page]) {
    await each.reload()
    await expect(each.getByText('This reply was removed')).toBeVisible()
    await expect(replyBy(each, 'Mustard Seed')).toContainText('Then you know.')
    await expect(each.getByText('One was enough for us too.')).toHaveCount(0)
    await expect(each.getByText('1 reply')).toBeVisible()
    await expect(each.getByText('1 reaction')).toBeVisible()
  }
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(hands).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Praying hands, 1' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
})

test('the form says what is missing, keeps a draft, and sends once after a double click', async ({
  page,
  site,
  world,
  signIn,
}) => {
  const author = await world.member()
  await signIn(author)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  const submit = card.getByRole('button', { name: 'Submit story' })
  await submit.click()
  for (const sentence of [
    'Title is required',
    'Category is required',
    'Story content is required',
  ]) {
    await expect(card.getByText(sentence, { exact: true })).toBeVisible()
  }
  await expect(card.getByLabel('Title')).toBeFocused()
  await card.getByRole('tab', { name: 'Record' }).click()
  await submit.click()
  await expect(card.getByText('Recording Required')).toBeVisible()
  await expect(card.getByText('Please record your story before submitting')).toBeVisible()
  await card.getByRole('tab', { name: 'Write' }).click()

  await fillStory(card, { title: 'Kept overnight', category: 'Mindset Q&A', content: 'Half a' })
  await page.reload()
  const unfinished = card.getByRole('region', { name: 'Your unfinished story' })
  await expect(unfinished).toContainText('Kept overnight')
  await expect(unfinished).toContainText('Half a')
  await expect(unfinished).toContainText('Saved on this device now')
  await openStoryForm(page)
  await expect(card.getByLabel('Title')).toHaveValue('Kept overnight')
  await expect(card.getByLabel('Category')).toHaveValue('mindset_qa')
  await expect(card.getByLabel('Your story', { exact: true })).toHaveValue('Half a')

  const gate = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/stories', async (route) => {
    if (route.request().method() === 'POST') {
      calls += 1
      await gate.promise
    }
    await route.continue()
  })
  await submit.dblclick()
  await expect(submit).toHaveAttribute('aria-busy', 'true')
  await submit.press('Enter')
  gate.resolve()
  await expectToast(page, 'Story submitted successfully')
  expect(calls).toBe(1)
  const stored = await site.db
    .selectFrom('story')
    .select(['title', 'content', 'category'])
    .where('memberId', '=', author.id)
    .execute()
  expect(stored).toEqual([{ title: 'Kept overnight', content: 'Half a', category: 'mindset_qa' }])

  await page.reload()
  await openStoryForm(page)
  await expect(card.getByLabel('Title')).toHaveValue('')
  await expect(card.getByLabel('Your story', { exact: true })).toHaveValue('')
})

test('a story that the server refuses stays in its form', async ({
  page,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429 /)
  const author = await world.member()
  await signIn(author)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  const submit = card.getByRole('button', { name: 'Submit story' })
  const content = 'Word for word, as it was written.'
  await fillStory(card, { title: 'Refused at first', content })

  // The number of stories that a member may send in an hour.
  const multipart = { title: 'Another', category: 'faith', content: 'Another one.' }
  const headers = { Origin: site.url }
  // One at a time, because concurrent uploads per member are limited.
  const sent = new Set<number>()
  for (let count = 0; count < 30; count += 1) {
    const response = await page.request.post('/api/stories', { multipart, headers })
    sent.add(response.status())
  }
  expect(sent).toEqual(new Set([201]))
  await submit.click()
  await expect(card.getByText('Failed to submit story')).toBeVisible()
  await expect(card.getByText(/Too many attempts\. Please try again in/)).toBeVisible()
  await expect(card.getByLabel('Title')).toHaveValue('Refused at first')
  await expect(card.getByLabel('Your story', { exact: true })).toHaveValue(content)
  await page.reload()
  await openStoryForm(page)
  await expect(card.getByLabel('Your story', { exact: true })).toHaveValue(content)
  await site.db.deleteFrom('story').where('memberId', '=', author.id).execute()
})

test('the list keeps its page, filters and position in the address', async ({
  memberPage: page,
  world,
}) => {
  const author = await world.member()
  for (let count = 1; count <= 14; count++) {
    const tags = count <= 8 ? ['Gleaning'] : []
    await world.story({ author, title: `Sheaf ${count}`, category: 'business_qa', tags })
  }
  await world.story({ author, title: 'Zebulun by the sea', category: 'relationships_qa' })
  await page.goto('/flow?tab=exit')
  const titles = page
    .getByRole('region', { name: 'Stories', exact: true })
    .getByRole('heading', { level: 3 })
  const filters = page.getByRole('search')
  const next = page.getByRole('button', { name: 'Next' })
  const previous = page.getByRole('button', { name: 'Previous' })
  await expect(titles).toHaveText([
    'Zebulun by the sea',
    ...[14, 13, 12, 11, 10].map((count) => `Sheaf ${count}`),
  ])
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible()
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(titles.first()).toHaveText('Sheaf 9')
  await expectSearch(page, { tab: 'exit', page: '2' })

  await filters.getByLabel('Category').selectOption({ label: 'Business Q&A' })
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await expectSearch(page, { tab: 'exit', category: 'business_qa' })
  await filters.getByLabel('Tag').selectOption('Gleaning')
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await next.click()
  await expect(titles).toHaveText(['Sheaf 2', 'Sheaf 1'])
  await expect(next).toBeDisabled()

  const address = { tab: 'exit', category: 'business_qa', tag: 'Gleaning', page: '2' }
  await page.reload()
  await expectSearch(page, address)
  await expect(titles).toHaveText(['Sheaf 2', 'Sheaf 1'])
  await expect(filters.getByLabel('Tag')).toHaveValue('Gleaning')
  await page.getByRole('link', { name: 'Sheaf 1', exact: true }).click()
  await expect(page).toHaveURL(/\/flow\?story=\d+&category=business_qa&tag=Gleaning$/)
  await page.getByRole('button', { name: 'Back to stories' }).click()
  await expectSearch(page, address)
  await expect(page.getByRole('link', { name: 'Sheaf 1', exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Sheaf 2', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sheaf 2' })).toBeVisible()
  await page.goBack()
  await expect(titles).toHaveText(['Sheaf 2', 'Sheaf 1'])

  await page.getByRole('button', { name: 'Remove Business Q&A' }).click()
  await expectSearch(page, { tab: 'exit', tag: 'Gleaning' })
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expectSearch(page, { tab: 'exit' })
  await expect(titles).toHaveCount(6)

  await next.click()
  await expectSearch(page, { tab: 'exit', page: '2' })
  await page.getByLabel('Search stories').fill('zebulun')
  await expect(titles).toHaveText(['Zebulun by the sea'])
  await expectSearch(page, { tab: 'exit', q: 'zebulun' })
  await expect(next).toHaveCount(0)
  await listedStory(page, 'Zebulun by the sea')
    .getByRole('button', { name: 'Relationships Q&A' })
    .click()
  await expectSearch(page, { tab: 'exit', category: 'relationships_qa', q: 'zebulun' })
  const search = page.getByLabel('Search stories')
  await search.fill('z'.repeat(201))
  await expect(page.getByText('Search for 200 characters or less')).toBeVisible()
  await expect(search).toHaveValue('z'.repeat(201))
  await expectSearch(page, { tab: 'exit', category: 'relationships_qa', q: 'zebulun' })
  await search.fill('zebulun nowhere')
  await expect(page.getByText('No stories match your filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(titles).toHaveCount(6)
  await expect(page.getByLabel('Search stories')).toHaveValue('')
})

test('no text is lost if the session ends while a member writes', async ({
  page,
  member,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 /)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  const content = 'A long story, nearly done.'
  await fillStory(card, { title: 'Before the light went', content })

  // The session ends on the server without the page knowing.
  const headers = { Cookie: member.cookie, Origin: site.url }
  await fetch(`${site.url}/api/logout`, { method: 'POST', headers })

  const submit = card.getByRole('button', { name: 'Submit story' })
  await submit.click()
  await expect(card.getByText('Authentication Required')).toBeVisible()
  await expect(card.getByText('Please log in to share your story')).toBeVisible()
  await expect(page.getByText('You’ve been signed out. Your draft is saved')).toBeVisible()
  await expect(card.getByLabel('Your story', { exact: true })).toHaveValue(content)

  const dialog = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await openStoryForm(page)
  await expect(card.getByLabel('Your story', { exact: true })).toHaveValue(content)
  await submit.click()
  await expectToast(page, 'Story submitted successfully')
})

test('crisis words in a story show helplines, and nothing leaves the device', async ({
  memberPage: page,
  world,
}) => {
  const storyId = await world.story({ author: await world.member(), title: 'A hard winter' })
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await expect(listedStory(page, 'A hard winter')).toBeVisible()

  const sent: string[] = []
  page.on('request', (request) => {
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
  })
  const box = card.getByLabel('Your story', { exact: true })
  await box.pressSequentially('Some days I want to end my life.')
  const panel = page.getByText('You matter, and you do not have to carry this alone.')
  await expect(panel).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call 988' })).toHaveAttribute('href', 'tel:988')
  await expect(page.getByText('Only you see this.')).toBeVisible()
  await box.fill('I am learning to bake.')
  await expect(panel).toBeHidden()

  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await expect(card.getByText(/^0:0[1-9]$/)).toBeVisible()
  await card.getByRole('button', { name: 'Finish', exact: true }).click()
  await card.getByLabel(/Transcript, for people/).fill('Quiero morir.')
  await expect(
    page.getByText('Tú importas, y no tienes que cargar con esto a solas.'),
  ).toBeVisible()
  expect(sent.filter((call) => !call.startsWith('GET ') || /life|morir/i.test(call))).toEqual([])

  await page.goto(`/flow?story=${storyId}`)
  await page.getByLabel('Your reply').fill('I want to kill myself.')
  await expect(panel).toBeVisible()
  expect(sent.filter((call) => !call.startsWith('GET ') || /kill/i.test(call))).toEqual([])
  await page.getByRole('button', { name: 'Hide this' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(page, 'Reply submitted successfully')
})
