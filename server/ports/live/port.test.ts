import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#server/domain/app-error.ts'
import {
  type Guest,
  HARNESSES,
  type Harness,
  LIMIT_MS,
} from '#server/testing/providers/live-engines.ts'
import { PROVIDER_WORDS } from '#server/testing/providers/provider-server.ts'
import { createMediabunnyConverter } from '../recordings/mediabunny.ts'
import type { CollectedRecording, LiveEngine } from './port.ts'

const ROOM = 'session-1'
const UNAVAILABLE = {
  code: 'provider_unavailable',
  message: 'We can’t reach the live room right now. Please try again in a moment.',
}

describe.each(Object.entries(HARNESSES))('%s', (name, start) => {
  let harness: Harness
  let engine: LiveEngine
  let folder: string

  beforeEach(async () => {
    harness = await start()
    engine = harness.engine
    folder = await mkdtemp(join(tmpdir(), 'collected-'))
  })
  afterEach(async () => {
    harness.mend()
    await harness.stop()
    await rm(folder, { recursive: true })
  })

  const seat = (participantId: string) => ({ room: ROOM, participantId })
  const admit = (participantId: string) => engine.admit({ ...seat(participantId), canSpeak: true })
  const enter = async (participantId: string): Promise<Guest> =>
    harness.enter({ ...seat(participantId), grant: await admit(participantId) })
  const switchTo = (participantId: string, isOpen: boolean) =>
    engine.setMicrophone({ ...seat(participantId), isOpen })
  const collect = (ref: string): Promise<CollectedRecording> => engine.collectRecording(ref, folder)

  test('has the right name', () => {
    expect(engine.name).toBe(name)
  })

  test('opening or closing a room repeatedly changes nothing', async () => {
    await engine.open(ROOM)
    await engine.open(ROOM)
    const ann = await enter('ann')
    await engine.open(ROOM)
    expect(await ann.isConnected()).toBe(true)
    await engine.close(ROOM)
    await engine.close(ROOM)
    expect(harness.leftovers()).toEqual({ rooms: 0, recordings: 0 })
    expect(await ann.isConnected()).toBe(false)
    await engine.open(ROOM)
    await expect(admit('ann')).resolves.toMatchObject({ provider: name })
  })

  test('off air, nobody is admitted, recorded or given a microphone', async () => {
    const conflict = { code: 'conflict', message: 'The room is not on air.' }
    await expect(admit('ann')).rejects.toMatchObject(conflict)
    await expect(engine.startRecording(ROOM)).rejects.toMatchObject(conflict)
    await engine.open(ROOM)
    await admit('ann')
    await engine.close(ROOM)
    await expect(admit('ann')).rejects.toMatchObject(conflict)
    await expect(switchTo('ann', true)).rejects.toMatchObject(conflict)
    await engine.remove(seat('ann'))
    await engine.stopRecording(ROOM)
  })

  test('a grant contains no name, is for one room and expires within two minutes', async () => {
    const id = randomUUID()
    await engine.open(ROOM)
    const grant = await engine.admit({ ...seat(id), canSpeak: true })
    const { known } = await harness.enter({ ...seat(id), grant })
    const fields = [...known.matchAll(/"([A-Za-z_]*name[A-Za-z_]*)":/gi)].map(([, field]) => field)
    expect(fields.filter((field) => field !== 'room_name')).toEqual([])
    if (name === 'embedded') return
    expect(known).toContain(id)
    const [, exp] = /"exp":(\d+)/.exec(known) ?? []
    const seconds = Number(exp) - Date.now() / 1_000
    expect(seconds).toBeGreaterThan(55)
    expect(seconds).toBeLessThan(125)
  })

  test('a person is heard only while their microphone is open', async () => {
    await engine.open(ROOM)
    const ann = await enter('ann')
    expect(await ann.isHeard()).toBe(false)
    expect(await switchTo('ann', true)).toBe('open')
    expect(await ann.isHeard()).toBe(true)
    expect(await switchTo('ann', true)).toBe('open')
    expect(await switchTo('ann', false)).toBe('closed')
    expect(await ann.isHeard()).toBe(false)
    expect(await switchTo('ann', false)).toBe('closed')
  })

  test('a new grant for the same seat keeps the microphone open', async () => {
    await engine.open(ROOM)
    await enter('ann')
    await switchTo('ann', true)
    const again = await enter('ann')
    expect(await again.isHeard()).toBe(true)
  })

  test('a removed person is disconnected and has no seat', async () => {
    await engine.open(ROOM)
    const [ann, bob] = [await enter('ann'), await enter('bob')]
    await switchTo('ann', true)
    await engine.remove(seat('ann'))
    expect(await ann.isConnected()).toBe(false)
    expect(await bob.isConnected()).toBe(true)
    await expect(switchTo('ann', true)).rejects.toMatchObject({ code: 'not_found' })
    await engine.remove(seat('ann'))
    await engine.remove(seat('nobody'))
    await engine.remove({ room: 'session-2', participantId: 'ann' })
  })

  test('a recording starts once, stops, is collected completely and is deleted', async () => {
    await engine.open(ROOM)
    const ann = await enter('ann')
    await switchTo('ann', true)
    const ref = await engine.startRecording(ROOM)
    expect(await engine.startRecording(ROOM)).toBe(ref)
    expect(await collect(ref)).toEqual({ state: 'pending' })
    for (let turn = 0; turn < 16; turn++) await ann.isHeard()
    await engine.stopRecording(ROOM)
    await engine.stopRecording(ROOM)
    expect(harness.leftovers().recordings).toBe(0)
    await harness.finishRecordings()
    const found = await collect(ref)
    if (found.state !== 'ready') throw new Error(found.state)
    expect(found.isPartial).toBe(false)
    expect(found.durationSeconds).toBeGreaterThan(0.9)
    await engine.discardRecording(ref)
    expect((await collect(ref)).state).not.toBe('ready')
    await engine.discardRecording(ref)
  })

  test.skipIf(name === 'embedded')(
    'a collected recording can be converted (for the embedded engine, see e2e/live.spec.ts)',
    async () => {
      await engine.open(ROOM)
      const ref = await engine.startRecording(ROOM)
      await engine.close(ROOM)
      expect(harness.leftovers()).toEqual({ rooms: 0, recordings: 0 })
      await harness.finishRecordings()
      const found = await collect(ref)
      if (found.state !== 'ready') throw new Error(found.state)
      const converter = createMediabunnyConverter()
      const outputPath = join(folder, 'converted.m4a')
      const converted = await converter.convert({ path: found.path, outputPath })
      expect(converted.durationSeconds).toBeCloseTo(1, 1)
      await converter.close()
    },
  )

  test('an unknown recording is missing', async () => {
    for (const ref of ['', 'x', '../../etc/passwd', 'EG_9.not-an-id', `EG_9.${randomUUID()}`]) {
      expect(await collect(ref)).toEqual({ state: 'missing' })
      await engine.discardRecording(ref)
    }
  })

  test('reports that it is ready, with a sentence', async () => {
    const health = await engine.health()
    expect(health.isReady).toBe(true)
    expect(health.sentence).toMatch(/\.$/)
  })

  test('every failure of the provider is reported in time, without the provider’s text', async () => {
    await engine.open(ROOM)
    await enter('ann')
    for (const breakDown of Object.values(harness.faults)) {
      breakDown(ROOM)
      const startedAt = performance.now()
      const error: unknown = await switchTo('ann', true).catch((failure: unknown) => failure)
      expect(performance.now() - startedAt).toBeLessThan(5 * LIMIT_MS)
      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject(UNAVAILABLE)
      expect(everythingOf(error)).not.toContain('key-of-the-provider')
      expect(everythingOf(error)).not.toContain('Ann Miller')
      harness.mend()
    }
    expect(everythingOf(harness.problems)).not.toContain(PROVIDER_WORDS)
  })

  test('once the provider works again, the same seat is heard', async () => {
    await engine.open(ROOM)
    const ann = await enter('ann')
    const [breakDown] = Object.values(harness.faults)
    breakDown?.(ROOM)
    await expect(switchTo('ann', true)).rejects.toMatchObject(UNAVAILABLE)
    harness.mend()
    await vi.waitFor(async () => expect(await switchTo('ann', true)).toBe('open'), {
      interval: 500,
    })
    if (name !== 'embedded') expect(await ann.isHeard()).toBe(true)
  })

  describe.skipIf(name === 'embedded')('with a provider', () => {
    test.each(['silent', 'failing', 'refusing', 'busy', 'html', 'empty', 'missing', 'cut'])(
      'a %s provider opens no room, records nothing and is not ready',
      async (fault) => {
        harness.faults[fault]?.(ROOM)
        await expect(engine.open(ROOM)).rejects.toMatchObject(UNAVAILABLE)
        await expect(admit('ann')).rejects.toMatchObject({ code: 'conflict' })
        expect((await engine.health()).isReady).toBe(false)
        harness.mend()
        await engine.open(ROOM)
        harness.faults[fault]?.(ROOM)
        await expect(engine.startRecording(ROOM)).rejects.toMatchObject({
          code: 'provider_unavailable',
        })
        harness.mend()
      },
      60_000,
    )

    test('a person who is not connected gets no microphone, even after connecting later', async () => {
      await engine.open(ROOM)
      const grant = await admit('ann')
      await expect(switchTo('ann', true)).rejects.toMatchObject(UNAVAILABLE)
      expect(await switchTo('ann', false)).toBe('closed')
      const ann = await harness.enter({ ...seat('ann'), grant })
      expect(await ann.isHeard()).toBe(false)
    })

    test('a person who connects while the microphone is being opened is heard', async () => {
      await engine.open(ROOM)
      const grant = await admit('ann')
      const opening = switchTo('ann', true)
      await wait(100)
      const ann = await harness.enter({ ...seat('ann'), grant })
      expect(await opening).toBe('open')
      expect(await ann.isHeard()).toBe(true)
    })

    test('a microphone that could not be closed is closed a moment later', async () => {
      await engine.open(ROOM)
      const ann = await enter('ann')
      await switchTo('ann', true)
      harness.faults.failing?.(ROOM)
      await expect(switchTo('ann', false)).rejects.toMatchObject(UNAVAILABLE)
      harness.mend()
      expect(await ann.isHeard()).toBe(true)
      await vi.waitFor(async () => expect(await ann.isHeard()).toBe(false))
    })

    test('after a crash, the room is still open, and its recording is stopped', async () => {
      await engine.open(ROOM)
      const ann = await enter('ann')
      await engine.startRecording(ROOM)
      const next = harness.again?.()
      await next?.open(ROOM)
      expect(harness.leftovers()).toEqual({ rooms: 1, recordings: 0 })
      expect(await ann.isConnected()).toBe(true)
      await next?.close(ROOM)
      expect(harness.leftovers()).toEqual({ rooms: 0, recordings: 0 })
    })

    test('a removed person cannot return with the old grant', async () => {
      await engine.open(ROOM)
      const grant = await admit('ann')
      const ann = await harness.enter({ ...seat('ann'), grant })
      await wait(1_000)
      await engine.remove(seat('ann'))
      expect(await ann.isConnected()).toBe(false)
      await expect(harness.enter({ ...seat('ann'), grant })).rejects.toThrow()
    })
  })
})

/** An error with all its causes, as a log would write it. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error)
  return `${error.stack} ${error.message} ${everythingOf(error.cause ?? '')}`
}
