import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buzz, ENCODINGS, writeRecording } from '#server/testing/recordings.ts'
import { sniffRecording } from './sniff.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sniff-'))
})
afterAll(() => rm(folder, { recursive: true }))

const EXPECTED = {
  'webm with opus': 'webm',
  'webm without a duration': 'webm',
  'ogg with opus': 'ogg',
  'ogg with vorbis': 'ogg',
  'mp4 with aac': 'mp4',
  'fragmented mp4': 'mp4',
  'quicktime with pcm': 'mp4',
  'stereo mp3': 'mp3',
  wav: 'wav',
  'stereo wav of floats': 'wav',
  'bare aac': 'aac',
  flac: 'flac',
} as const satisfies Record<keyof typeof ENCODINGS, string>

test.each(Object.entries(ENCODINGS))(
  '%s is recognized by its bytes despite a wrong name',
  async (name, encoding) => {
    const path = join(folder, 'recording.txt')
    await writeRecording(
      path,
      buzz(1, () => 0.5),
      encoding,
    )
    const bytes = await readFile(path)
    const expected = EXPECTED[name as keyof typeof ENCODINGS] // Object.entries forgets the keys
    expect(await sniffRecording(path)).toBe(expected)
    expect(await sniffRecording(bytes.subarray(0, 4_096))).toBe(expected)
  },
)

test.each([
  { kind: 'HTML', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
  { kind: 'SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>') },
  { kind: 'a playlist', bytes: Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n') },
  { kind: 'PNG', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
  { kind: 'ZIP', bytes: Buffer.from('504b0304140000000000', 'hex') },
  { kind: 'a program', bytes: Buffer.from('7f454c4602010100', 'hex') },
  { kind: 'zeros', bytes: Buffer.alloc(4_096) },
  { kind: 'nothing', bytes: Buffer.alloc(0) },
])('$kind named .wav is not a recording', async ({ bytes }) => {
  const path = join(folder, 'recording.wav')
  await writeFile(path, bytes)
  expect(await sniffRecording(path)).toBeUndefined()
  expect(await sniffRecording(bytes)).toBeUndefined()
})
