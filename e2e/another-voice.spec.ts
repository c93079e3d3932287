import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fillStory, listedStory, openMore, openStoryForm } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, test } from './fixtures.ts'
import { giveRecognizer, giveVoices, isSpeaking, OWN_VOICE, spokenOn } from './speech-steps.ts'
import { expectToast, recordUntil } from './story-steps.ts'

/** The only things that a story in another voice consists of. */
const WORDS = 'I lost the farm in March. By June I could sleep again.'

/** A proxy that keeps every byte that a browser sends through it, to any host. */
async function startProxy(): Promise<{ url: string; sent: () => Buffer; close: () => void }> {
  const chunks: Buffer[] = []
  const server = createServer((incoming, answer) => {
    const { method, headers } = incoming
    const outgoing = request(incoming.url ?? '', { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connection', (socket) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
  })
  // What Chromium itself asks its maker. A page has no encrypted connections here.
  server.on('connect', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => Buffer.concat(chunks),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Bytes that no text has. Sound has them everywhere. */
function binaryBytes(sent: Buffer): number {
  const text = sent.toString('utf8')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return [...text.matchAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/g)].length
}

test('a story in another voice leaves the browser as words: no byte of sound is sent', async ({
  openPage,
  site,
  world,
}) => {
  const proxy = await startProxy()
  const page = await openPage({ as: await world.member(), proxy: { server: proxy.url } })
  await giveVoices(page, [OWN_VOICE])
  await giveRecognizer(page, 'available')
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'In nobody’s voice' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 2)
  await card.getByRole('button', { name: 'Finish' }).click()
  await openMore(card)
  await card.getByRole('button', { name: 'Tell it in another voice instead' }).click()
  await expect(card.getByText('Your recording stays on this device')).toBeVisible()
  await expect(card.getByText('Transcript of your recording')).toHaveCount(0)

  const words = card.getByRole('textbox', { name: 'Your words' })
  await words.fill('I lost the farm in March.')
  await card.getByRole('button', { name: 'Speak your words' }).click()
  await expect(card.getByText('Listening.')).toBeVisible()
  await page.evaluate(() => window.say?.('By June I could sleep again.'))
  await expect(words).toHaveValue(WORDS)
  expect(await page.evaluate(() => window.processesLocally)).toBe(true)
  await card.getByRole('button', { name: 'Stop listening' }).click()
  await card.getByRole('button', { name: 'Listen: your words' }).click()
  await expect.poll(() => spokenOn(page)).toEqual(['I lost the farm in March.'])
  await expectSoundPage(page)
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
  await expect.poll(() => isSpeaking(page)).toBe(false)

  const inWords = proxy.sent()
  expect(inWords.includes(WORDS)).toBe(true)
  expect(inWords.includes('name="anotherVoice"')).toBe(true)
  expect(inWords.includes('filename=')).toBe(false)
  expect(binaryBytes(inWords), 'bytes that are no text').toBe(0)
  const called = [...inWords.toString().matchAll(/^[A-Z]+ (http:\/\/[^/]+)\//gm)]
  expect(new Set(called.map(([, origin]) => origin))).toEqual(new Set([site.url]))
  const row = site.db.selectFrom('story').selectAll().where('content', '=', WORDS)
  expect(await row.executeTakeFirst()).toMatchObject({
    anotherVoice: true,
    audioKey: null,
    audioState: null,
  })

  // The same proxy does see the sound of a recording.
  await openStoryForm(page)
  await fillStory(card, { title: 'In my voice' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 2)
  await card.getByRole('button', { name: 'Finish' }).click()
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
  const withSound = proxy.sent().subarray(inWords.length)
  expect(withSound.includes('filename="story.wav"')).toBe(true)
  expect(binaryBytes(withSound)).toBeGreaterThan(1_000)
  await page.close()
  proxy.close()
})

test('without a recognizer on the device, words are typed; they can be told without a recording', async ({
  openPage,
  world,
  site,
}) => {
  const author = await world.member()
  const page = await openPage({ as: author, viewport: { width: 375, height: 720 } })
  await giveVoices(page, [OWN_VOICE])
  await giveRecognizer(page, 'downloadable')
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Typed by hand' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await openMore(card)
  const toggle = card.getByRole('button', { name: 'Tell it in another voice instead' })
  await toggle.press('Enter')
  const back = card.getByRole('button', { name: 'Record my voice instead' })
  await expect(back).toBeFocused()
  await expect(card.getByRole('button', { name: 'Start recording' })).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Speak your words' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(card.getByText('Story content is required')).toBeVisible()
  const words = card.getByRole('textbox', { name: 'Your words' })
  await expect(words).toBeFocused()
  await words.fill(WORDS)
  // A reload keeps what was typed, and how it is told.
  await page.reload()
  await openStoryForm(page)
  await expect(words).toHaveValue(WORDS)
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')

  await site.db
    .updateTable('story')
    .set({ status: 'approved' })
    .where('title', '=', 'Typed by hand')
    .execute()
  const reader = await openPage({ as: await world.member() })
  await giveVoices(reader, [OWN_VOICE])
  await reader.goto('/flow?tab=exit&q=farm')
  const listed = listedStory(reader, 'Typed by hand')
  await expect(listed.getByText('Told in another voice')).toBeVisible()
  await listed.getByRole('button', { name: 'Listen: Typed by hand' }).click()
  await expect.poll(() => spokenOn(reader)).toEqual(['I lost the farm in March.'])
  await expect(reader).toHaveURL('/flow?tab=exit&q=farm')
  await expectSoundPage(reader)
  await reader.getByRole('link', { name: 'Typed by hand', exact: true }).click()
  await expect(reader.getByRole('heading', { level: 1, name: 'Typed by hand' })).toBeVisible()
  await expect.poll(() => isSpeaking(reader)).toBe(false)
  await expect(reader.getByRole('button', { name: 'Listen: Typed by hand' })).toBeVisible()
  await expectSoundPage(reader)

  const silent = await openPage({ as: author })
  await giveVoices(silent, [])
  await silent.goto('/flow?tab=exit&q=farm')
  await expect(listedStory(silent, 'Typed by hand').getByText(WORDS)).toBeVisible()
  await expect(silent.getByRole('button', { name: /^Listen/ })).toHaveCount(0)
})
