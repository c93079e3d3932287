import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BufferSource, Input, MP4 } from 'mediabunny'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { storyEndpoints as calls, type Story } from '#contract/stories.ts'
import { transcriptEndpoints } from '#contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Caller, TestApi, TestFile } from '#server/testing/api.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import {
  buzz,
  ENCODINGS,
  type Encoding,
  transcode,
  writeAmr,
  writeRecording,
  writeRepeated,
} from '#server/testing/recordings.ts'
import { test } from '#server/testing/world.ts'

const fields = { title: 'Spoken', category: 'faith' }
let webm: TestFile
let ogg: TestFile
let undecodable: TestFile

beforeAll(async () => {
  webm = await recording(ENCODINGS['webm without a duration'], 2)
  ogg = await recording(ENCODINGS['ogg with opus'], 1)
  undecodable = { bytes: webm.bytes.subarray(0, 200), filename: 'story.wav' }
})

async function recording(encoding: Encoding, seconds: number): Promise<TestFile> {
  const folder = await mkdtemp(join(tmpdir(), 'story-'))
  afterAll(() => rm(folder, { recursive: true }))
  const path = join(folder, 'sound')
  await writeRecording(
    path,
    buzz(seconds, () => 0.5),
    encoding,
  )
  return { bytes: await readFile(path), filename: 'story.wav' }
}

async function untilState(api: TestApi, id: number, state: Story['audioState']): Promise<Story> {
  const attempt = async (): Promise<Story | undefined> => {
    const story = await api.call(calls.get, { params: { id } })
    return story.audioState === state ? story : undefined
  }
  return vi.waitUntil(attempt, { interval: 50 })
}

/** Every key in the file store. */
async function storedFiles(context: Context): Promise<string[]> {
  const folder = join(context.config.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('~type'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

async function keyOf(context: Context, storyId: number): Promise<string | null> {
  const row = await context.db
    .selectFrom('story')
    .select('audioKey')
    .where('storyId', '=', storyId)
    .executeTakeFirstOrThrow()
  return row.audioKey
}

/** Waits until the store contains exactly the stories’ recordings, and no work is left. */
async function untilNoneIsLost(context: Context): Promise<void> {
  const differences = async (): Promise<unknown> => {
    const rows = await context.db.selectFrom('story').select('audioKey').execute()
    const wanted = rows.flatMap(({ audioKey }) => audioKey ?? [])
    const stored = await storedFiles(context)
    return {
      missing: wanted.filter((key) => !stored.includes(key)),
      orphaned: stored.filter((key) => !wanted.includes(key)),
      left: await readdir(context.workDir),
    }
  }
  const none = { missing: [], orphaned: [], left: [] }
  await expect.poll(differences).toEqual(none)
}

test('a voice story is converted, approved and can be played, also in parts', async ({
  api,
  world,
  context,
  admin,
}) => {
  const author = await world.member()
  const created = await api.as(author).call(calls.create, {
    fields: { ...fields, caption: 'What I say' },
    files: { audio: webm },
  })
  expect(created).toMatchObject({
    content: null,
    audioUrl: null,
    audioState: 'processing',
    caption: 'What I say',
    status: 'pending',
  })
  const ready = await untilState(api.as(author), created.id, 'ready')
  expect(ready.audioUrl).toBe(`/api/stories/${created.id}/audio`)
  expect(ready.audioDuration).toBeCloseTo(2, 0)
  expect(ready.waveform).toHaveLength(120)
  await untilNoneIsLost(context)

  const params = { id: created.id }
  expect(await api.refuse(calls.audio, { params })).toMatchObject({ status: 404 })
  expect((await api.as(author).request(calls.audio, { params })).status).toBe(200)
  await admin.call(calls.moderate, { params, body: { approved: true } })

  const whole = await api.request(calls.audio, { params })
  expect(whole.status).toBe(200)
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/mp4',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'content-length': String(whole.bytes.length),
  })
  expect(whole.bytes.subarray(4, 8).toString()).toBe('ftyp')

  const size = whole.bytes.length
  const range = (value: string, more = {}) =>
    api.request(calls.audio, { params, headers: { range: value, ...more } })
  const part = await range('bytes=100-299')
  expect(part.status).toBe(206)
  expect(part.headers['content-range']).toBe(`bytes 100-299/${size}`)
  expect(part.headers['content-length']).toBe('200')
  expect(part.bytes.equals(whole.bytes.subarray(100, 300))).toBe(true)
  expect((await range('bytes=-50')).bytes.equals(whole.bytes.subarray(size - 50))).toBe(true)
  const beyond = await range(`bytes=${size}-`)
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
  const etag = String(whole.headers.etag)
  expect((await range('bytes=0-9', { 'if-range': etag })).status).toBe(206)
  expect((await range('bytes=0-9', { 'if-range': '"older"' })).status).toBe(200)
  const known = await api.request(calls.audio, { params, headers: { 'if-none-match': etag } })
  expect([known.status, known.bytes.length]).toEqual([304, 0])
  expect(etag).not.toContain(String(await keyOf(context, created.id)).slice(-12))
  const head = await api.request({ ...calls.audio, method: 'HEAD' as 'GET' }, { params })
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
    200,
    String(size),
    0,
  ])

  await admin.call(calls.remove, { params })
  await untilNoneIsLost(context)
})

const COVER = {
  data: Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7_919) % 251),
  mimeType: 'image/jpeg',
  kind: 'coverFront',
} as const

/** What phones and audio editors write, and this site's own recorder doesn't. */
const OTHER_SOUND: Record<string, (path: string) => Promise<void>> = {
  'AAC in 3GP': (path) => transcoded(path, 'aac'),
  'AMR in 3GP': (path) => writeAmr(path, 3),
  'a fragmented MP4, as Safari records it': (path) =>
    writeRecording(path, LOUD, ENCODINGS['fragmented mp4']),
  'an MP3 with a cover of 3 MB': (path) =>
    writeRecording(path, LOUD, { ...ENCODINGS['stereo mp3'], tags: { images: [COVER] } }),
  'a WAV of 8 bits': (path) => transcoded(path, 'pcm_u8'),
  'a WAV in 5.1': (path) =>
    writeRecording(path, LOUD, { ...ENCODINGS.wav, gains: [1, 1, 1, 0, 1, 1] }),
}
const ENDINGS: Record<string, string> = { 'AAC in 3GP': '3gp', 'AMR in 3GP': '3gp' }
const LOUD = buzz(3, () => 0.5)

async function transcoded(path: string, encoder: 'aac' | 'pcm_u8'): Promise<void> {
  await writeRecording(`${path}.source`, LOUD, ENCODINGS.wav)
  await transcode({ from: `${path}.source`, to: path, encoder })
}

test.for(Object.entries(OTHER_SOUND))(
  '%s becomes a story of its length in mono',
  async ([kind, write], { api, world }) => {
    const folder = await makeFolder()
    const path = join(folder, `sound.${ENDINGS[kind] ?? 'wav'}`)
    await write(path)
    const files = { audio: { bytes: await readFile(path), filename: 'voice' } }
    const member = api.as(await world.member())
    const { id } = await member.call(calls.create, { fields, files })
    const story = await untilState(member, id, 'ready')
    expect(Math.abs((story.audioDuration ?? 0) - 3)).toBeLessThan(0.1)
    expect(story.waveform).toHaveLength(120)
    expect(Math.max(...(story.waveform ?? []))).toBe(1)
    const { bytes } = await member.request(calls.audio, { params: { id } })
    const stored = new Input({ source: new BufferSource(bytes), formats: [MP4] })
    const track = await stored.getPrimaryAudioTrack()
    expect([await track?.getCodec(), await track?.getNumberOfChannels()]).toEqual(['aac', 1])
    expect(Math.abs((await stored.computeDuration()) - 3)).toBeLessThan(0.1)
    stored.dispose()
  },
)

test.for([
  ['pure silence', 3, 'This recording is silent. Check your microphone and record it again.'],
  [
    'three hours',
    3 * 3_600,
    'A recording can be at most 10 minutes long. Please make it shorter and send it again.',
  ],
] as const)('%s is returned with a reason', async ([, seconds, reason], { api, world }) => {
  const path = join(await makeFolder(), 'sound')
  await writeRepeated(path, { second: new Float32Array(48_000), seconds })
  const files = { audio: { bytes: await readFile(path), filename: 'voice.ogg' } }
  const member = api.as(await world.member())
  const { id } = await member.call(calls.create, { fields, files })
  const story = await untilState(member, id, 'failed')
  expect(story).toMatchObject({ status: 'rejected', rejectionReason: reason, audioUrl: null })
})

test('a story can’t be approved while its recording is converted', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const id = await world.story({ author, status: 'pending' })
  await context.db
    .updateTable('story')
    .set({ content: null, audioState: 'processing', audioKey: 'uploads/none' })
    .where('storyId', '=', id)
    .execute()
  const input = { params: { id }, body: { approved: true } }
  expect(await api.as(await world.admin()).refuse(calls.moderate, input)).toMatchObject({
    status: 409,
    message: 'The recording of this story is still being prepared. Please try again in a moment.',
  })
  await context.db.deleteFrom('story').where('storyId', '=', id).execute()
})

test('a recording that can’t be decoded is returned to its author with a reason and an email', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const { id } = await api.as(author).call(calls.create, { fields, files: { audio: undecodable } })
  const story = await untilState(api.as(author), id, 'failed')
  expect(story).toMatchObject({
    status: 'rejected',
    rejectionReason:
      'This recording could not be read. Please record it again or upload a different audio file.',
    audioUrl: null,
    canEdit: true,
  })
  await untilNoneIsLost(context)
  const mails = await context.db
    .selectFrom('emailMessage')
    .select('kind')
    .where('toAddress', '=', author.email)
    .execute()
  expect(mails).toEqual([{ kind: 'story-returned' }])

  const params = { id }
  expect(await api.as(author).refuse(calls.update, { params, fields })).toMatchObject({
    status: 400,
  })
  await api.as(author).call(calls.update, { params, fields, files: { audio: ogg } })
  const again = await untilState(api.as(author), id, 'ready')
  expect(again).toMatchObject({ status: 'pending', rejectionReason: null })
  await api.as(await world.admin()).call(calls.remove, { params })
  await untilNoneIsLost(context)
})

test('a changed story keeps, replaces or loses its recording', async ({ api, world, context }) => {
  const author = api.as(await world.member())
  const { id } = await author.call(calls.create, { fields, files: { audio: ogg } })
  await untilState(author, id, 'ready')
  const first = await keyOf(context, id)
  const params = { id }
  const kept = await author.call(calls.update, {
    params,
    fields: { ...fields, caption: 'Now with words' },
  })
  expect(kept).toMatchObject({ audioState: 'ready', caption: 'Now with words' })
  expect(await keyOf(context, id)).toBe(first)

  await author.call(calls.update, { params, fields, files: { audio: webm } })
  const replaced = await untilState(author, id, 'ready')
  expect(replaced.audioDuration).toBeCloseTo(2, 0)
  await untilNoneIsLost(context)

  const written = await author.call(calls.update, {
    params,
    fields: { ...fields, content: 'Written.', anotherVoice: 'true' },
  })
  expect(written).toMatchObject({
    content: 'Written.',
    anotherVoice: true,
    audioState: null,
    audioUrl: null,
    caption: null,
  })
  await untilNoneIsLost(context)
  const spoken = await author.call(calls.update, { params, fields, files: { audio: ogg } })
  expect(spoken).toMatchObject({ content: null, anotherVoice: false })
  await untilState(author, id, 'ready')
  const last = { ...fields, content: 'Written again.' }
  expect(await author.call(calls.update, { params, fields: last })).toMatchObject({
    content: 'Written again.',
    anotherVoice: false,
  })
})

test('a story deleted while its recording is converted leaves no file', async ({
  api,
  world,
  context,
}) => {
  const { id } = await api
    .as(await world.member())
    .call(calls.create, { fields, files: { audio: webm } })
  await api.as(await world.admin()).call(calls.remove, { params: { id } })
  await untilNoneIsLost(context)
})

test.for([
  ['nothing', Buffer.alloc(0), 400, 'Please record your story before submitting'],
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, undefined],
  ['a playlist', Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), 415, undefined],
] as const)(
  '%s is refused and not stored',
  async ([, bytes, status, message], { api, world, context }) => {
    const member = await world.member()
    const files = { audio: { bytes, filename: 'story.wav', contentType: 'audio/wav' } }
    const refused = await api.as(member).refuse(calls.create, { fields, files })
    expect(refused.status).toBe(status)
    if (message) expect(refused.message).toBe(message)
    expect(refused.fields?.audio).toBe(refused.message)
    await untilNoneIsLost(context)
  },
)

test('a recording over 25 MB is refused', async ({ api, world, context }) => {
  const bytes = Buffer.concat([webm.bytes, Buffer.alloc(25 * 1024 * 1024)])
  const files = { audio: { bytes, filename: 'story.webm' } }
  const refused = await api.as(await world.member()).refuse(calls.create, { fields, files })
  expect(refused).toMatchObject({ status: 413 })
  await untilNoneIsLost(context)
})

test('if the story can’t be stored, its upload is not kept', async ({ api, world, context }) => {
  const member = await world.member()
  // The account is deleted between the check of its session and storing the story.
  await context.db
    .deleteFrom('member')
    .where('memberId', '=', (await warm(api, member)).id)
    .execute()
  const refused = await api.as(member).refuse(calls.create, { fields, files: { audio: ogg } })
  expect(refused).toMatchObject({ status: 401 })
  await untilNoneIsLost(context)
})

async function warm<Member extends { cookie: string }>(
  api: TestApi,
  member: Member,
): Promise<Member> {
  await api.as(member).call(calls.list, { query: { mine: 'true' } })
  return member
}

test('a job that runs again or too late changes nothing', async ({ api, world, context }) => {
  const author = api.as(await world.member())
  const { id } = await author.call(calls.create, { fields, files: { audio: ogg } })
  const ready = await untilState(author, id, 'ready')
  const key = await keyOf(context, id)
  const upload = { storyId: id, uploadKey: 'uploads/older' }
  await context.jobs.send(context.db, 'convert-recording', upload)
  await context.jobs.send(context.db, 'remove-file', { key: String(key) })
  // Both queues run in order, so a later job proves that these two are done.
  const other = await author.call(calls.create, { fields, files: { audio: ogg } })
  await untilState(author, other.id, 'ready')
  await untilNoneIsLost(context)
  expect(await author.call(calls.get, { params: { id } })).toEqual(ready)
})

test('a recording whose conversion crashed at every try is returned to its author', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const { storyId: id } = await context.db
    .insertInto('story')
    .values({
      memberId: member.id,
      title: 'A voice that ends processes',
      category: 'faith',
      audioState: 'processing',
      audioKey: 'uploads/deadly',
    })
    .returning('storyId')
    .executeTakeFirstOrThrow()
  const upload = { storyId: id, uploadKey: 'uploads/deadly' }
  await context.jobs.send(context.db, 'return-recording', upload)
  const returned = await untilState(api.as(member), id, 'failed')
  expect(returned.status).toBe('rejected')
  expect(returned.rejectionReason).toContain('Something went wrong on our side while preparing')
  const { rows } = await context.pool.query<{ dead_letter: string }>(
    `select dead_letter from job.queue where name = 'convert-recording'`,
  )
  expect(rows).toEqual([{ dead_letter: 'return-recording' }])
})

test('members take turns when their recordings are converted', async ({ context, api, world }) => {
  const { recordings } = context
  onTestFinished(() => {
    context.recordings = recordings
  })
  const waiting = Promise.withResolvers<void>()
  const sizes: number[] = []
  context.recordings = {
    ...recordings,
    convert: async ({ path }) => {
      sizes.push((await stat(path)).size)
      await waiting.promise
      throw new AppError('unsupported_media', 'This recording has no sound.')
    },
  }
  const [eager, other] = [await world.member(), await world.member()]
  const send = (member: Caller, padding: number): Promise<Story> => {
    const audio = { ...webm, bytes: Buffer.concat([webm.bytes, Buffer.alloc(padding)]) }
    return api.as(member).call(calls.create, { fields, files: { audio } })
  }
  const first = await send(eager, 1)
  await vi.waitFor(() => expect(sizes).toHaveLength(1))
  const [second, third] = [await send(eager, 2), await send(eager, 3)]
  const theirs = await send(other, 4)
  waiting.resolve()
  for (const [member, { id }] of [
    [eager, first],
    [eager, second],
    [eager, third],
    [other, theirs],
  ] as const) {
    await untilState(api.as(member), id, 'failed')
  }
  expect(sizes.map((size) => size - webm.bytes.length)).toEqual([1, 4, 2, 3])
})

test('a recording whose author asked for a draft is sent to the provider once it is converted', async ({
  api,
  world,
  context,
}) => {
  const own = api.as(await world.member())
  const sent: string[] = []
  context.speech = {
    host: 'speech.example',
    transcribe: async ({ path }) => {
      sent.push((await readFile(path)).subarray(4, 8).toString())
      return { text: 'A buzz.', lines: null }
    },
  }
  onTestFinished(() => {
    context.speech = undefined
  })
  const given = { files: { audio: webm } }
  const drafted = { ...fields, transcript: 'speech' as const }
  const { id } = await own.call(calls.create, { ...given, fields: drafted })
  const left = { ...fields, transcript: 'left-out' as const }
  const { id: other } = await own.call(calls.create, { ...given, fields: left })
  await untilState(own, other, 'ready')
  const hasDraft = async (): Promise<boolean> =>
    (await own.call(transcriptEndpoints.getOwn, { params: { id } })).state === 'draft'
  await vi.waitUntil(hasDraft, { interval: 50 })
  // The converted recording, not the upload.
  expect(sent).toEqual(['ftyp'])
  const kept = await own.call(transcriptEndpoints.getOwn, { params: { id: other } })
  expect(kept.state).toBe('left-out')
})
