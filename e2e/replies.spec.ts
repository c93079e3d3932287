import { chooseInReply, listedStory, replyBy } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, tabTo, test } from './fixtures.ts'
import { keepToasts, sendReply, toastArea } from './story-steps.ts'

test('a reply that is too fast or too late is refused with the reason and keeps its text', {
  tag: '@journey',
}, async ({ memberPage: page, openPage, site, world, expectedErrors }) => {
  expectedErrors.push(/status of (404|429) /)
  const other = await world.member({ anonymousUsername: 'Fleeting Finch' })
  const storyId = await world.story({ author: other, title: 'A busy thread' })
  const replyId = await world.reply({ author: other, storyId, content: 'Soon gone.' })
  const listening = page.waitForResponse('**/api/events?*')
  await page.goto(`/flow?story=${storyId}`)
  await listening
  await page.getByRole('button', { name: 'Reply to Fleeting Finch' }).click()
  await page.getByLabel('Replying to @Fleeting Finch').fill('Wait for me.')
  const headers = { Origin: site.url }
  // The page is notified of the deletion before the member sends their answer.
  const refreshed = page.waitForResponse((response) =>
    response.url().endsWith(`/api/stories/${storyId}/replies`),
  )
  await fetch(`${site.url}/api/stories/replies/${replyId}`, {
    method: 'DELETE',
    headers: { ...headers, Cookie: other.cookie },
  })
  await refreshed
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Failed to submit reply')).toBeVisible()
  await expect(page.getByText('The reply you’re answering was deleted.')).toBeVisible()
  await expect(page.getByLabel('Replying to @Fleeting Finch')).toHaveValue('Wait for me.')
  await page.reload()
  await expect(page.getByLabel('Your reply')).toHaveValue('Wait for me.')

  const data = { storyId, content: 'Amen.' }
  // All within the minute of the limit, but few enough at once for a slow server.
  for (let sent = 0; sent < 30; sent += 5) {
    const some = Array.from({ length: 5 }, () =>
      page.request.post('/api/stories/replies', { data, headers }),
    )
    for (const response of await Promise.all(some)) expect(response.ok()).toBe(true)
  }
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('You’re replying very fast.')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('Wait for me.')

  const reader = await openPage({ as: await world.member() })
  await reader.goto(`/flow?story=${storyId}`)
  await expect(reader.getByText('30 replies')).toBeVisible()
})

test('a story can be opened, reacted to and replied to by keyboard alone', async ({
  page,
  world,
  signIn,
}) => {
  const title = 'The lamp on the stand'
  await world.story({ author: await world.member(), title })
  await signIn(await world.member({ anonymousUsername: 'Quiet Keys' }))
  await page.goto('/flow?tab=exit')
  await expect(listedStory(page, title)).toBeVisible()
  const { keyboard } = page
  await tabTo(page.getByRole('link', { name: title, exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  const heart = page.getByRole('button', { name: /^Heart/ })
  await tabTo(heart)
  await keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(heart).toBeFocused()
  await expect(toastArea(page)).toContainText('Reaction added!')

  await tabTo(page.getByLabel('Your reply'))
  await keyboard.type('It gives light to all.')
  await tabTo(page.getByRole('button', { name: 'Send reply' }))
  await keyboard.press('Enter')
  const reply = replyBy(page, 'Quiet Keys')
  await expect(reply).toBeFocused()
  const menu = reply.getByRole('button', { name: /^More/ })
  await tabTo(menu)
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Delete your reply?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(dialog.getByRole('button', { name: 'Delete reply' }))
  await keyboard.press('Enter')
  await expect(reply).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Replies' })).toBeFocused()

  await tabTo(page.getByRole('button', { name: 'Back to stories' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeFocused()
})

test('Escape closes the dialog, also when a toast is shown over it', async ({
  page,
  world,
  signIn,
}) => {
  const storyId = await world.story({ author: await world.member(), title: 'Two messages' })
  await signIn(await world.member({ anonymousUsername: 'Calm Keys' }))
  await page.goto(`/flow?story=${storyId}`)
  await page.getByRole('button', { name: /^Heart/ }).click()
  await expect(toastArea(page)).toContainText('Reaction added!')
  await keepToasts(page)
  await page.getByLabel('Your reply').fill('The second message waits for the first to go.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  const menu = replyBy(page, 'Calm Keys').getByRole('button', { name: /^More/ })
  await chooseInReply(page, { by: 'Calm Keys', action: 'Delete' })
  const dialog = page.getByRole('alertdialog', { name: 'Delete your reply?' })
  await expect(dialog).toBeVisible()
  // The dialog hides the toast area from the accessibility tree.
  const message = page.locator('[data-toasts]').getByText('Reply submitted successfully')
  await expect(message).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(menu).toBeFocused()
})

test('on a phone a toast doesn’t cover the header, and a newer one of its group replaces it', async ({
  openPage,
  world,
}) => {
  const member = await world.member({ anonymousUsername: 'Second Thought' })
  const storyId = await world.story({ author: await world.member(), title: 'Said and unsaid' })
  const page = await openPage({ as: member, viewport: { width: 375, height: 720 } })
  await page.goto(`/flow?story=${storyId}`)
  const toast = toastArea(page).getByRole('listitem')
  // Only the next toast can close one.
  await keepToasts(page)
  const heart = page.getByRole('button', { name: /^Heart/ })
  await heart.press('Enter')
  await expect(toast).toHaveText(/Reaction added!/)
  await heart.press('Enter')
  await expect(toast).toHaveCount(0)

  await page.getByLabel('Your reply').fill('On second thought, no.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(toast).toHaveText(/Reply submitted successfully/)
  const header = await page.getByRole('banner').boundingBox()
  const box = await toast.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 720))
  await chooseInReply(page, { by: 'Second Thought', action: 'Delete' })
  await page.getByRole('button', { name: 'Delete reply', exact: true }).press('Enter')
  await expect(toast).toHaveText(/Reply deleted successfully/)
})

test('a thread, its dialogs and a pending story are accessible in both themes', async ({
  page,
  member,
  world,
}) => {
  const other = await world.member({ anonymousUsername: 'Patient Heron' })
  const storyId = await world.story({ author: other, title: 'Sound', tags: ['Hope'] })
  const parentId = await world.reply({ author: member, storyId })
  await world.reply({ author: other, storyId, parentId })
  await page.goto(`/flow?story=${storyId}`)
  await sendReply(page, `A long word: ${'well'.repeat(60)}.`)
  await page.getByRole('button', { name: 'Reply to Patient Heron' }).click()
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Report this story' })).toBeVisible()
  await expectSoundPage(page)
})

test('a reply that arrives while a member reads waits behind a button, so that nothing moves', async ({
  memberPage: page,
  site,
  world,
}) => {
  const other = await world.member({ anonymousUsername: 'Early Lark' })
  const storyId = await world.story({ author: other, title: 'Before the others wake' })
  const first = await world.reply({ author: other, storyId, content: 'The street is still.' })
  await world.reply({ author: other, storyId, content: 'The kettle sings.' })
  const listening = page.waitForResponse('**/api/events?*')
  await page.goto(`/flow?story=${storyId}`)
  await listening
  const read = page.getByText('The kettle sings.')
  await read.scrollIntoViewIfNeeded()
  const before = await read.boundingBox()
  const ask = (path: string, method: string, body?: object): Promise<Response> =>
    fetch(`${site.url}/api/stories/${path}`, {
      method,
      headers: {
        Origin: site.url,
        Cookie: other.cookie,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
  await ask('replies', 'POST', { storyId, content: 'And a lark above it.', parentId: first })
  const fresh = page.getByRole('button', { name: '1 new reply' })
  await expect(fresh).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 new reply' })).toHaveCount(1)
  await expect(page.getByText('And a lark above it.')).toHaveCount(0)
  await expect(page.getByText('2 replies')).toBeVisible()
  expect(await read.boundingBox()).toEqual(before)
  // At the end of the thread, the button is below the last reply.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const [last, button] = [await read.boundingBox(), await fresh.boundingBox()]
  expect(button?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0))

  await ask('replies', 'POST', { storyId, content: 'Good morning.', parentId: null })
  await page.getByRole('button', { name: '2 new replies' }).click()
  const reply = page.getByRole('article').filter({ hasText: 'And a lark above it.' })
  await expect(reply).toBeFocused()
  await expect(page.getByText('Good morning.')).toBeVisible()
  await expect(page.getByText('4 replies')).toBeVisible()
  await expect(fresh).toHaveCount(0)

  await ask('react', 'POST', { storyId, reaction: 'heart' })
  await expect(page.getByRole('button', { name: 'Heart, 1' })).toBeVisible()
})

test('a reply that arrives at the end of the thread appears in its place', async ({
  memberPage: page,
  site,
  world,
}) => {
  const other = await world.member()
  const storyId = await world.story({ author: other, title: 'The last bus home' })
  await world.reply({ author: other, storyId, content: 'It was on time.' })
  const listening = page.waitForResponse('**/api/events?*')
  await page.goto(`/flow?story=${storyId}`)
  await listening
  const read = page.getByText('It was on time.')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(read).toBeInViewport()
  const before = await read.boundingBox()
  await fetch(`${site.url}/api/stories/replies`, {
    method: 'POST',
    headers: { Origin: site.url, Cookie: other.cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ storyId, content: 'And warm inside.', parentId: null }),
  })
  await expect(page.getByText('And warm inside.')).toBeVisible()
  await expect(page.getByText('2 replies')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 new reply' })).toHaveCount(0)
  expect(await read.boundingBox()).toEqual(before)
})
