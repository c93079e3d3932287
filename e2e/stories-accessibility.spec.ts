import { randomUUID } from 'node:crypto'
import type { Route } from '@playwright/test'
import { listedStory, openEntry, openFromList, openStoryForm } from '#web/testing/story-steps.ts'
import { despiteServer } from './blank.ts'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'
import { adminEntry } from './story-steps.ts'

onEmptySite()
/** A recording without a file, for tests that don't play it. */
function silentRecording(): { state: 'ready'; key: string } {
  return { state: 'ready', key: `recordings/${randomUUID()}` }
}

const SILENT_SECONDS = 600

/** Answers with a long silent recording, in parts like the server. */
async function sendSilence(route: Route): Promise<void> {
  const wav = silentWav(SILENT_SECONDS)
  const [, from = '0', to = ''] =
    /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '') ?? []
  const end = to ? Math.min(Number(to), wav.length - 1) : wav.length - 1
  await route.fulfill({
    status: 206,
    headers: {
      'Content-Type': 'audio/wav',
      'Accept-Ranges': 'bytes',
      'Content-Range': `bytes ${from}-${end}/${wav.length}`,
    },
    body: wav.subarray(Number(from), end + 1),
  })
}

/** A silent WAV file, 8-bit mono at 8,000 Hz. */
function silentWav(seconds: number): Buffer {
  const rate = 8_000
  const size = seconds * rate
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + size, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(size, 40)
  return Buffer.concat([header, Buffer.alloc(size, 128)])
}

test('the list and its form are accessible when empty, filtered and with errors', async ({
  page,
  member,
  world,
}) => {
  const other = await world.member({ anonymousUsername: 'W'.repeat(30) })
  await page.goto('/flow?tab=exit&q=nothing')
  await expect(page.getByText('No stories match your filters.')).toBeVisible()
  await expectSoundPage(page)

  for (let count = 1; count <= 6; count++) {
    await world.story({ author: other, title: `Long ${'title'.repeat(25)}`, tags: ['Hope'] })
  }
  const storyId = await world.story({ author: other, title: 'Heard', recording: silentRecording() })
  await world.reaction({ member, storyId })
  await world.story({ author: member, title: 'On its way', status: 'pending' })
  await world.story({
    author: member,
    title: 'Came back',
    status: 'rejected',
    rejectionReason: 'Please tell more.',
  })
  await page.goto('/flow?tab=exit&category=faith')
  await expect(listedStory(page, 'Heard')).toBeVisible()
  const card = await openStoryForm(page)
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(card.getByText('Title is required')).toBeVisible()
  await card.getByLabel('Your story', { exact: true }).fill('I want to end my life.')
  await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible()
  await expectSoundPage(page)
})

test('the recorder is accessible in each of its states', async ({ memberPage: page }) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await card.getByRole('tab', { name: 'Record' }).click()
  await expect(card.getByText('Press to record your story')).toBeVisible()
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(card.getByText('Recording Required')).toBeVisible()
  await expectSoundPage(page)
  await card.getByRole('button', { name: 'Start recording' }).click()
  await expect(card.getByRole('button', { name: 'Finish' })).toBeVisible()
  await expectSoundPage(page)
  await card.getByRole('button', { name: 'Finish' }).click()
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()
  await expectSoundPage(page)
  await card.getByRole('button', { name: 'Record again' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Record again?' })).toBeVisible()
  await expectSoundPage(page)
})

test('a story page is accessible when spoken, returned or missing', async ({
  page,
  member,
  site,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 /)
  const other = await world.member()
  const spoken = await world.story({ author: other, title: 'Spoken', recording: silentRecording() })
  await site.db
    .updateTable('story')
    .set({ caption: 'What it says, in writing.', audioDuration: 61 })
    .where('storyId', '=', spoken)
    .execute()
  const returned = await world.story({
    author: member,
    title: 'Came back',
    status: 'rejected',
    rejectionReason: `See ${'https://example.org/'.repeat(6)}`,
  })
  await page.goto(`/flow?story=${spoken}`)
  await expect(page.getByRole('button', { name: 'Play Spoken' })).toBeVisible()
  await expectSoundPage(page)
  await page.goto(`/flow?story=${returned}`)
  await expect(page.getByText('This story needs a change')).toBeVisible()
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Edit and submit again' }).click()
  await expect(page.getByRole('region', { name: 'Edit your story' })).toBeVisible()
  await expectSoundPage(page)
  await page.goto('/flow?story=999999')
  await expect(page.getByRole('heading', { name: "We can't find this story" })).toBeVisible()
  await expectSoundPage(page)
})

test('on a phone, a draft transcript is timed to its recording by keyboard alone', async ({
  page,
  site,
  world,
  signIn,
}) => {
  const author = await world.member()
  const title = 'Down to the river'
  const storyId = await world.story({ author, title, recording: silentRecording() })
  const lines = [
    { startMs: 0, text: 'I went down to the river.' },
    { startMs: 8_000, text: 'It was cold.' },
  ]
  await site.db
    .updateTable('story')
    .set({ audioDuration: SILENT_SECONDS })
    .where('storyId', '=', storyId)
    .execute()
  await site.db
    .insertInto('transcript')
    .values({
      storyId,
      state: 'draft',
      source: 'speech',
      changedAt: new Date(),
      text: 'I went down to the river. It was cold.',
      lines: JSON.stringify(lines),
    })
    .execute()
  await page.route('**/api/stories/*/audio', sendSilence)
  await page.setViewportSize({ width: 375, height: 740 })
  await signIn(author)
  await page.goto(`/flow?story=${storyId}`)
  const own = page.getByRole('region', { name: 'Your transcript' })
  await expect(own.getByLabel('Draft')).toHaveValue('I went down to the river. It was cold.')
  await own.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(own.getByRole('button', { name: 'Edit transcript' })).toBeVisible()

  const [first, second] = lines.map(({ text }) =>
    page.getByRole('listitem').filter({ hasText: text }),
  )
  if (!first || !second) throw new Error('unreachable')
  await expect(second).toBeVisible()
  await expect(second).not.toHaveAttribute('aria-current')
  const position = page.getByRole('slider', { name: `Position in ${title}` })
  await position.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-current', 'true')
  await expectSoundPage(page)
  // The second line lasts until the end, longer than these checks.
  await second.getByRole('button', { name: 'Play from 0:08' }).press('Enter')
  await expect(page.getByRole('button', { name: `Pause ${title}` })).toBeVisible()
  await expect(second).toHaveAttribute('aria-current', 'true')
  await expect(first).not.toHaveAttribute('aria-current')
  await page.getByRole('button', { name: `Pause ${title}` }).press('Enter')
  await expect(page.getByRole('button', { name: `Play ${title}` })).toBeVisible()
})

test('the moderation tabs and their dialogs are accessible', async ({
  adminPage: page,
  site,
  world,
}) => {
  await despiteServer(() => site.db.deleteFrom('story').where('status', '=', 'pending').execute())
  await page.goto('/admin/stories')
  await expect(page.getByText('No stories are waiting')).toBeVisible()
  await expectSoundPage(page)

  const author = await world.member()
  const [first, second] = [await world.member(), await world.member()]
  await world.story({ author, title: 'To read', status: 'pending', tags: ['Hope'] })
  await world.story({ author, title: 'To hear', status: 'pending', recording: silentRecording() })
  const reported = await world.story({ author, title: 'To look at' })
  for (const { cookie } of [first, second]) {
    await fetch(`${site.url}/api/stories/${reported}/report`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: site.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reason: 'It is an advertisement.' }),
    })
  }
  await page.reload()
  await openFromList(page, 'To hear')
  await expectSoundPage(page)
  await openFromList(page, 'To read')
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Reject: To read' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject story' })
  await dialog.getByRole('button', { name: 'Reject story' }).click()
  await expect(dialog.getByText('Rejection reason required')).toBeVisible()
  await expectSoundPage(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectSoundPage(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Reports/ }).click()
  await expect(openEntry(page, 'To look at')).toContainText('2 reports')
  await expectSoundPage(page)
  await openEntry(page, 'To look at').getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByText('Story kept', { exact: true })).toBeVisible()
  await page.goto('/admin/active-stories')
  const entry = adminEntry(page, 'To look at')
  await entry.getByRole('button', { name: /^Add tags/ }).click()
  await expectSoundPage(page)
  await entry.getByRole('button', { name: /^Delete Story/ }).click()
  await expect(page.getByRole('alertdialog', { name: 'Delete this story?' })).toBeVisible()
  await expectSoundPage(page)

  const asked = await world.story({ author, title: 'To write', recording: silentRecording() })
  const changed = await world.story({ author, title: 'To check', recording: silentRecording() })
  const changedAt = new Date()
  await site.db
    .insertInto('transcript')
    .values([
      { storyId: asked, state: 'asked', changedAt },
      { storyId: changed, state: 'review', text: 'In Elm Street.', source: 'author', changedAt },
    ])
    .execute()
  await page.goto('/admin/transcripts')
  const words = page.getByLabel('Transcript of “To write”')
  await words.fill('I speak of rain.')
  await expect(page.getByText('You claimed this')).toBeVisible()
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Send to the author' }).click()
  await expect(words).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve: To check' }).click()
  await expect(page.getByText('No transcripts are waiting')).toBeVisible()
  await page.goto(`/flow?story=${changed}`)
  await expect(page.getByText('In Elm Street.')).toBeVisible()
})
