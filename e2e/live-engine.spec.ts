import { test as base, expect, type Page } from '@playwright/test'
import { createMediabunnyConverter } from '#server/ports/recordings/mediabunny.ts'
import { EngineSite, openMicrophone, ROOM } from './live-engine.ts'
import { expectHears, expectHearsNothing, heardEnergy, selectedTransport } from './live-steps.ts'

const test = base.extend<{ site: EngineSite; person: () => Promise<Page> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern.
  site: async ({}, use) => {
    const site = await EngineSite.start()
    await use(site)
    await site.stop()
  },
  person: async ({ browser }, use) => {
    const opened: Page[] = []
    await use(async () => {
      const context = await browser.newContext({ permissions: ['microphone'] })
      const page = await context.newPage()
      opened.push(page)
      return page
    })
    for (const page of opened) await page.context().close()
  },
})

const connected = (page: Page): Promise<unknown> =>
  expect.poll(() => page.evaluate(() => window.bench.states.at(-1))).toBe('connected')

const setMicrophone = (
  { engine }: EngineSite,
  participantId: string,
  isOpen: boolean,
): Promise<string> => engine.setMicrophone({ room: ROOM, participantId, isOpen })

test('everyone hears the current speakers and nobody else', async ({ site, person }) => {
  const [host, ann, bob] = [await person(), await person(), await person()]
  await Promise.all([site.join(host, 'host'), site.join(ann, 'ann'), site.join(bob, 'bob')])
  await Promise.all([host, ann, bob].map(connected))
  await openMicrophone(host)
  await expectHearsNothing(ann)

  await setMicrophone(site, 'host', true)
  await Promise.all([expectHears(ann), expectHears(bob)])
  expect(await heardEnergy(host)).toBe(0)
  await expect
    .poll(() => site.events.findLast((event) => event.type === 'levels'))
    .toMatchObject({ levels: { host: expect.any(Number) } })

  await setMicrophone(site, 'ann', true)
  await openMicrophone(ann)
  await expectHears(host)

  await host.evaluate(() => window.bench.live.setMicrophone(null))
  await expectHearsNothing(ann)
  await expectHears(bob)
  await setMicrophone(site, 'ann', false)
  await Promise.all([expectHearsNothing(bob), expectHearsNothing(host)])
})

test('if UDP is blocked, the page connects over TCP automatically', async ({ site, person }) => {
  const [host, ann] = [await person(), await person()]
  await site.join(host, 'host')
  await connected(host)
  // A participant whose connection took over four seconds also uses TCP, and joins again here.
  await expect(async () => {
    if ((await selectedTransport(host)) === 'tcp') {
      await host.evaluate(() => window.bench.live.close())
      await host.getByRole('button').click()
      await connected(host)
    }
    expect(await selectedTransport(host)).toBe('udp')
  }).toPass()
  await site.join(ann, 'ann', { losesUdp: true })
  await connected(ann)
  await expect.poll(() => selectedTransport(ann)).toBe('tcp')
  await setMicrophone(site, 'host', true)
  await openMicrophone(host)
  await expectHears(ann)
})

test('when the media process is killed, everyone reconnects with their microphone', async ({
  site,
  person,
}) => {
  const [host, ann] = [await person(), await person()]
  await Promise.all([site.join(host, 'host'), site.join(ann, 'ann')])
  await Promise.all([host, ann].map(connected))
  await setMicrophone(site, 'host', true)
  await openMicrophone(host)
  await expectHears(ann)
  const back = new Promise<void>((resolve) => {
    site.engine.subscribe((event) => event.type === 'restarted' && resolve())
  })
  const killedAt = Date.now()
  const pid = site.engine.processOf(ROOM)
  if (!pid) throw new Error('There is no media process.')
  process.kill(pid, 'SIGKILL')
  await back
  await Promise.all([host, ann].map((page) => page.evaluate(() => window.bench.live.reconnect())))
  await expect.poll(() => heardEnergy(ann), { intervals: [50] }).toBeGreaterThan(0)
  test.info().annotations.push({ type: 'back after', description: `${Date.now() - killedAt} ms` })
})

test('the engine notices a closed page', async ({ site, person }) => {
  const host = await person()
  await site.join(host, 'host')
  await connected(host)
  await host.close()
  await expect
    .poll(() => site.events.at(-1), { timeout: 30_000 })
    .toEqual({ type: 'gone', room: ROOM, participantId: 'host' })
})

test('a recording of a browser’s microphone is converted like any other', async ({
  site,
  person,
}) => {
  const host = await person()
  await site.join(host, 'host')
  await connected(host)
  await setMicrophone(site, 'host', true)
  await openMicrophone(host)
  const levelCount = (): number => site.events.filter((event) => event.type === 'levels').length
  await expect.poll(levelCount).toBeGreaterThan(0)
  const earliestStart = Date.now()
  const ref = await site.engine.startRecording(ROOM)
  const latestStart = Date.now()
  await expect.poll(levelCount).toBeGreaterThan(20)
  const earliestStop = Date.now()
  await site.engine.stopRecording(ROOM)
  const latestStop = Date.now()
  const recording = await site.engine.collectRecording(ref)
  if (recording.state !== 'ready') throw new Error(recording.state)
  const converter = createMediabunnyConverter()
  const converted = await converter.convert({
    path: recording.path,
    outputPath: test.info().outputPath('recording.m4a'),
  })
  await converter.close()
  expect(recording.durationSeconds).toBeGreaterThan((earliestStop - latestStart) / 1_000 - 0.1)
  expect(recording.durationSeconds).toBeLessThan((latestStop - earliestStart) / 1_000 + 0.1)
  expect(Math.abs(converted.durationSeconds - recording.durationSeconds)).toBeLessThan(0.1)
  // Chromium's fake microphone beeps twice a second, with varying loudness.
  const { waveform } = converted
  const beeps = waveform.filter((level, bar) => level > 0.2 && (waveform[bar - 1] ?? 0) <= 0.2)
  expect(beeps.length, JSON.stringify(waveform)).toBeGreaterThan(5)
})
