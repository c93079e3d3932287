import type { Locator, Page } from '@playwright/test'
import { WAIT_MS } from '#server/testing/limits.ts'
import {
  fillStory,
  listedStory,
  openFromList,
  openMore,
  openStoryForm,
} from '#web/testing/story-steps.ts'
import { expect, test } from './fixtures.ts'
import { expectToast, recordUntil } from './story-steps.ts'

/** The server's answer to a recording takes as long as its conversion. */
const CONVERTED = { timeout: WAIT_MS }
const WAV = 'RIFF'
const WEBM = '\x1a\x45\xdf\xa3'

/** Begins like a recording but contains none. */
const UNDECODABLE = Buffer.concat([Buffer.from('RIFF\x00\x10\x00\x00WAVE'), Buffer.alloc(4_000, 7)])

declare global {
  interface Window {
    /** The first bytes of each recording that the page sent. */
    sentHeaders?: string[]
  }
}

/** Stores the first bytes of each recording when it is sent. */
async function watchUploads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send
    window.sentHeaders = []
    XMLHttpRequest.prototype.send = function (body) {
      const audio = body instanceof FormData ? body.get('audio') : null
      if (audio instanceof Blob) {
        void audio
          .slice(0, 4)
          .arrayBuffer()
          .then((bytes) => window.sentHeaders?.push(String.fromCharCode(...new Uint8Array(bytes))))
      }
      send.call(this, body)
    }
  })
}

/** Presses Play and waits until playback advances. */
async function expectPlays(where: Page | Locator, title: string): Promise<void> {
  const position = where.getByRole('slider', { name: `Position in ${title}` })
  const play = where.getByRole('button', { name: `Play ${title}` })
  await expect(play).toBeVisible()
  // A short recording may already have ended and be back at the start.
  await expect(async () => {
    if (await play.isVisible()) await play.click()
    expect(Number(await position.inputValue())).toBeGreaterThan(0.5)
  }).toPass()
}

for (const width of [375, 1280]) {
  test(`at ${width} px, no button moves when the recorder’s code arrives`, async ({
    memberPage: page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const { promise: mayLoad, resolve: letLoad } = Promise.withResolvers<void>()
    await page.route(/\/assets\/(voice-recorder|more-choices)-/, async (route) => {
      await mayLoad
      await route.continue()
    })
    await page.goto('/flow?tab=exit')
    const card = await openStoryForm(page)
    await card.getByRole('tab', { name: 'Record' }).click()
    const submit = card.getByRole('button', { name: 'Submit story' })
    await submit.hover()
    const before = await submit.boundingBox()
    letLoad()
    await expect(card.getByRole('button', { name: 'Start recording' })).toBeVisible()
    await expect(card.getByText('More', { exact: true })).toBeVisible()
    const after = await submit.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(8)
  })
}

test('a story submitted while its voice is being changed is sent with the new voice', async ({
  memberPage: page,
}) => {
  await watchUploads(page)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'In a hurry' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 4)
  await card.getByRole('button', { name: 'Finish' }).click()
  const [voice, submit] = await Promise.all([
    card.getByRole('radio', { name: 'Sounds different' }).elementHandle(),
    card.getByRole('button', { name: 'Submit story' }).elementHandle(),
  ])
  // As soon as the choice has been rendered.
  await page.evaluate(
    async ([voice, submit]) => {
      const press = (element: unknown): void => {
        if (element instanceof HTMLElement) element.click()
      }
      press(voice)
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      press(submit)
    },
    [voice, submit],
  )
  await expectToast(page, 'Story submitted successfully')
  await expect.poll(() => page.evaluate(() => window.sentHeaders)).toEqual([WAV])
})

test('a recording with a changed voice is sent, converted, approved and played', {
  tag: '@journey',
}, async ({ page, context, openPage, world, signIn, mailTo }) => {
  const author = await world.member({ anonymousUsername: 'Still Water' })
  const title = 'What the river said'
  await signIn(author)
  await watchUploads(page)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(card.getByText('Recording Required')).toBeVisible()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 2)
  await expect(card.getByText('Recording Required')).toHaveCount(0)
  await card.getByRole('button', { name: 'Pause recording' }).click()
  await expect(card.getByText('Paused', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Resume recording' }).click()
  await recordUntil(card, 4)
  await card.getByRole('button', { name: 'Finish' }).click()
  await expect(card.getByText('As others will hear it')).toBeVisible()
  await card.getByRole('radio', { name: 'Sounds different' }).check()
  await expectPlays(card, 'your recording')
  await openMore(card)
  await card.getByLabel(/Transcript, for people/).fill('A river, and what it said.')

  // A slow network, so that the upload takes long enough to be observed.
  const network = await context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 20_000,
  })
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(card.getByRole('progressbar', { name: 'Uploading your recording' })).toBeVisible()
  await expectToast(page, 'Story submitted successfully')
  await expect.poll(() => page.evaluate(() => window.sentHeaders)).toEqual([WAV])

  await card.getByRole('link', { name: title }).click()
  await expect(page.getByRole('region', { name: `Recording: ${title}` })).toBeVisible(CONVERTED)

  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin/stories')
  const entry = await openFromList(admin, title)
  await expect(entry).toContainText('A river, and what it said.')
  await expectPlays(entry, title)
  await entry.getByRole('button', { name: `Approve: ${title}` }).click()
  await expectToast(admin, 'Story approved successfully')
  await mailTo(author.email, /Your story is now on/)

  const listener = await openPage({ as: await world.member() })
  await listener.goto('/flow?tab=exit')
  await expect(listedStory(listener, title)).toContainText(
    /Voice story · (0:0[3-9]|0:[1-5]\d|[1-9]\d*:\d\d)/,
  )
  // In the card, without opening the story.
  const answer = listener.waitForResponse(/\/audio$/)
  await expectPlays(listedStory(listener, title), title)
  const response = await answer
  await expect(listener).toHaveURL('/flow?tab=exit')
  await listener.getByRole('link', { name: title, exact: true }).click()
  await expect(listener.getByText('A river, and what it said.')).toBeVisible()
  await expectPlays(listener, title)
  expect(response.status()).toBe(206)
  const part = await listener.request.get(response.url(), { headers: { Range: 'bytes=4-11' } })
  expect(part.status()).toBe(206)
  expect((await part.body()).toString('latin1')).toMatch(/^ftyp/)
  expect(part.headers()['content-range']).toMatch(/^bytes 4-11\/\d+$/)
  expect(part.headers()['content-type']).toBe('audio/mp4')
})

test('a recording survives a reload while recording and can be sent', async ({
  memberPage: page,
}) => {
  await watchUploads(page)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Interrupted by the doorbell' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 3)
  await page.reload()

  await expect(card.getByText(/^\d+:\d\d recorded$/)).toBeVisible()
  await openStoryForm(page)
  await expect(card.getByText(/We saved this recording when the page was closed/)).toBeVisible()
  await card.getByRole('radio', { name: 'Softened' }).check()
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()
  await page.reload()
  await openStoryForm(page)
  await expect(card.getByRole('radio', { name: 'Softened' })).toBeChecked()
  await expect(card.getByLabel('Title')).toHaveValue('Interrupted by the doorbell')
  await card.getByRole('radio', { name: 'Natural' }).check()
  await expectPlays(card, 'your recording')
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
  await expect.poll(() => page.evaluate(() => window.sentHeaders)).toEqual([WEBM])

  await page.reload()
  await openStoryForm(page)
  await card.getByRole('tab', { name: 'Record' }).click()
  await expect(card.getByRole('button', { name: 'Start recording' })).toBeVisible()
  await expect(card.getByText('As others will hear it')).toHaveCount(0)
})

test('a file that isn’t a recording is returned to its author with a reason', async ({
  page,
  site,
  world,
  signIn,
  mailTo,
}) => {
  const author = await world.member()
  await signIn(author)
  const send = (buffer: Buffer) =>
    page.request.post('/api/stories', {
      headers: { Origin: site.url },
      multipart: {
        title: 'Only noise',
        category: 'faith',
        audio: { name: 'story.wav', mimeType: 'audio/wav', buffer },
      },
    })
  const refused = await send(Buffer.from('#!/bin/sh\necho hello\n'))
  expect(refused.status()).toBe(415)
  expect((await refused.json()).message).toContain('We can’t read this recording.')

  const taken = await send(UNDECODABLE)
  expect(taken.status()).toBe(201)
  const { id } = await taken.json()
  await page.goto(`/flow?story=${id}`)
  const sentence =
    'This recording could not be read. Please record it again or upload a different audio file.'
  await expect(page.getByText('This story needs a change')).toBeVisible(CONVERTED)
  await expect(page.getByText(sentence)).toBeVisible()
  const { text } = await mailTo(author.email, /A note about your story/)
  expect(text).toContain('This recording could not be read.')
  await page.goto('/dashboard')
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('link', { name: 'Edit and submit again' }).click()
  await page.getByRole('button', { name: 'Edit and submit again' }).click()
  const form = page.getByRole('region', { name: 'Edit your story' })
  await form.getByRole('button', { name: 'Submit again' }).click()
  await expect(form.getByText('Please record your story before submitting')).toBeVisible()
})
