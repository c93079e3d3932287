import type { Locator, Page } from '@playwright/test'
import { logicalDate } from '#contract/logical-date.ts'
import { expect, expectSoundPage, onEmptySite, tabTo, test } from './fixtures.ts'
import type { Site } from './site.ts'
import {
  finishSentence,
  giveVoices,
  isSpeaking,
  markedOn,
  OWN_VOICE,
  REMOTE_VOICE,
  spokenOn,
} from './speech-steps.ts'

onEmptySite()

const MESSAGE = '<p>Wake slowly. Dr. Ames <strong>did</strong> too.</p><ul><li>Breathe</li></ul>'
const REFLECTION = '<p>Rest now.</p>'

/** Publishes today's texts. */
async function publishToday({ db }: Site): Promise<void> {
  const day = logicalDate(new Date(), 'America/Chicago')
  const texts = [
    { type: 'message' as const, content: MESSAGE },
    { type: 'reflection' as const, content: REFLECTION },
  ]
  const rows = texts.map((text) => ({
    ...text,
    day,
    format: 'text' as const,
    source: 'manual' as const,
  }))
  await db
    .insertInto('dailyContent')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function control(page: Page, title: string): Locator {
  return page.getByRole('button', { name: `: ${title}` })
}

test('the daily texts are read sentence by sentence, one at a time, and each sentence is marked', async ({
  openPage,
  site,
  world,
}) => {
  await publishToday(site)
  const page = await openPage({ as: await world.member(), reducedMotion: 'reduce' })
  await giveVoices(page, [REMOTE_VOICE, OWN_VOICE])
  await page.goto('/flow')
  const message = control(page, 'Daily Message')
  const reflection = control(page, 'Daily Reflection')
  await expect(message).toHaveText('Read aloud')
  const box = await message.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  const text = page.getByText('Wake slowly.')
  await tabTo(message)
  const before = await text.boundingBox()
  await page.keyboard.press('Enter')
  await expect(message).toHaveText('Stop reading')
  await expect.poll(() => spokenOn(page)).toEqual(['Wake slowly.'])
  await expect.poll(() => markedOn(page)).toEqual(['Wake slowly.'])
  expect(await text.boundingBox()).toEqual(before)
  await expectSoundPage(page)
  await finishSentence(page)
  await expect.poll(() => spokenOn(page)).toContain('Dr.')
  await finishSentence(page)
  await expect.poll(() => spokenOn(page)).toContain('Ames did too.')
  await expect.poll(() => markedOn(page)).toEqual(['Ames did too.'])

  await reflection.click()
  await expect(message).toHaveText('Read aloud')
  await expect(reflection).toHaveText('Stop reading')
  await expect.poll(async () => (await spokenOn(page)).at(-1)).toBe('Rest now.')
  await expect.poll(() => markedOn(page)).toEqual(['Rest now.'])
  await finishSentence(page)
  await expect(reflection).toHaveText('Read aloud')
  await expect.poll(() => markedOn(page)).toEqual([])

  await message.click()
  await expect.poll(() => isSpeaking(page)).toBe(true)
  await message.click()
  await expect(message).toHaveText('Read aloud')
  expect(await isSpeaking(page)).toBe(false)
  await expect.poll(() => markedOn(page)).toEqual([])
})

test('a text without a period is read in parts that a browser can say', async ({
  memberPage: page,
  world,
}) => {
  const words = Array.from({ length: 120 }, (_, count) => `word${count}`).join(' ')
  const storyId = await world.story({ author: await world.member(), content: words })
  await giveVoices(page, [OWN_VOICE])
  await page.goto(`/flow?story=${storyId}`)
  await page.getByRole('button', { name: /^Read aloud/ }).click()
  for (let parts = 1; parts <= 5; parts++) {
    await expect.poll(async () => (await spokenOn(page)).length).toBe(parts)
    await finishSentence(page)
  }
  await expect(page.getByRole('button', { name: /^Read aloud/ })).toBeVisible()
  const spoken = await spokenOn(page)
  expect(spoken.join(' ')).toBe(words)
  expect(Math.max(...spoken.map(({ length }) => length))).toBeLessThanOrEqual(200)
})

test('without a voice of its own, the device shows no control, and nothing moves when it finds one', async ({
  openPage,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Silent', content: 'Words are here.' })
  const french = { ...OWN_VOICE, lang: 'fr-FR' }
  for (const voices of [[], [REMOTE_VOICE, french]]) {
    const page = await openPage({ as: author })
    await giveVoices(page, voices)
    await page.goto(`/flow?story=${storyId}`)
    await expect(page.getByText('Words are here.')).toBeVisible()
    await expect(page.getByRole('button', { name: /aloud/ })).toHaveCount(0)
  }
  const page = await openPage({ as: author })
  await giveVoices(page, [OWN_VOICE], { isLate: true })
  await page.goto(`/flow?story=${storyId}`)
  const text = page.getByText('Words are here.')
  const before = await text.boundingBox()
  await expect(page.getByRole('button', { name: /aloud/ })).toHaveCount(0)
  await page.evaluate(() => window.findVoices?.())
  await expect(page.getByRole('button', { name: 'Read aloud: Silent' })).toBeVisible()
  expect(await text.boundingBox()).toEqual(before)
})

test('reading stops on another page, when the page is hidden, and with Quick exit', async ({
  memberPage: page,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Told softly', content: 'One. Two. Three.' })
  await page.route('https://www.google.com/**', (route) => route.abort())
  await giveVoices(page, [OWN_VOICE])
  await page.goto(`/flow?story=${storyId}`)
  const read = control(page, 'Told softly')
  const start = async (): Promise<void> => {
    await expect(read).toHaveText('Read aloud')
    await read.click()
    await expect.poll(() => isSpeaking(page)).toBe(true)
  }
  await start()
  await page.getByRole('link', { name: 'Guidance', exact: true }).click()
  await expect(page).toHaveURL('/flow?tab=guidance')
  await expect.poll(() => isSpeaking(page)).toBe(false)

  await page.goBack()
  await start()
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(read).toHaveText('Read aloud')
  expect(await isSpeaking(page)).toBe(false)

  await start()
  // Read right after the press: the neutral page may take long to load.
  const isHeard = await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-quick-exit]')?.click()
    return window.isSpeaking
  })
  expect(isHeard).toBe(false)
})

test('three presses of Escape silence the page at once', async ({ memberPage: page, world }) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Overheard', content: 'One. Two.' })
  await page.route('https://www.google.com/**', (route) => route.abort())
  await giveVoices(page, [OWN_VOICE])
  await page.goto(`/flow?story=${storyId}`)
  await control(page, 'Overheard').click()
  await expect.poll(() => isSpeaking(page)).toBe(true)
  const isHeard = await page.evaluate(() => {
    for (let press = 1; press <= 3; press++) {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    }
    return window.isSpeaking
  })
  expect(isHeard).toBe(false)
})

test('signing out ends the reading', async ({ memberPage: page, world }) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Until I leave', content: 'One. Two.' })
  await giveVoices(page, [OWN_VOICE])
  await page.goto(`/flow?story=${storyId}`)
  await control(page, 'Until I leave').click()
  await expect.poll(() => isSpeaking(page)).toBe(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await isSpeaking(page)).toBe(false)
})

test('a device that can’t speak says so', async ({ memberPage: page, world }) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Unsaid', content: 'One. Two.' })
  await giveVoices(page, [OWN_VOICE])
  await page.addInitScript(() => {
    Object.assign(window.speechSynthesis, {
      speak: (utterance: EventTarget) =>
        utterance.dispatchEvent(Object.assign(new Event('error'), { error: 'synthesis-failed' })),
    })
  })
  await page.goto(`/flow?story=${storyId}`)
  await control(page, 'Unsaid').click()
  await expect(page.getByText('Your device couldn’t read this text.').first()).toBeVisible()
  await expect(control(page, 'Unsaid')).toHaveText('Read aloud')
})
