import { STORY_LIMITS } from '#contract/story-limits.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { callAs, closeToast, expectSearch, expectToast, openInApp } from '#web/testing/steps.ts'
import {
  chooseInReply,
  fillStory,
  listedStory,
  openStoryForm,
  replyBy,
} from '#web/testing/story-steps.ts'

test('the address of a missing story or page offers a way back', async ({
  memberPage: page,
  world,
}) => {
  const other = await world.member()
  const hidden = await world.story({ author: other, title: 'Not yet', status: 'pending' })
  await world.story({ author: other, title: 'Always here' })
  for (const story of ['999999', String(hidden)]) {
    await page.goto(`/flow?story=${story}`)
    await expect(page.getByRole('heading', { name: "We can't find this story" })).toBeVisible()
    await expect(page.getByText('Not yet')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Read other stories' }).click()
  await expect(listedStory(page, 'Always here')).toBeVisible()
  const { length } = await (await page.call('/api/stories?pageSize=100')).json()
  const last = Math.ceil(length / 6)
  await page.goto('/flow?tab=guidance')
  await page.goto('/flow?tab=exit&page=999')
  await expect(page).toHaveURL(last > 1 ? `/flow?tab=exit&page=${last}` : '/flow?tab=exit')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('Page 999')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/flow?tab=guidance')
  await page.goto('/flow?story=nonsense&page=-1&category=nonsense&tab=exit')
  await expect(listedStory(page, 'Always here')).toBeVisible()
})

test('a list or a story that fails to load is named, and can be loaded again', async ({
  memberPage: page,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Rain at last' })
  await world.story({ author, title: 'After the rain' })
  const failing = /\/api\/(stories|prayer)/
  await page.route(failing, (route) => route.fulfill({ status: 500, body: '' }))
  await openInApp(page, '/flow?tab=exit&list=prayer')
  await expect(page.getByRole('alert')).toContainText('We couldn’t load prayer requests')
  await openInApp(page, '/flow?tab=exit')
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the stories')
  await openInApp(page, `/flow?story=${storyId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t load this story')
  await expect(page.getByRole('button', { name: 'Next story' })).toHaveCount(0)
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Rain at last' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next story' })).toBeVisible()
})

test('the author of a story sees whether others can read it', async ({ page, signIn, world }) => {
  const author = await world.member()
  await world.story({ author, title: 'One' })
  await world.story({ author, title: 'Two', status: 'pending' })
  await world.story({ author, title: 'Three', status: 'rejected', rejectionReason: 'A name.' })
  const hidden = await world.story({ author, title: 'Four', hiddenAt: new Date() })
  await signIn(author)
  await page.goto('/flow?tab=exit&list=mine')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My stories')
  const states = { One: 'Published', Two: 'For Approval', Three: 'Needs a change' }
  for (const [title, state] of Object.entries({ ...states, Four: 'Hidden for now' })) {
    await expect(page.getByRole('article').filter({ hasText: title })).toContainText(state)
  }
  await page.goto('/flow?tab=exit')
  await expect(listedStory(page, 'One')).not.toContainText('Published')
  await listedStory(page, 'One').getByRole('link', { name: 'One' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Story' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete your story?' })
  await question.getByRole('button', { name: 'Delete Story' }).click()
  await expectToast(page, 'Story deleted successfully')
  await expect(page).toHaveURL('/flow?tab=exit&list=mine')
  await expect(listedStory(page, 'Two')).toBeVisible()
  await expect(listedStory(page, 'One')).toHaveCount(0)
  await page.goto(`/flow?story=${hidden}`)
  await expect(page.getByText('Our team is taking another look.')).toBeVisible()
})

test('helplines stay after a story, a prayer request or a reply with words of despair was sent', async ({
  memberPage: page,
  world,
}) => {
  const despair = 'Some days I want to kill myself.'
  const helpline = page.getByRole('link', { name: 'Call 988' })
  const told = page.getByText('Nobody is told that we showed them.')
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'The night', content: despair })
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(page.getByText('Thank you for sharing.')).toBeVisible()
  await expect(helpline).toBeVisible()
  await expect(told).toBeVisible()

  await page.goto('/flow?tab=exit&list=prayer')
  await page.getByRole('button', { name: 'Ask for prayer' }).click()
  const form = page.getByRole('region', { name: 'Ask for Prayer' })
  await form.getByLabel('Your request').fill(despair)
  await form.getByRole('button', { name: 'Ask for prayer' }).click()
  await expect(page.getByText('Thank you for trusting us.')).toBeVisible()
  await expect(told).toBeVisible()

  const author = await world.member()
  const storyId = await world.story({ author })
  await world.reply({ author, storyId, content: 'How are you?' })
  await page.goto(`/flow?story=${storyId}`)
  await page.getByRole('button', { name: /^Reply to/ }).click()
  await page.getByLabel(/^Replying to/).fill(despair)
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByLabel('Your reply')).toHaveValue('')
  await expect(told).toBeVisible()
})

test('text pasted past the limit is counted, not cut off, and an emoji counts as one', async ({
  memberPage: page,
}) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  const title = card.getByLabel('Title')
  await title.fill('🙏'.repeat(140))
  await expect(card.getByText('10 characters left')).toBeVisible()
  await title.fill('🙏'.repeat(152))
  await expect(card.getByText('2 characters too many')).toBeVisible()
  await expect(title).toHaveValue('🙏'.repeat(152))
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  const words = card.getByLabel('Your story', { exact: true })
  const tooLong = 'a'.repeat(STORY_LIMITS.content + 3)
  await words.fill(tooLong)
  await expect(card.getByText('3 characters too many')).toBeVisible()
  await expect(words).toHaveValue(tooLong)
  await fillStory(card, { title: '🙏'.repeat(151), content: 'One too many.' })
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(card.getByText('Title must be 150 characters or less')).toBeVisible()
  await expect(title).toBeFocused()
  await title.fill('🙏'.repeat(150))
  await card.getByRole('button', { name: 'Submit story' }).click()
  await closeToast(page, 'Story submitted successfully')
  await expect(card.getByText(/characters (left|too many)/)).toHaveCount(0)
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
  await closeToast(page, 'Story submitted successfully')
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

test('a story that the server refuses stays in its form', async ({ page, site, world, signIn }) => {
  const author = await world.member()
  await signIn(author)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  const submit = card.getByRole('button', { name: 'Submit story' })
  const content = 'Word for word, as it was written.'
  await fillStory(card, { title: 'Refused at first', content })

  // The number of stories that a member may send in an hour.
  // One at a time, because concurrent uploads per member are limited.
  const sent = new Set<number>()
  for (let count = 0; count < 30; count += 1) {
    const body = new FormData()
    const story = { title: 'Another', category: 'faith', content: 'Another one.' }
    for (const [name, value] of Object.entries(story)) body.set(name, value)
    sent.add((await callAs(site, author, { method: 'POST', path: '/api/stories', body })).status)
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
  await expect(page.getByRole('button', { name: 'Clear All Filters' })).toHaveCount(1)
  await search.fill('gleaning')
  await page.getByRole('button', { name: 'Show stories tagged #Gleaning' }).click()
  await expectSearch(page, { tab: 'exit', category: 'relationships_qa', tag: 'Gleaning' })
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(titles).toHaveCount(6)
  await expect(page.getByLabel('Search stories')).toHaveValue('')
})

test('no text is lost if the session ends while a member writes', async ({
  page,
  member,
  site,
}) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  const content = 'A long story, nearly done.'
  await fillStory(card, { title: 'Before the light went', content })

  // The session ends on the server without the page knowing.
  await callAs(site, member, { method: 'POST', path: '/api/logout' })

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
  await closeToast(page, 'Story submitted successfully')
})

test('the arrow keys don’t change the story in a reply or on the tabs', async ({
  memberPage: page,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Read slowly' })
  await world.story({ author, title: 'The one after' })
  await page.goto(`/flow?story=${storyId}`)
  const heading = page.getByRole('heading', { level: 1, name: 'Read slowly' })
  await expect(page.getByRole('button', { name: 'Previous story' })).toBeEnabled()
  const reply = page.getByLabel('Your reply')
  await reply.fill('Two words')
  await reply.press('ArrowLeft')
  await reply.press('Alt+ArrowUp')
  await expect(heading).toBeVisible()
  await reply.pressSequentially('|')
  await expect(reply).toHaveValue('Two word|s')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { level: 1, name: 'The one after' })).toBeVisible()
})

test('answers are shown under the first reply of their thread, and unsent text is kept', async ({
  page,
  world,
  signIn,
}) => {
  const member = await world.member({ anonymousUsername: 'Olive Branch' })
  const [first, second] = [
    await world.member({ anonymousUsername: 'First Sparrow' }),
    await world.member({ anonymousUsername: 'Second Sparrow' }),
  ]
  const storyId = await world.story({ author: await world.member(), title: 'Two sparrows' })
  const parentId = await world.reply({ author: first, storyId, content: 'Sold for a penny.' })
  await world.reply({ author: second, storyId, parentId, content: 'And yet not forgotten.' })
  await signIn(member)
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByText('2 replies')).toBeVisible()

  await page.getByLabel('Your reply').fill('   ')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Reply cannot be empty')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toBeFocused()

  // An answer to the nested reply, interrupted by a reload.
  await page.getByRole('button', { name: 'Reply to Second Sparrow' }).click()
  await page.getByLabel('Replying to @Second Sparrow').fill('Every hair is counted.')
  await page.reload()
  const box = page.getByLabel('Replying to @Second Sparrow')
  await expect(box).toHaveValue('Every hair is counted.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await closeToast(page, 'Reply submitted successfully')
  const thread = page
    .getByRole('listitem')
    .filter({ has: replyBy(page, 'First Sparrow') })
    .first()
  await expect(thread.getByRole('article')).toHaveText([
    /Sold for a penny/,
    /@First Sparrow And yet not forgotten/,
    /@Second Sparrow Every hair is counted/,
  ])
  await page.reload()
  await expect(page.getByText('3 replies')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('')
  await replyBy(page, 'First Sparrow').getByRole('button', { name: /^More/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Mute', 'Report'])
  await page.getByRole('menuitem', { name: 'Report' }).press('Escape')

  // A deleted reply without answers disappears completely.
  await chooseInReply(page, { by: 'Olive Branch', action: 'Delete' })
  await page.getByRole('button', { name: 'Delete reply', exact: true }).click()
  await closeToast(page, 'Reply deleted successfully')
  await expect(replyBy(page, 'Olive Branch')).toHaveCount(0)
  await expect(page.getByText('This reply was removed')).toHaveCount(0)
  await expect(page.getByText('2 replies')).toBeVisible()
})

test('a story without a reply says that it is waiting, which is also a filter; its author reads no number', async ({
  memberPage: page,
  member,
  world,
}) => {
  const author = await world.member()
  const quiet = await world.story({ author, title: 'Nobody yet' })
  const heard = await world.story({ author, title: 'Somebody did' })
  await world.reply({ author: member, storyId: heard })
  await world.story({ author: member, title: 'My own one' })
  await page.goto('/flow?tab=exit')
  await expect(listedStory(page, 'Somebody did').getByText('1 reply')).toBeVisible()
  await expect(listedStory(page, 'My own one').getByText(/repl/)).toHaveCount(0)
  const waiting = 'Waiting for a first reply'
  await listedStory(page, 'Nobody yet').getByRole('button', { name: waiting }).click()
  await expect(page).toHaveURL('/flow?tab=exit&waiting=first-reply')
  await expect(listedStory(page, 'Somebody did')).toHaveCount(0)
  await expect(listedStory(page, 'Nobody yet')).toBeVisible()
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL('/flow?tab=exit')
  await page.goto(`/flow?story=${quiet}`)
  await expect(page.getByRole('heading', { name: 'Replies' })).toBeVisible()
  await expect(page.getByText('0 replies')).toHaveCount(0)
})
