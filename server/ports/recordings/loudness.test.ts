import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerMediabunnyServer } from '@mediabunny/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENCODINGS, tone, writeRecording } from '#server/testing/recordings.ts'
import {
  gainToTarget,
  isLimited,
  isOnTarget,
  isSilent,
  type Loudness,
  loudnessUpTo,
  MEASURE,
} from './loudness.ts'
import { filtered, monoFrames } from './pcm.ts'

let folder: string
beforeAll(async () => {
  registerMediabunnyServer()
  folder = await mkdtemp(join(tmpdir(), 'loudness-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function loudnessOf(samples: Float32Array): Promise<Loudness> {
  const path = join(folder, 'tone.wav')
  await writeRecording(path, samples, ENCODINGS.wav)
  let loudness: Loudness | undefined
  for await (const frame of filtered(monoFrames({ path, maxSeconds: 60 }), MEASURE)) {
    loudness = loudnessUpTo(frame) ?? loudness
    frame.free()
  }
  if (!loudness) throw new Error('Nothing was measured.')
  return loudness
}

test.each([
  { peak: 1, lufs: -3.01, peakDb: 0 },
  { peak: 0.1, lufs: -23.01, peakDb: -20 },
  { peak: 0.01, lufs: -43.01, peakDb: -40 },
])('a tone of 997 Hz with peak $peak measures $lufs LUFS, as BS.1770 says', async (known) => {
  const measured = await loudnessOf(tone({ seconds: 3, hertz: 997, peak: known.peak }))
  expect(measured.lufs).toBeCloseTo(known.lufs, 1)
  expect(measured.peakDb).toBeCloseTo(known.peakDb, 1)
})

test('pauses do not count', async () => {
  const spoken = tone({ seconds: 4, hertz: 997, peak: 0.1 })
  const withPause = new Float32Array(spoken.length * 4)
  withPause.set(spoken)
  expect((await loudnessOf(withPause)).lufs).toBeCloseTo(-23.01, 0)
})

test('digital silence counts as silent, and a whisper does not', async () => {
  expect(isSilent(await loudnessOf(new Float32Array(48_000)))).toBe(true)
  expect(isSilent(await loudnessOf(tone({ seconds: 1, hertz: 997, peak: 0.001 })))).toBe(false)
})

test('the gain brings louder and quieter recordings to -16 LUFS, and is at most 30 dB', () => {
  expect(gainToTarget({ lufs: -23, gainDb: 0 })).toBe(7)
  expect(gainToTarget({ lufs: -9, gainDb: 0 })).toBe(-7)
  expect(gainToTarget({ lufs: -18, gainDb: 12 })).toBe(14)
  expect(gainToTarget({ lufs: -60, gainDb: 0 })).toBe(30)
})

test('a gain that raises peaks above -1.5 dB is limited', () => {
  expect(isLimited({ lufs: -20, peakDb: -6 }, 4)).toBe(false)
  expect(isLimited({ lufs: -20, peakDb: -6 }, 5)).toBe(true)
})

test('a difference of up to half a loudness unit counts as on target', () => {
  expect(isOnTarget({ lufs: -16.4, peakDb: -2 })).toBe(true)
  expect(isOnTarget({ lufs: -16.6, peakDb: -2 })).toBe(false)
})
