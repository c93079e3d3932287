import { fillStory, openMore, openStoryForm } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, test } from './fixtures.ts'
import { controlMicrophone, refuseMicrophone, takeMicrophoneAway } from './microphone-steps.ts'
import { expectToast, recordUntil } from './story-steps.ts'
import { watchPlaces } from './watch-places.ts'

/** Console errors of requests that fail while the page is offline. */
const AWAY = /ERR_INTERNET_DISCONNECTED/

test('the record button is shown first, then the voice; the transcript waits in More, which stays open once opened', async ({
  memberPage: page,
}) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await card.getByRole('tab', { name: 'Record' }).click()
  const start = card.getByRole('button', { name: 'Start recording' })
  const [button, title] = await Promise.all([
    start.boundingBox(),
    card.getByLabel('Title').boundingBox(),
  ])
  expect(button?.width).toBeGreaterThanOrEqual(100)
  expect(button?.y).toBeLessThan(title?.y ?? 0)
  const voices = card.getByRole('group', { name: 'How your voice sounds' })
  const transcript = card.getByLabel(/Transcript, for people/)
  await expect(voices).toHaveCount(0)
  await expect(transcript).toHaveCount(0)
  await start.click()
  await recordUntil(card, 1)
  const parts = [
    card.getByText('Recording', { exact: true }),
    card.getByText(/^\d+:\d\d$/),
    card.getByText('Microphone', { exact: true }),
    card.getByText(/^\d+:\d\d left$/),
    card.getByRole('button', { name: 'Pause recording' }),
  ]
  const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  await expect(voices).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Submit story' })).toBeDisabled()
  await card.getByRole('button', { name: 'Finish', exact: true }).click()
  const wave = await card.getByRole('slider').boundingBox()
  expect(wave?.width).toBeLessThanOrEqual(480)
  await expect(voices.getByRole('radio', { name: 'Natural' })).toBeChecked()
  await expect(voices.getByRole('radio')).toHaveCount(3)
  await expect(card.getByRole('button', { name: 'Submit story' })).toBeEnabled()
  await expect(transcript).toBeHidden()
  await openMore(card)
  await expect(transcript).toBeVisible()
  await page.reload()
  await openStoryForm(page)
  await expect(transcript).toBeVisible()
})

test('on a phone, Pause and Finish are as large as each other and stay in place, and the voices in one line', async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  const finish = card.getByRole('button', { name: 'Finish', exact: true })
  const pause = card.getByRole('button', { name: 'Pause recording' })
  await pause.hover()
  const before = await Promise.all([pause.boundingBox(), finish.boundingBox()])
  expect(before[0]?.height).toBe(before[1]?.height)
  expect(Math.abs((before[0]?.width ?? 0) - (before[1]?.width ?? 0))).toBeLessThan(8)
  await pause.click()
  const resume = card.getByRole('button', { name: 'Resume recording' })
  await expect(resume).toBeFocused()
  expect((await resume.boundingBox())?.y).toBe(before[0]?.y)
  await expect(card.getByText('Paused', { exact: true })).toBeVisible()
  await expect(card.getByText('Recording', { exact: true })).toHaveCount(0)
  await finish.click()
  const voices = card.getByRole('group', { name: 'How your voice sounds' }).locator('label')
  await expect(voices).toHaveCount(3)
  const tops = await voices.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().top),
  )
  expect(new Set(tops).size).toBe(1)
})

test('a sound check tests the microphone before anything is recorded', async ({
  memberPage: page,
}) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await card.getByRole('tab', { name: 'Record' }).click()
  await openMore(card)
  const check = card.getByRole('button', { name: 'Sound check', exact: true })
  await check.click()
  await expect(card.getByText('We can hear you. You’re ready to record.')).toBeVisible()
  await expectSoundPage(page)
  await card.getByRole('button', { name: 'Stop sound check' }).click()
  await expect(card.getByText('We can hear you.')).toHaveCount(0)
  // Starting a recording ends the check.
  await check.click()
  await expect(card.getByText('We can hear you.')).toBeVisible()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 1)
  await expect(card.getByText('We can hear you.')).toHaveCount(0)
})

test('a sound check says if the microphone is silent or not allowed', async ({
  openPage,
  world,
}) => {
  const silent = await openPage({ as: await world.member() })
  await silent.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () =>
      new AudioContext().createMediaStreamDestination().stream
  })
  await silent.goto('/flow?tab=exit')
  const card = await openStoryForm(silent)
  await card.getByRole('tab', { name: 'Record' }).click()
  await openMore(card)
  await card.getByRole('button', { name: 'Sound check', exact: true }).click()
  await expect(card.getByText('Say a few words.')).toBeVisible()
  await expect(card.getByText('We can’t hear anything. Is your microphone on?')).toBeVisible()

  const refused = await openPage({ as: await world.member() })
  await refused.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await refused.goto('/flow?tab=exit')
  const other = await openStoryForm(refused)
  await other.getByRole('tab', { name: 'Record' }).click()
  await openMore(other)
  await other.getByRole('button', { name: 'Sound check', exact: true }).click()
  await expect(other.getByText(/^Microphone access denied\./)).toBeVisible()
})

test('a microphone that is refused, missing or taken away is explained, and nothing is lost', async ({
  memberPage: page,
}) => {
  await controlMicrophone(page)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Heard in part' })
  await refuseMicrophone(page, 'NotAllowedError')
  await card.getByRole('tab', { name: 'Record' }).click()
  const start = card.getByRole('button', { name: 'Start recording' })
  await start.click()
  await expect(card.getByText(/^Microphone access denied\. Please check your/)).toBeVisible()
  await expect(start).toBeFocused()
  await expectSoundPage(page)
  await refuseMicrophone(page, 'NotFoundError')
  await start.click()
  await expect(card.getByText(/^Unable to access microphone\. Please ensure/)).toBeVisible()
  await expect(card.getByText(/^Microphone access denied/)).toHaveCount(0)

  await refuseMicrophone(page)
  await start.click()
  await expect(card.getByText(/^Unable to access microphone/)).toHaveCount(0)
  await recordUntil(card, 2)
  await takeMicrophoneAway(page)
  await expect(
    card.getByText('The microphone has stopped, so the recording has ended.'),
  ).toBeVisible()
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()
  await expect(card.getByLabel('Title')).toHaveValue('Heard in part')
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
})

test('a recording survives a lost connection and a change of page', async ({
  memberPage: page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY)
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Out of the tunnel' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 2)

  // Switch to another tab of the page during the recording.
  await page.getByRole('link', { name: 'Guidance', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guidance' })).toBeVisible()
  await page.getByRole('link', { name: 'FOLX Stories', exact: true }).click()
  await expect(card.getByText(/^\d+:\d\d recorded$/)).toBeVisible()
  await openStoryForm(page)
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()

  await context.setOffline(true)
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(card.getByText('Failed to submit story')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()
  await context.setOffline(false)
  const places = await watchPlaces(page, 'Continue')
  await page.reload()
  await expect(card.getByText(/^\d+:\d\d recorded$/)).toBeVisible()
  expect(await places()).toHaveLength(1)
  await openStoryForm(page)
  await expect(card.getByLabel('Title')).toHaveValue('Out of the tunnel')
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
})
