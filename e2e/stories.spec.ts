import {
  chooseInReply,
  fillStory,
  listedStory,
  openFromList,
  openMore,
  openStoryForm,
  queueRow,
  replyBy,
} from '#web/testing/story-steps.ts'
import { expect, test } from './fixtures.ts'
import { expectSearch, expectToast, recordUntil, sendReply } from './story-steps.ts'

test('a newcomer shares a story, an administrator approves it, and others answer', {
  tag: '@journey',
}, async ({ page, openPage, site, world, mailTo }) => {
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
  await admin.goto('/admin/stories')
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
  await expect(own.filter({ hasText: title })).toContainText('Published')
  await own.getByRole('link', { name: title }).click()
  await replyBy(page, 'Reed Flute').getByRole('button', { name: 'Reply to Reed Flute' }).click()
  await expect(page.getByLabel('Replying to @Reed Flute')).toBeFocused()
  await sendReply(page, 'Then you know.')
  await expect(replyBy(page, 'Mustard Seed')).toContainText('@Reed Flute Then you know.')

  await reader.reload()
  await chooseInReply(reader, { by: 'Reed Flute', action: 'Delete' })
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
  await recordUntil(card, 1)
  await card.getByRole('button', { name: 'Finish', exact: true }).click()
  await openMore(card)
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
