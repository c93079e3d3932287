import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { transcriptEndpoints as calls, type OwnTranscript } from '#contract/transcripts.ts'
import { type Context, createContext } from '#server/context.ts'
import { SpeechError, type SpeechToText, type SpokenWords } from '#server/ports/speech/port.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'
import { walkOwnStories } from '../account-data/export-store.ts'
import { handleDraft } from './transcript-jobs.ts'

const LINES = [
  { startMs: 0, text: 'I went down to the river.' },
  { startMs: 1_200, text: 'It was cold.' },
]
const SPOKEN: SpokenWords = { text: 'I went down to the river. It was cold.', lines: LINES }

/** A provider that runs the given function and counts its calls. */
function fakeSpeech(transcribe: () => Promise<SpokenWords>): SpeechToText & { count: number } {
  const speech = {
    host: 'speech.example',
    count: 0,
    transcribe: () => {
      speech.count += 1
      return transcribe()
    },
  }
  return speech
}

async function voiceStory(
  { world, context }: { world: World; context: Context },
  author: TestMember,
  status: 'approved' | 'pending' | 'rejected' = 'approved',
): Promise<{ id: number }> {
  const key = `recordings/${randomUUID()}`
  const body = Readable.from([Buffer.from('sound')])
  await context.files.put({ key, contentType: 'audio/mp4', body })
  const recording = { state: 'ready', key } as const
  return { id: await world.story({ author, status, recording }) }
}

function untilState(caller: TestApi, id: number, state: OwnTranscript['state']) {
  const attempt = async (): Promise<OwnTranscript | undefined> => {
    const own = await caller.call(calls.getOwn, { params: { id } })
    return own.state === state ? own : undefined
  }
  return vi.waitUntil(attempt, { interval: 50 })
}

async function kindsOf(caller: TestApi): Promise<string[]> {
  const { items } = await caller.call(notificationEndpoints.list)
  return items.map(({ kind }) => kind)
}

async function waitingIds(caller: TestApi): Promise<number[]> {
  const { items } = await caller.call(calls.listWaiting, { query: { pageSize: 100 } })
  return items.map(({ storyId }) => storyId)
}

test('only the author sees a helper’s draft until they confirm it', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const own = api.as(author)
  const reader = api.as(await world.member())
  const helper = api.as(await world.admin({ rights: ['stories'] }))
  const other = api.as(await world.admin({ rights: ['stories', 'keeper'] }))
  const params = await voiceStory({ world, context }, author)

  expect(await own.call(calls.getOwn, { params })).toMatchObject({ state: 'none', text: null })
  await own.call(calls.choose, { params, body: { choice: 'helper' } })
  const { items } = await helper.call(calls.listWaiting)
  expect(items.find(({ storyId }) => storyId === params.id)).toEqual({
    storyId: params.id,
    kind: 'asked',
    title: 'A bakery at dawn',
    anonymousUsername: author.anonymousUsername,
    mine: false,
    audioUrl: `/api/stories/${params.id}/audio`,
    audioDuration: null,
    waveform: null,
    text: null,
    published: null,
    claim: null,
    waitingSince: expect.any(String),
  })
  await helper.call(review.claim, { params: { subject: 'transcript', ...params } })
  const text = 'I went down to the river.'
  expect(await other.refuse(calls.write, { params, body: { text } })).toMatchObject({ status: 409 })
  await helper.call(calls.write, { params, body: { text } })

  for (const caller of [reader, helper, other]) {
    expect(await caller.refuse(calls.getOwn, { params })).toMatchObject({ status: 404 })
    expect(await caller.call(storyEndpoints.get, { params })).toMatchObject({ caption: null })
    expect(await caller.call(calls.lines, { params })).toEqual({ lines: null })
    const found = await caller.call(storyEndpoints.list, { query: { q: 'river' } })
    expect(found.items.map(({ id }) => id)).not.toContain(params.id)
  }
  expect(await waitingIds(helper)).not.toContain(params.id)
  expect(await kindsOf(own)).toEqual(['story-transcript'])
  const draft = await own.call(calls.getOwn, { params })
  expect(draft).toMatchObject({ state: 'draft', text, returnReason: null })

  // Unchanged, so nobody has to review it.
  expect(await own.call(calls.submit, { params, body: { text } })).toMatchObject({
    state: 'published',
  })
  expect(await reader.call(storyEndpoints.get, { params })).toMatchObject({ caption: text })
  const found = await reader.call(storyEndpoints.list, { query: { q: 'river' } })
  expect(found.items.map(({ id }) => id)).toContain(params.id)
})

test('a transcript by the author of an approved story waits for the team', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const own = api.as(author)
  const reader = api.as(await world.member())
  const admin = api.as(await world.admin({ rights: ['stories'] }))
  const params = await voiceStory({ world, context }, author)
  const waitingSince = async (): Promise<string> => {
    const { items } = await admin.call(calls.listWaiting, { query: { pageSize: 100 } })
    const found = items.find(({ storyId }) => storyId === params.id)
    expect(found?.kind).toBe('review')
    return found?.waitingSince ?? ''
  }
  const first = await own.call(calls.submit, { params, body: { text: 'In Elm Street.' } })
  expect(first.state).toBe('review')
  const read = await waitingSince()
  await context.db
    .updateTable('transcript')
    .set({ changedAt: new Date('2026-01-01T00:00:00Z') })
    .where('storyId', '=', params.id)
    .execute()
  expect(await admin.refuse(calls.approve, { params, body: { waitingSince: read } })).toMatchObject(
    { status: 409 },
  )
  const reason = 'Please leave out the street.'
  await admin.call(calls.reject, { params, body: { reason, waitingSince: await waitingSince() } })
  expect(await own.call(calls.getOwn, { params })).toMatchObject({
    state: 'draft',
    text: 'In Elm Street.',
    returnReason: reason,
  })
  expect(await kindsOf(own)).toEqual(['story-transcript'])

  // The same text sent again still counts as the author's own.
  const again = await own.call(calls.submit, { params, body: { text: 'In Elm Street.' } })
  expect(again.state).toBe('review')
  await own.call(calls.submit, { params, body: { text: 'By the river.' } })
  await admin.call(calls.approve, { params, body: { waitingSince: await waitingSince() } })
  expect(await reader.call(storyEndpoints.get, { params })).toMatchObject({
    caption: 'By the river.',
  })

  // The published transcript stays while a change to it waits.
  await own.call(calls.submit, { params, body: { text: 'By a lake.' } })
  expect(await reader.call(storyEndpoints.get, { params })).toMatchObject({
    caption: 'By the river.',
  })
  expect(await own.call(calls.choose, { params, body: { choice: 'left-out' } })).toMatchObject({
    state: 'left-out',
  })
  expect(await reader.call(storyEndpoints.get, { params })).toMatchObject({ caption: null })
  expect(await waitingIds(admin)).not.toContain(params.id)
})

test('a transcript of a pending story is published at once, and the story can’t be approved unread', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const own = api.as(author)
  const admin = api.as(await world.admin({ rights: ['stories'] }))
  const params = await voiceStory({ world, context }, author, 'pending')
  const { submittedAt } = await admin.call(storyEndpoints.get, { params })
  await context.db
    .updateTable('story')
    .set({ submittedAt: new Date('2026-01-01T00:00:00Z') })
    .where('storyId', '=', params.id)
    .execute()
  const saved = await own.call(calls.submit, { params, body: { text: 'By the river.' } })
  expect(saved.state).toBe('published')
  const now = await admin.call(storyEndpoints.get, { params })
  expect(now.caption).toBe('By the river.')
  expect(now.submittedAt).not.toBe('2026-01-01T00:00:00.000Z')
  expect(submittedAt).toBeDefined()
  const body = { approved: true, submittedAt: '2026-01-01T00:00:00.000Z' }
  expect(await admin.refuse(storyEndpoints.moderate, { params, body })).toMatchObject({
    status: 409,
  })
})

test('a request for a helper waits until its story is public', async ({ api, world, context }) => {
  const author = await world.member()
  const admin = api.as(await world.admin({ rights: ['stories'] }))
  const params = await voiceStory({ world, context }, author, 'pending')
  await api.as(author).call(calls.choose, { params, body: { choice: 'helper' } })
  expect(await waitingIds(admin)).not.toContain(params.id)
  expect(
    await admin.refuse(review.claim, { params: { subject: 'transcript', ...params } }),
  ).toMatchObject({ status: 409 })
  await admin.call(storyEndpoints.moderate, { params, body: { approved: true } })
  expect(await waitingIds(admin)).toContain(params.id)
  const notified = async (): Promise<boolean> => (await kindsOf(admin)).includes('team-transcript')
  await expect.poll(notified).toBe(true)
})

test('helpers can’t write transcripts of their own stories', async ({ api, world, context }) => {
  const author = await world.admin({ rights: ['stories'] })
  const own = api.as(author)
  const params = await voiceStory({ world, context }, author)
  await own.call(calls.choose, { params, body: { choice: 'helper' } })
  expect(await own.refuse(calls.write, { params, body: { text: 'Me.' } })).toMatchObject({
    status: 403,
  })
})

test('concurrent texts by a helper and the author are not mixed', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const own = api.as(author)
  const helper = api.as(await world.admin({ rights: ['stories'] }))
  const params = await voiceStory({ world, context }, author)
  await own.call(calls.choose, { params, body: { choice: 'helper' } })
  const [sent, saved] = await Promise.allSettled([
    helper.call(calls.write, { params, body: { text: 'By a helper.' } }),
    own.call(calls.submit, { params, body: { text: 'By the author.' } }),
  ])
  // In either order, the author's text waits for the team and the helper's never replaces it.
  expect(saved.status).toBe('fulfilled')
  expect(['fulfilled', 'rejected']).toContain(sent.status)
  expect(await own.call(calls.getOwn, { params })).toMatchObject({
    state: 'review',
    text: 'By the author.',
  })
  expect(
    await helper.refuse(calls.write, { params, body: { text: 'By a helper.' } }),
  ).toMatchObject({ status: 409 })
})

test('of two helpers who claim at once, one can write', async ({ api, world, context }) => {
  const author = await world.member()
  const helpers = [await world.admin(), await world.admin()].map((one) => api.as(one))
  const params = await voiceStory({ world, context }, author)
  await api.as(author).call(calls.choose, { params, body: { choice: 'helper' } })
  const claims = await Promise.allSettled(
    helpers.map((one) => one.call(review.claim, { params: { subject: 'transcript', ...params } })),
  )
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a provider’s draft has times, which survive a small change', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const own = api.as(author)
  const params = await voiceStory({ world, context }, author, 'pending')
  expect(await own.call(calls.speech)).toEqual({ host: null })
  expect(await own.refuse(calls.choose, { params, body: { choice: 'speech' } })).toMatchObject({
    status: 409,
  })
  const speech = fakeSpeech(async () => SPOKEN)
  context.speech = speech
  expect(await own.call(calls.speech)).toEqual({ host: 'speech.example' })
  const asked = await own.call(calls.choose, { params, body: { choice: 'speech' } })
  expect(asked.state).toBe('queued')
  const { text } = await untilState(own, params.id, 'draft')
  expect(text).toBe(SPOKEN.text)
  expect(await kindsOf(own)).toEqual(['story-transcript'])
  // The times of a draft aren't published either.
  expect(await own.call(calls.lines, { params })).toEqual({ lines: null })
  const changed = 'I went down to the river. It was very cold.'
  await own.call(calls.submit, { params, body: { text: changed } })
  expect(await own.call(calls.lines, { params })).toEqual({
    lines: [{ startMs: 0, text: changed }],
  })
  await own.call(calls.submit, { params, body: { text: 'Something else altogether.' } })
  expect(await own.call(calls.lines, { params })).toEqual({ lines: null })
  context.speech = undefined
})

test('an unchanged draft is published at once, with its times', async ({ api, world, context }) => {
  const author = await world.member()
  const own = api.as(author)
  const params = await voiceStory({ world, context }, author)
  const draft = await queue(context, params.id)
  const speech = fakeSpeech(async () => SPOKEN)
  await handleDraft({ ...context, speech }, draft, false)
  const saved = await own.call(calls.submit, { params, body: { text: SPOKEN.text } })
  expect(saved.state).toBe('published')
  expect(await api.call(calls.lines, { params })).toEqual({ lines: LINES })
})

/** Queues a draft without a job, and returns the job's data. */
async function queue(
  { db }: Context,
  storyId: number,
): Promise<{ storyId: number; audioKey: string }> {
  const values = { storyId, state: 'queued', changedAt: new Date() } as const
  await db.insertInto('transcript').values(values).execute()
  const { audioKey } = await db
    .selectFrom('story')
    .select('audioKey')
    .where('storyId', '=', storyId)
    .executeTakeFirstOrThrow()
  return { storyId, audioKey: audioKey ?? '' }
}

test('if the provider fails, the author is notified and can choose again', async ({
  api,
  world,
  context,
  logLines,
}) => {
  const author = await world.member()
  const own = api.as(author)
  const params = await voiceStory({ world, context }, author)
  const draft = await queue(context, params.id)
  const failing = (isPassing: boolean): SpeechToText =>
    fakeSpeech(() => Promise.reject(new SpeechError('Busy.', { isPassing })))

  await expect(handleDraft({ ...context, speech: failing(true) }, draft, false)).rejects.toThrow()
  expect((await own.call(calls.getOwn, { params })).state).toBe('queued')
  await handleDraft({ ...context, speech: failing(true) }, draft, true)
  expect((await own.call(calls.getOwn, { params })).state).toBe('failed')
  expect(await kindsOf(own)).toEqual(['story-transcript'])
  expect(logLines.join('\n')).toContain('a transcript could not be drafted')

  for (const speech of [failing(false), undefined]) {
    await context.db.deleteFrom('transcript').where('storyId', '=', params.id).execute()
    await queue(context, params.id)
    await handleDraft({ ...context, speech }, draft, false)
    expect((await own.call(calls.getOwn, { params })).state).toBe('failed')
  }
  const saved = await own.call(calls.choose, { params, body: { choice: 'left-out' } })
  expect(saved.state).toBe('left-out')
})

test('a draft that arrives too late changes nothing', async ({ api, world, context }) => {
  const author = await world.member()
  const own = api.as(author)
  const params = await voiceStory({ world, context }, author)
  const draft = await queue(context, params.id)
  const speech = fakeSpeech(async () => {
    await own.call(calls.choose, { params, body: { choice: 'left-out' } })
    return SPOKEN
  })
  await handleDraft({ ...context, speech }, draft, false)
  expect((await own.call(calls.getOwn, { params })).state).toBe('left-out')
  // A draft of another recording changes nothing either.
  await context.db.deleteFrom('transcript').where('storyId', '=', params.id).execute()
  await queue(context, params.id)
  await handleDraft({ ...context, speech }, { ...draft, audioKey: 'recordings/older' }, false)
  expect(speech.count).toBe(1)
})

test('a story that becomes a text has no transcript', async ({ api, world, context }) => {
  const author = await world.member()
  const own = api.as(author)
  const params = await voiceStory({ world, context }, author, 'rejected')
  await own.call(calls.choose, { params, body: { choice: 'helper' } })
  const fields = { title: 'Written', category: 'faith', content: 'In words.' }
  await own.call(storyEndpoints.update, { params, fields })
  const rows = await context.db
    .selectFrom('transcript')
    .select('state')
    .where('storyId', '=', params.id)
    .execute()
  expect(rows).toEqual([])
  expect((await own.call(calls.getOwn, { params })).state).toBe('none')
  const body = { choice: 'helper' } as const
  expect(await own.refuse(calls.choose, { params, body })).toMatchObject({ status: 409 })
})

test('the transcript choice in a story’s form is applied', async ({ api, world, context }) => {
  const author = await world.member()
  const own = api.as(author)
  const params = await voiceStory({ world, context }, author, 'rejected')
  const fields = { title: 'Spoken', category: 'faith', caption: '' }
  await own.call(storyEndpoints.update, { params, fields: { ...fields, transcript: 'left-out' } })
  expect((await own.call(calls.getOwn, { params })).state).toBe('left-out')
  await own.call(storyEndpoints.update, { params, fields })
  expect((await own.call(calls.getOwn, { params })).state).toBe('left-out')
  const speech = { ...fields, transcript: 'speech' }
  expect(await own.refuse(storyEndpoints.update, { params, fields: speech })).toMatchObject({
    status: 409,
  })
  const caption = 'By the river.'
  await own.call(storyEndpoints.update, { params, fields: { ...fields, caption } })
  expect((await own.call(calls.getOwn, { params })).state).toBe('published')
})

test('drafts are exported, and deleted with the account', async ({ api, world, context }) => {
  const author = await world.member()
  const own = api.as(author)
  const params = await voiceStory({ world, context }, author)
  const speech = fakeSpeech(async () => SPOKEN)
  await handleDraft({ ...context, speech }, await queue(context, params.id), false)
  const drafts: unknown[] = []
  for await (const story of walkOwnStories(context.db, author.id)) drafts.push(story.transcript)
  expect(drafts).toMatchObject([{ state: 'draft', text: SPOKEN.text, returnReason: null }])
  const body = { password: author.password, stories: 'keep' } as const
  await own.call(accountEndpoints.removeAccount, { body })
  expect(await api.call(storyEndpoints.get, { params })).toMatchObject({ caption: null })
  const left = context.db.selectFrom('transcript').selectAll().where('storyId', '=', params.id)
  expect(await left.execute()).toEqual([])
})

test('a restored site has no provider until it is confirmed', async ({ context }) => {
  const speech = { provider: 'openai', baseUrl: 'http://127.0.0.1:9/v1' } as const
  const { config, log } = context
  if (config.database.provider !== 'url') throw new Error('Tests name their database.')
  const given = {
    config: { ...config, speech: { ...speech, apiKey: undefined, model: 'whisper-1' } },
    log,
    databaseUrl: config.database.url,
  }
  for (const restoredFrom of [new Date('2026-03-05T12:00:00Z'), null]) {
    await context.db.updateTable('websiteSettings').set({ restoredFrom }).execute()
    const made = await createContext(given)
    expect(made.speech?.host).toBe(restoredFrom ? undefined : '127.0.0.1')
    await made.close()
  }
})

test('the logs of these tests contain no transcript text', ({ logLines }) => {
  const log = logLines.join('\n')
  expect(log).toContain('/transcript')
  for (const words of ['It was cold', 'Elm Street', 'By the author', 'By a helper']) {
    expect(log).not.toContain(words)
  }
})
