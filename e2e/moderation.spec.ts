import type { Page } from '@playwright/test'
import {
  fillStory,
  listedStory,
  openEntry,
  openFromList,
  openStoryForm,
} from '#web/testing/story-steps.ts'
import { expect, onEmptySite, tabTo, test } from './fixtures.ts'
import {
  adminEntry,
  expectToast,
  passReadTime,
  pauseReadTime,
  sendReply,
  toastArea,
} from './story-steps.ts'

// An empty site: its queue contains only what these tests add.
onEmptySite()
async function report(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this story' })
  await dialog.getByLabel('What’s wrong?').fill(reason)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expectToast(page, 'Thank you for telling us')
}

test('a returned story shows its author the reason, and can be submitted again', {
  tag: '@journey',
}, async ({ page, openPage, world, signIn, mailTo }) => {
  const author = await world.member({ anonymousUsername: 'Clay Jar' })
  const title = 'The potter and the wheel'
  await world.story({ author, title, status: 'pending', content: 'I went to Elm Street 5.' })
  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin/stories')
  const entry = await openFromList(admin, title)
  await entry.getByRole('button', { name: `Reject: ${title}` }).click()
  const dialog = admin.getByRole('dialog', { name: 'Reject story' })
  await dialog.getByLabel('Reason').fill('  ')
  await dialog.getByRole('button', { name: 'Reject story' }).click()
  await expect(dialog.getByText('Rejection reason required')).toBeVisible()
  await expect(dialog.getByText('Please provide a reason for rejecting this story')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  const reason = 'Please leave out the address.'
  await dialog.getByLabel('Reason').fill(reason)
  await admin.reload()
  await entry.getByRole('button', { name: `Reject: ${title}` }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason)
  await dialog.getByRole('button', { name: 'Reject story' }).click()
  await expectToast(admin, 'Story rejected successfully')
  await expect(admin.getByText('No stories are waiting')).toBeVisible()

  const mail = await mailTo(author.email, /A note about your story/)
  expect(mail.text).toContain(reason)
  expect(mail.text).not.toContain('Clay Jar')
  await signIn(author)
  await page.goto('/dashboard')
  const own = page.getByRole('region', { name: 'Recent Stories' }).getByRole('listitem')
  await expect(own.filter({ hasText: title })).toContainText(reason)
  await page.getByRole('link', { name: 'Edit and submit again' }).click()
  await expect(page.getByText('This story needs a change')).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
  await page.getByRole('button', { name: 'Edit and submit again' }).click()
  const form = page.getByRole('region', { name: 'Edit your story' })
  await expect(form.getByLabel('Title')).toHaveValue(title)
  await form.getByLabel('Your story', { exact: true }).fill('I went to the potter.')
  await form.getByRole('button', { name: 'Submit again' }).click()
  await expectToast(page, 'Story submitted successfully')
  await expect(page.getByText('For Approval')).toBeVisible()
  await expect(page.getByText(reason)).toHaveCount(0)

  await admin.reload()
  await expect(entry).toContainText('I went to the potter.')
  await entry.getByRole('button', { name: `Reject: ${title}` }).click()
  // The reason was sent, so its draft is removed.
  await expect(dialog.getByLabel('Reason')).toHaveValue('')
  await admin.keyboard.press('Escape')
  await entry.getByRole('button', { name: `Approve: ${title}` }).click()
  await expectToast(admin, 'Story approved successfully')
  await page.goto('/dashboard')
  await expect(own.filter({ hasText: title })).toContainText('Published')
  await own.getByRole('link', { name: title }).click()
  await expect(page.getByRole('button', { name: /^Heart/ })).toBeVisible()
})

test('if two administrators decide at once, the slower one is told', async ({
  openPage,
  site,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409 /)
  const title = 'Two witnesses'
  await world.story({ author: await world.member(), title, status: 'pending' })
  const [first, second] = [
    await openPage({ as: await world.admin() }),
    await openPage({ as: await world.admin() }),
  ]
  for (const each of [first, second]) {
    await each.goto('/admin/stories')
    await openFromList(each, title)
  }
  // Without the claim, which writing a reason makes, both can decide.
  const until = new Date(Date.now() + 60_000).toISOString()
  await second.route(/\/claim$/, (route) =>
    route.fulfill({ json: { mine: true, anonymousUsername: 'Nobody', until } }),
  )
  await second.getByRole('button', { name: `Reject: ${title}` }).click()
  await second.getByRole('dialog').getByLabel('Reason').fill('Not yet.')

  // Both decisions are sent at the same time.
  const together = Promise.withResolvers<void>()
  let waiting = 0
  for (const each of [first, second]) {
    await each.route(/\/api\/(admin\/stories\/\d+|stories\/\d+\/reject)$/, async (route) => {
      waiting += 1
      if (waiting === 2) together.resolve()
      await together.promise
      await route.continue()
    })
  }
  await first.getByRole('button', { name: `Approve: ${title}` }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Reject story' }).click()
  await Promise.all([
    expect(toastArea(first)).toContainText(/Story approved successfully|Failed to approve story/),
    expect(toastArea(second)).toContainText(/Story rejected successfully|Failed to reject story/),
  ])
  const { status } = await site.db
    .selectFrom('story')
    .select('status')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  if (status === 'approved') {
    // A success toast disappears; an error would stay.
    await expect(toastArea(first)).not.toContainText('Failed')
    await expect(toastArea(second)).toContainText(/ already approved this story\./)
    await expect(second.getByRole('dialog')).toHaveCount(0)
  } else {
    expect(status).toBe('rejected')
    await expect(toastArea(second)).not.toContainText('Failed')
    await expect(toastArea(first)).toContainText(/ already returned this story to its author\./)
  }
  const [winner, loser] = status === 'approved' ? [first, second] : [second, first]
  await expect(winner.getByText('No stories are waiting')).toBeVisible()
  await expect(
    loser
      .getByRole('region', { name: 'Open story' })
      .getByText(/^(Approved|Returned to its author) by /),
  ).toBeVisible()
})

test('an administrator finds an active story, tags it, and deletes it after asking', {
  tag: '@journey',
}, async ({ adminPage: page, openPage, world, expectedErrors }) => {
  expectedErrors.push(/status of 404 /)
  const title = 'Chaff in the wind'
  const storyId = await world.story({ author: await world.member(), title })
  const reader = await openPage({ as: await world.member() })
  await reader.goto('/flow?tab=exit')
  await expect(listedStory(reader, title)).toBeVisible()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Active Stories' }).click()
  await page.getByLabel('Search active stories').fill('nothing of this kind')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('No active stories found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()

  const entry = adminEntry(page, title)
  await entry.getByRole('button', { name: `Add tags: ${title}` }).click()
  await entry.getByLabel('New tag').fill('Threshing')
  await entry.getByLabel('New tag').press('Enter')
  await expectToast(page, 'Tag created successfully')
  await entry.getByRole('button', { name: 'Save tags' }).click()
  await expectToast(page, 'Tags saved successfully')
  await expect(entry.getByText('#Threshing')).toBeVisible()
  await reader.reload()
  await expect(listedStory(reader, title)).toContainText('#Threshing')

  await entry.getByRole('button', { name: `Delete Story: ${title}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this story?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(entry).toBeVisible()
  await entry.getByRole('button', { name: `Delete Story: ${title}` }).click()
  await dialog.getByLabel('Reason').fill('It names the farm.')
  await dialog.getByRole('button', { name: 'Delete Story' }).click()
  await expectToast(page, 'Story deleted successfully')
  await expect(entry).toHaveCount(0)
  await reader.getByRole('link', { name: title, exact: true }).click()
  await expect(reader.getByRole('heading', { name: "We can't find this story" })).toBeVisible()
  await reader.goto(`/flow?story=${storyId}`)
  await expect(reader.getByRole('heading', { name: "We can't find this story" })).toBeVisible()
})

test('two reports hide a story until an administrator keeps it', { tag: '@journey' }, async ({
  adminPage: page,
  openPage,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 /)
  const title = 'A hard saying'
  const author = await world.member()
  const storyId = await world.story({ author, title })
  const [first, second] = [
    await openPage({ as: await world.member() }),
    await openPage({ as: await world.member() }),
  ]
  await first.goto(`/flow?story=${storyId}`)
  await second.goto(`/flow?story=${storyId}`)
  await report(first, 'It names my sister.')
  await first.reload()
  await expect(first.getByRole('heading', { name: title })).toBeVisible()
  await report(second, '')
  await expect(second.getByRole('heading', { name: "We can't find this story" })).toBeVisible()
  await first.goto('/flow?tab=exit')
  await expect(first.getByRole('region', { name: 'Stories', exact: true })).toBeVisible()
  await expect(listedStory(first, title)).toHaveCount(0)

  await page.goto('/admin/reports')
  const entry = openEntry(page, title)
  await expect(entry).toContainText('Hidden until you decide')
  await expect(entry).toContainText('2 reports')
  await expect(entry).toContainText('It names my sister.')
  await entry.getByRole('button', { name: 'Keep' }).click()
  await expectToast(page, 'Story kept')
  await expect(entry).toHaveCount(0)
  await first.reload()
  await expect(listedStory(first, title)).toBeVisible()
  await second.reload()
  await expect(second.getByRole('heading', { name: title })).toBeVisible()
})

test('markup in every field is shown as it was typed and never runs', async ({
  page,
  openPage,
  site,
  world,
  signIn,
}) => {
  const mark = (name: string): string => `<img src=x onerror="window.ran='${name}'"> ${name}`
  const author = await world.member()
  await signIn(author)
  await page.goto('/flow?tab=exit')
  await fillStory(await openStoryForm(page), { title: mark('title'), content: mark('content') })
  await page.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')

  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin/stories')
  const entry = await openFromList(admin, mark('title'))
  await expect(entry).toContainText(mark('content'))
  const tag = '<b onclick=alert(1)>tag'
  await entry.getByLabel('New tag').fill(tag)
  await entry.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(admin, 'Tag created successfully')
  await entry.getByRole('button', { name: /^Approve/ }).click()
  await expectToast(admin, 'Story approved and tags added')

  // A voice story with a caption that is returned with a reason.
  const returned = await world.story({
    author,
    title: 'Spoken',
    status: 'rejected',
    rejectionReason: mark('reason'),
    recording: { state: 'ready', key: 'recordings/none' },
  })
  await site.db
    .updateTable('story')
    .set({ caption: mark('caption') })
    .where('storyId', '=', returned)
    .execute()
  await page.goto(`/flow?story=${returned}`)
  await expect(page.getByText(mark('caption'))).toBeVisible()
  await expect(page.getByText(mark('reason'))).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText(mark('reason'))).toBeVisible()

  const reader = await openPage({ as: await world.member() })
  await reader.goto(`/flow?tab=exit&q=${encodeURIComponent(mark('content'))}`)
  await expect(reader.getByText(`“${mark('content')}”`)).toBeVisible()
  await reader.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(listedStory(reader, mark('title'))).toContainText(`#${tag}`)
  await reader.getByRole('link', { name: mark('title'), exact: true }).click()
  await expect(reader.getByText(mark('content'))).toBeVisible()
  await sendReply(reader, mark('reply'))
  await expect(reader.getByText(mark('reply'))).toBeVisible()
  await report(reader, mark('report'))
  await admin.goto('/admin/reports')
  await expect(admin.getByText(mark('report'))).toBeVisible()

  for (const each of [page, admin, reader]) {
    expect(await each.evaluate(() => 'ran' in window)).toBe(false)
    expect(await each.locator('img[src=x]').count()).toBe(0)
  }
})

test('stories are tagged, approved, returned and deleted by keyboard alone', async ({
  adminPage: page,
  world,
}) => {
  const author = await world.member()
  for (const title of ['Key of approval', 'Key of return']) {
    await world.story({ author, title, status: 'pending' })
  }
  await world.story({ author, title: 'Key of removal' })
  await pauseReadTime(page)
  await page.goto('/admin/stories')
  const approved = openEntry(page, 'Key of approval')
  const { keyboard } = page
  await expect(approved).toBeVisible()
  await tabTo(approved.getByLabel('New tag'))
  await keyboard.type('Doorways')
  await keyboard.press('Enter')
  await expect(approved.getByRole('button', { name: 'Doorways' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(approved.getByLabel('New tag')).toBeFocused()
  await tabTo(approved.getByRole('button', { name: /^Approve/ }))
  await passReadTime(page)
  await keyboard.press('Enter')
  // The next story opens.
  const returned = openEntry(page, 'Key of return')
  await expect(returned).toBeFocused()
  await expect(returned.getByRole('button', { name: /^Reject/ })).toBeEnabled()
  await passReadTime(page)
  await keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject story' })
  await tabTo(dialog.getByRole('button', { name: 'More detail' }))
  await keyboard.press('Enter')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(dialog.getByLabel('Reason')).toHaveValue(/say a little more/)
  await tabTo(dialog.getByRole('button', { name: 'Reject story' }))
  await keyboard.press('Enter')
  await expect(page.getByText('No stories are waiting')).toBeVisible()

  await page.reload()
  await tabTo(page.getByRole('link', { name: 'Active Stories', exact: true }))
  await keyboard.press('Enter')
  const removed = adminEntry(page, 'Key of removal')
  await expect(removed).toBeVisible()
  await tabTo(removed.getByRole('button', { name: /^More actions/ }))
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Warn author' })).toBeFocused()
  await keyboard.press('Escape')
  await tabTo(removed.getByRole('button', { name: /^Delete Story/ }))
  await keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete this story?' })
  await expect(question.getByLabel('Reason')).toBeFocused()
  await keyboard.press('Escape')
  await expect(removed.getByRole('button', { name: /^Delete Story/ })).toBeFocused()
  await keyboard.press('Enter')
  await expect(question.getByLabel('Reason')).toBeFocused()
  await keyboard.type('It names the farm.')
  await tabTo(question.getByRole('button', { name: 'Delete Story' }))
  await keyboard.press('Enter')
  await expect(removed).toHaveCount(0)
  await expect(adminEntry(page, 'Key of approval')).toBeFocused()
})
