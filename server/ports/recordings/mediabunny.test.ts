import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  buzz,
  ENCODINGS,
  type Encoding,
  type Envelope,
  FIXTURE_RATE,
  tone,
  transcode,
  writeRecording,
  writeRepeated,
  writeTracks,
} from '#server/testing/recordings.ts'
import { type Loudness, loudnessUpTo, MEASURE } from './loudness.ts'
import { createMediabunnyConverter } from './mediabunny.ts'
import { filtered, monoFrames } from './pcm.ts'

const converter = createMediabunnyConverter()
let folder: string
let path: string
let outputPath: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-'))
  path = join(folder, 'upload.wav')
  outputPath = join(folder, 'recording.m4a')
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(() => converter.close())

const loudThenQuiet: Envelope = (second) => (second < 1.5 ? 0.5 : 0.1)
const spoken: Envelope = (second) => 0.25 * Math.abs(Math.sin(second * 5))

async function lengthOf(file: string): Promise<number> {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4] })
  const seconds = await input.computeDuration()
  input.dispose()
  return seconds
}

async function describeOutput() {
  const file = new Input({ source: new FilePathSource(outputPath), formats: [MP4] })
  const track = await file.getPrimaryAudioTrack()
  let loudness: Loudness | undefined
  for await (const frame of filtered(monoFrames({ path: outputPath, maxSeconds: 10 }), MEASURE)) {
    loudness = loudnessUpTo(frame) ?? loudness
    frame.free()
  }
  const description = {
    codec: await track?.getCodec(),
    channels: await track?.getNumberOfChannels(),
    sampleRate: await track?.getSampleRate(),
    seconds: await file.computeDuration(),
    tags: await file.getMetadataTags(),
    lufs: loudness?.lufs ?? Number.NaN,
    peakDb: loudness?.peakDb ?? Number.NaN,
  }
  file.dispose()
  return description
}

test.each(Object.entries(ENCODINGS))(
  '%s becomes mono AAC at -16 LUFS with the same duration and waveform',
  async (_name, encoding) => {
    await writeRecording(path, buzz(3, loudThenQuiet), encoding)
    const recording = await converter.convert({ path, outputPath })
    const output = await describeOutput()

    expect(recording).toMatchObject({ path: outputPath, contentType: 'audio/mp4' })
    expect(Math.abs(recording.durationSeconds - 3)).toBeLessThan(0.1)
    expect(output).toMatchObject({ codec: 'aac', channels: 1, sampleRate: 48_000 })
    expect(Math.abs(output.seconds - 3)).toBeLessThan(0.1)
    expect(Math.abs(output.lufs + 16)).toBeLessThan(1)
    expect(recording.waveform).toHaveLength(120)
    expect(Math.min(...recording.waveform.slice(3, 57))).toBeGreaterThan(0.9)
    expect(Math.max(...recording.waveform.slice(63))).toBeLessThan(0.3)
    expect(await readdir(folder)).toEqual(['recording.m4a', 'upload.wav'])
  },
)

test('the upload’s metadata is removed, and the index comes first', async () => {
  const tags = { title: 'Kitchen', artist: 'Ruth Example', comment: 'Recorded at home' }
  await writeRecording(path, buzz(2, spoken), { ...ENCODINGS['mp4 with aac'], tags })
  expect(await readFile(path, 'latin1')).toContain('Ruth Example')

  await converter.convert({ path, outputPath })
  const bytes = await readFile(outputPath, 'latin1')
  for (const text of Object.values(tags)) expect(bytes).not.toContain(text)
  expect((await describeOutput()).tags).toEqual({})
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test('a quiet recording with a loud knock is raised without clipping', async () => {
  const samples = buzz(6, (second) => 0.03 * Math.abs(Math.sin(second * 5)))
  samples.set(tone({ seconds: 0.02, hertz: 300, peak: 0.9 }), 96_000)
  await writeRecording(path, samples, ENCODINGS.wav)
  await converter.convert({ path, outputPath })
  const output = await describeOutput()
  expect(Math.abs(output.lufs + 16)).toBeLessThan(1)
  expect(output.peakDb).toBeLessThan(-0.5)
})

test('a whisper is raised by 30 dB and no more', async () => {
  await writeRecording(path, tone({ seconds: 2, hertz: 997, peak: 0.001 }), ENCODINGS.flac)
  await converter.convert({ path, outputPath })
  expect((await describeOutput()).lufs).toBeCloseTo(-63 + 30, 0)
})

test('the duration is that of the decoded audio, even if the header claims less', async () => {
  await writeRecording(path, buzz(3, spoken), ENCODINGS['webm with opus'])
  await claimDuration({ milliseconds: 1_000 })
  const recording = await converter.convert({ path, outputPath })
  expect(Math.abs(recording.durationSeconds - 3)).toBeLessThan(0.1)
})

/** Overwrites the Duration element (RFC 9559, 5.1.2.10) of the WebM file at `path`. */
async function claimDuration(claim: { milliseconds: number }): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.indexOf(Buffer.from('448988', 'hex'))
  expect(at).toBeGreaterThan(0)
  bytes.writeDoubleBE(claim.milliseconds, at + 3)
  await writeFile(path, bytes)
}

test('audio before garbage data is kept', async () => {
  await keepThenNoise(40_000)
  const recording = await converter.convert({ path, outputPath })
  expect(recording.durationSeconds).toBeGreaterThan(1)
})

test('a truncated recording that does not state its length is converted up to its end', async () => {
  await writeRecording(path, buzz(4, spoken), ENCODINGS['webm without a duration'])
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, bytes.length / 2))
  const recording = await converter.convert({ path, outputPath })
  expect(recording.durationSeconds).toBeGreaterThan(1.5)
  expect(recording.durationSeconds).toBeLessThan(2.5)
})

const UNREADABLE = {
  code: 'unsupported_media',
  message:
    'This recording could not be read. Please record it again or upload a different audio file.',
}
const TOO_LONG = {
  code: 'too_large',
  message: 'A recording can be at most 10 minutes long. Please make it shorter and send it again.',
}
const INCOMPLETE = {
  code: 'unsupported_media',
  message:
    'Part of this recording is missing or damaged. Check that it plays to its end, then send it again or upload a different audio file.',
}
const TOO_SHORT = {
  code: 'unsupported_media',
  message: 'This recording is too short. Please record at least half a second.',
}
const SEVERAL_TRACKS = {
  code: 'unsupported_media',
  message:
    'This file has more than one audio track. Save it with a single track, then upload it again.',
}
const SILENT = {
  code: 'unsupported_media',
  message: 'This recording is silent. Check your microphone and record it again.',
}

interface Hostile {
  kind: string
  error: { code: string; message: string }
  write: () => Promise<void>
  maxSeconds?: number
}

const HOSTILE: Hostile[] = [
  { kind: 'an empty file', error: UNREADABLE, write: () => writeFile(path, '') },
  { kind: 'HTML', error: UNREADABLE, write: () => writeFile(path, '<!doctype html><p>Hello') },
  {
    kind: 'a playlist of other files',
    error: UNREADABLE,
    write: () =>
      writeFile(path, '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\nother.ts\n#EXT-X-ENDLIST\n'),
  },
  { kind: 'noise after a WebM header', error: TOO_SHORT, write: () => keepThenNoise(300) },
  { kind: 'a WebM truncated in its header', error: UNREADABLE, write: () => keep(200) },
  { kind: 'a WAV with one sample per second', error: UNREADABLE, write: () => claimSampleRate(1) },
  { kind: 'a WAV of 4 GHz', error: UNREADABLE, write: () => claimSampleRate(0xff_ff_ff_ff) },
  {
    // Read up to the limit of ten minutes.
    kind: 'three silent hours in 2 MB',
    error: TOO_LONG,
    write: () => writeRepeated(path, { second: new Float32Array(48_000), seconds: 3 * 3_600 }),
  },
  {
    kind: 'a minute and two seconds, if a minute is the limit,',
    error: { ...TOO_LONG, message: TOO_LONG.message.replace('10 minutes', '1 minutes') },
    write: () => writeLong(62),
    maxSeconds: 60,
  },
  {
    kind: 'a WebM that claims three hours',
    error: INCOMPLETE,
    write: async () => {
      await writeRecording(path, buzz(3, spoken), ENCODINGS['webm with opus'])
      await claimDuration({ milliseconds: 3 * 3_600_000 })
    },
  },
  ...(['webm with opus', 'fragmented mp4', 'stereo mp3', 'wav', 'flac'] as const).map((name) => ({
    kind: `half of ${name}`,
    error: INCOMPLETE,
    write: () => keepPart(ENCODINGS[name], 0.5),
  })),
  ...(['ogg with opus', 'mp4 with aac', 'fragmented mp4', 'stereo mp3', 'flac'] as const).map(
    (name) => ({
      kind: `${name} with a damaged middle`,
      error: INCOMPLETE,
      write: () => damage(ENCODINGS[name]),
    }),
  ),
  {
    kind: 'a fifth of a second',
    error: TOO_SHORT,
    write: () =>
      writeRecording(
        path,
        buzz(0.2, () => 0.5),
        ENCODINGS['webm with opus'],
      ),
  },
  {
    kind: 'a file with two tracks',
    error: SEVERAL_TRACKS,
    write: () => writeTracks(path, buzz(1, spoken), { ...ENCODINGS['mp4 with aac'], count: 2 }),
  },
  {
    kind: 'silence',
    error: SILENT,
    write: () => writeRecording(path, new Float32Array(96_000), ENCODINGS['webm with opus']),
  },
]

/** Keeps the beginning of a recording of four seconds. */
async function keepPart(encoding: Encoding, part: number): Promise<void> {
  await writeRecording(path, buzz(4, spoken), encoding)
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, bytes.length * part))
}

/** Overwrites a fifth of a recording of four seconds. */
async function damage(encoding: Encoding): Promise<void> {
  await writeRecording(path, buzz(4, spoken), encoding)
  const bytes = await readFile(path)
  const [start, end] = [0.3, 0.5].map((part) => Math.floor(bytes.length * part))
  await writeFile(path, bytes.fill(0x55, start, end))
}

async function keep(length: number): Promise<void> {
  await writeRecording(path, buzz(3, spoken), ENCODINGS['webm without a duration'])
  await writeFile(path, (await readFile(path)).subarray(0, length))
}

/** Keeps the beginning of a WebM file and appends the same noise each time. */
async function keepThenNoise(length: number): Promise<void> {
  await keep(length)
  let state = 1
  const noise = Uint8Array.from({ length: 200_000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 24
  })
  await writeFile(path, noise, { flag: 'a' })
}

async function claimSampleRate(rate: number): Promise<void> {
  await writeRecording(path, buzz(1, spoken), ENCODINGS.wav)
  const bytes = await readFile(path)
  bytes.writeUInt32LE(rate, 24)
  await writeFile(path, bytes)
}

test.each(HOSTILE)(
  '$kind is refused and leaves nothing behind',
  async ({ error, write, maxSeconds }) => {
    await write()
    const before = await readdir(folder)
    await expect(converter.convert({ path, outputPath, maxSeconds })).rejects.toMatchObject(error)
    expect(await readdir(folder)).toEqual(before)
  },
)

test.each<[string, Encoding]>([
  ['out of phase in stereo', { ...ENCODINGS.wav, gains: [1, -1] }],
  ['out of phase in AAC', { ...ENCODINGS['mp4 with aac'], gains: [1, -1] }],
  ['only in the right channel', { ...ENCODINGS['stereo mp3'], gains: [0, 1] }],
  ['only in the left channel', { ...ENCODINGS['webm with opus'], gains: [1, 0] }],
  ['in 5.1', { ...ENCODINGS.wav, gains: [1, 1, 1, 0, 1, 1] }],
  ['only in the center of 5.1', { ...ENCODINGS.flac, gains: [0, 0, 1, 0, 0, 0] }],
  ['out of phase at the back of 5.1', { ...ENCODINGS.wav, gains: [0, 0, 0, 0, 1, -1] }],
  ['at 8 kHz', { ...ENCODINGS.wav, sampleRate: 8_000 }],
  ['at 8 kHz in AAC', { ...ENCODINGS['mp4 with aac'], sampleRate: 8_000 }],
  ['at 96 kHz', { ...ENCODINGS.flac, sampleRate: 96_000 }],
  ['that starts late in MP4', { ...ENCODINGS['mp4 with aac'], startsAt: 2 }],
  ['that starts late in WebM', { ...ENCODINGS['webm with opus'], startsAt: 2 }],
  ['that starts before zero in Ogg', { ...ENCODINGS['ogg with opus'], startsAt: -0.5 }],
])('sound %s is stored at its full length and loudness', async (_where, encoding) => {
  const samples = buzz(3, () => 0.5)
  await writeRecording(path, samples, encoding)
  const recording = await converter.convert({ path, outputPath })
  const seconds = samples.length / (encoding.sampleRate ?? FIXTURE_RATE)
  expect(Math.abs(recording.durationSeconds - seconds)).toBeLessThan(0.2)
  expect(Math.abs((await lengthOf(outputPath)) - seconds)).toBeLessThan(0.2)
  // The last part is an encoder's padding.
  expect(Math.min(...recording.waveform.slice(3, 110))).toBeGreaterThan(0.7)
})

test('sound that is out of phase for a while stays as loud as the rest', async () => {
  const [first, second] = [join(folder, 'first.aac'), join(folder, 'second.aac')]
  const samples = buzz(2, () => 0.5)
  await writeRecording(first, samples, { ...ENCODINGS['bare aac'], gains: [1, 1] })
  await writeRecording(second, samples, { ...ENCODINGS['bare aac'], gains: [1, -1] })
  await writeFile(path, Buffer.concat([await readFile(first), await readFile(second)]))
  const { durationSeconds, waveform } = await converter.convert({ path, outputPath })
  expect(Math.abs(durationSeconds - 4)).toBeLessThan(0.2)
  expect(Math.min(...waveform.slice(63, 115))).toBeGreaterThan(0.7)
})

test('a recording whose sample rate and channels change keeps all of its sound', async () => {
  const parts = [
    { ...ENCODINGS['bare aac'], channels: 2 },
    { ...ENCODINGS['bare aac'], sampleRate: 24_000 },
  ]
  const written: Buffer[] = []
  for (const encoding of parts) {
    await writeRecording(
      path,
      buzz(2, () => 0.5),
      encoding,
    )
    written.push(await readFile(path))
  }
  await writeFile(path, Buffer.concat(written))
  const { durationSeconds } = await converter.convert({ path, outputPath })
  expect(Math.abs(durationSeconds - 6)).toBeLessThan(0.3)
})

test('Apple Lossless, as iPhones record it, is converted', async () => {
  const wav = join(folder, 'source.wav')
  await writeRecording(wav, buzz(3, loudThenQuiet), ENCODINGS.wav)
  path = join(folder, 'memo.m4a')
  await transcode({ from: wav, to: path, encoder: 'alac' })
  const { durationSeconds, waveform } = await converter.convert({ path, outputPath })
  expect(Math.abs(durationSeconds - 3)).toBeLessThan(0.1)
  expect(Math.max(...waveform.slice(63))).toBeLessThan(0.3)
})

test('a recording that nobody can send again is converted as far as it can be read', async () => {
  await keepPart(ENCODINGS['webm with opus'], 0.5)
  const { durationSeconds } = await converter.convert({ path, outputPath, acceptsIncomplete: true })
  expect(durationSeconds).toBeGreaterThan(1.5)
})

test('a missing file is not reported as a bad recording', async () => {
  const conversion = converter.convert({ path: join(folder, 'gone'), outputPath })
  await expect(conversion).rejects.toThrow('ENOENT')
  await expect(conversion).rejects.not.toHaveProperty('code')
})

test('a missing output folder is not reported as a bad recording', async () => {
  await writeRecording(path, buzz(1, spoken), ENCODINGS.wav)
  const conversion = converter.convert({ path, outputPath: join(folder, 'none', 'recording.m4a') })
  await expect(conversion).rejects.toThrow('ENOENT')
  await expect(conversion).rejects.not.toHaveProperty('code')
})

test('a recording that takes longer than the time limit is refused', async () => {
  await writeLong(590)
  const impatient = createMediabunnyConverter({ timeLimitMs: 400 })
  await expect(impatient.convert({ path, outputPath })).rejects.toMatchObject(UNREADABLE)
  expect(await readdir(folder)).toEqual(['upload.wav'])
})

/** Repeats one encoded second, because encoding a long recording takes longer than converting it. */
function writeLong(seconds: number): Promise<void> {
  return writeRepeated(path, { second: buzz(1, () => 0.5), seconds })
}

/** Waits until a conversion has begun its output. */
async function untilWriting(): Promise<void> {
  const writes = async () => expect(await readdir(folder)).toContain('recording.m4a.part')
  await vi.waitFor(writes, { interval: 20 })
}

test('an aborted conversion rejects with the reason, and the next one continues', async () => {
  await writeLong(120)
  const shortPath = join(folder, 'short.wav')
  await writeRecording(shortPath, buzz(1, spoken), ENCODINGS.wav)
  const caller = new AbortController()
  const aborted = converter.convert({ path, outputPath, signal: caller.signal })
  const next = converter.convert({ path: shortPath, outputPath })
  await untilWriting()
  caller.abort(new Error('The member went away.'))
  await expect(aborted).rejects.toThrow('The member went away.')
  expect((await next).durationSeconds).toBeCloseTo(1, 1)
  expect(await readdir(folder)).toEqual(['recording.m4a', 'short.wav', 'upload.wav'])
})

test('closing rejects running, waiting and later conversions', async () => {
  await writeLong(120)
  const closing = createMediabunnyConverter()
  const conversions = [1, 2].map(() => closing.convert({ path, outputPath }))
  const endings = Promise.allSettled(conversions)
  await untilWriting()
  await closing.close()
  conversions.push(closing.convert({ path, outputPath }))
  const closed = { reason: new Error('The recording converter is closed.') }
  expect(await endings).toMatchObject([closed, closed])
  await expect(conversions[2]).rejects.toThrow('The recording converter is closed.')
  expect(await readdir(folder)).toEqual(['upload.wav'])
})

test('a long recording also has its index first, and short ones do not wait for it', async () => {
  const shortPath = join(folder, 'short.wav')
  await writeLong(60)
  await writeRecording(shortPath, buzz(1, spoken), ENCODINGS.wav)
  const order: string[] = []
  const long = converter
    .convert({ path, outputPath, maxSeconds: 3_600 })
    .finally(() => order.push('long'))
  const short = converter
    .convert({ path: shortPath, outputPath: join(folder, 'short.m4a') })
    .finally(() => order.push('short'))
  const [{ durationSeconds }] = await Promise.all([long, short])
  expect(order).toEqual(['short', 'long'])
  expect(Math.abs(durationSeconds - 60)).toBeLessThan(0.1)
  expect(Math.abs((await lengthOf(outputPath)) - 60)).toBeLessThan(0.1)
  const bytes = await readFile(outputPath, 'latin1')
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})
