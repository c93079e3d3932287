import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerMediabunnyServer } from '@mediabunny/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENCODINGS, tone, writeRecording } from '#server/testing/recordings.ts'
import { monoFrames, samplesOf } from './pcm.ts'

let path: string
let folder: string
beforeAll(async () => {
  registerMediabunnyServer()
  folder = await mkdtemp(join(tmpdir(), 'pcm-'))
  path = join(folder, 'tone.flac')
  await writeRecording(path, tone({ seconds: 2, hertz: 440, peak: 0.5 }), ENCODINGS.flac)
})
afterAll(() => rm(folder, { recursive: true }))

async function samplesOfFile(maxSeconds: number): Promise<number[]> {
  const samples: number[] = []
  for await (const frame of monoFrames({ path, maxSeconds })) {
    for (const sample of samplesOf(frame)) samples.push(sample)
    frame.free()
  }
  return samples
}

test('decodes the original samples', async () => {
  const samples = await samplesOfFile(3)
  const original = tone({ seconds: 2, hertz: 440, peak: 0.5 })
  expect(samples.length).toBeGreaterThanOrEqual(original.length)
  const differences = Array.from(original, (value, index) =>
    Math.abs(value - (samples[index] ?? 0)),
  )
  expect(Math.max(...differences.slice(0, 90_000))).toBeLessThan(0.001)
})

test('stops when the audio exceeds the limit', async () => {
  await expect(samplesOfFile(1.9)).rejects.toMatchObject({ refusal: 'too_long' })
})
