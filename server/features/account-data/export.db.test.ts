import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { unzip } from '#server/testing/unzip.ts'
import { test } from '#server/testing/world.ts'

const { exportData } = accountEndpoints

async function putFile(context: Context, key: string, bytes: Buffer): Promise<void> {
  await context.files.put({ key, contentType: 'audio/mp4', body: Readable.from([bytes]) })
}

function accountOf(files: Map<string, Buffer>): unknown {
  return JSON.parse(files.get('account.json')?.toString() ?? '')
}

test('an archive holds all that a member has put here and nothing of others', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member({ timeZone: 'Pacific/Auckland' })
  const other = await world.member()
  const sound = Buffer.from('not really a sound')
  await putFile(context, 'recordings/aa/spoken', sound)
  const written = await world.story({ author: member, title: 'Written', tags: ['harvest'] })
  const rejected = await world.story({
    author: member,
    title: 'Sent back',
    status: 'rejected',
    rejectionReason: 'Please leave the surname out.',
  })
  const spoken = await world.story({
    author: member,
    title: 'Spoken',
    status: 'pending',
    recording: { state: 'ready', key: 'recordings/aa/spoken' },
  })
  const theirs = await world.story({
    author: other,
    title: 'Their title',
    content: 'Their words stay theirs.',
  })
  const hidden = await world.story({ author: other, title: 'Returned title', status: 'pending' })
  await world.reply({ author: other, storyId: written, content: 'A stranger’s comfort.' })
  const reply = await world.reply({ author: member, storyId: theirs, content: 'Mine, to theirs.' })
  await world.reply({ author: member, storyId: hidden, content: 'Mine, to a hidden one.' })
  await world.reaction({ member, storyId: theirs, kind: 'praying_hands' })
  await world.reaction({ member, storyId: theirs, kind: 'heart' })
  await world.reaction({ member: other, storyId: written })
  await context.db
    .insertInto('report')
    .values({ storyId: theirs, memberId: member.id, reason: 'It names a person.' })
    .execute()

  const response = await api.as(member).request(exportData)
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toBe('application/zip')
  expect(response.headers['cache-control']).toBe('no-store')
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland' }).format(new Date())
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="folx-my-data-${day}.zip"`,
  )
  const files = unzip(response.bytes)
  expect([...files.keys()]).toEqual([`audio/story-${spoken}.m4a`, 'account.json'])
  expect(files.get(`audio/story-${spoken}.m4a`)).toEqual(sound)
  expect(accountOf(files)).toMatchObject({
    account: {
      username: member.username,
      email: member.email,
      communityUsername: member.anonymousUsername,
      isAdmin: false,
      timeZone: 'Pacific/Auckland',
      sessions: [{ device: 'Firefox on Linux' }],
    },
    stories: [
      { id: written, title: 'Written', status: 'approved', tags: ['harvest'], audioFile: null },
      {
        id: rejected,
        status: 'rejected',
        rejectionReason: 'Please leave the surname out.',
        content: expect.any(String),
      },
      {
        id: spoken,
        status: 'pending',
        content: null,
        audioFile: `audio/story-${spoken}.m4a`,
        audioState: 'ready',
      },
    ],
    replies: [
      { id: reply, storyId: theirs, storyTitle: 'Their title', content: 'Mine, to theirs.' },
      { storyId: hidden, storyTitle: null, content: 'Mine, to a hidden one.' },
    ],
    reactions: [
      { storyId: theirs, reaction: 'heart' },
      { storyId: theirs, reaction: 'praying_hands' },
    ],
    reports: [{ storyId: theirs, replyId: null, reason: 'It names a person.' }],
  })
  const text = files.get('account.json')?.toString() ?? ''
  expect(text.split('\n').length).toBeGreaterThan(50)
  for (const secret of [
    'Their words',
    'A stranger’s comfort.',
    'Returned title',
    other.id,
    other.username,
    other.email,
    other.anonymousUsername,
    '$argon2',
    member.cookie.slice(5),
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('a new account is an archive too', async ({ api, world }) => {
  const member = await world.member()
  const response = await api.as(member).request(exportData)
  expect(accountOf(unzip(response.bytes))).toMatchObject({
    stories: [],
    replies: [],
    reactions: [],
    reports: [],
  })
})

test('a recording that is lost or not ready does not spoil the archive', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const states = [
    { state: 'ready', key: 'recordings/bb/lost' },
    { state: 'processing', key: 'uploads/bb/raw' },
  ] as const
  await putFile(context, 'uploads/bb/raw', Buffer.from('raw'))
  for (const recording of states) await world.story({ author: member, recording })
  const response = await api.as(member).request(exportData)
  const files = unzip(response.bytes)
  expect([...files.keys()]).toEqual(['account.json'])
  expect(accountOf(files)).toMatchObject({
    stories: [
      { audioFile: null, audioState: 'ready' },
      { audioFile: null, audioState: 'processing' },
    ],
  })
})

test('long lists are whole and in order', async ({ api, world, context }) => {
  const member = await world.member()
  const author = await world.member()
  const storyIds: number[] = []
  for (let count = 0; count < 3; count++) storyIds.push(await world.story({ author }))
  const contents = Array.from({ length: 450 }, (_, index) => `Reply ${index}`)
  await context.db
    .insertInto('reply')
    .values(
      contents.map((content, index) => ({
        content,
        memberId: member.id,
        storyId: storyIds[index % 3] ?? 0,
      })),
    )
    .execute()
  const response = await api.as(member).request(exportData)
  const { replies } = accountOf(unzip(response.bytes)) as { replies: { content: string }[] }
  expect(replies.map((reply) => reply.content)).toEqual(contents)
})

test('every reaction of a long list is there once', async ({ api, world, context }) => {
  const member = await world.member()
  const author = await world.member()
  const stories = await context.db
    .insertInto('story')
    .values(
      Array.from({ length: 150 }, (_, index) => ({
        title: `Story ${index}`,
        category: 'faith' as const,
        content: 'Words.',
        memberId: author.id,
      })),
    )
    .returning('storyId')
    .execute()
  const kinds = ['heart', 'praying_hands', 'raised_hands'] as const
  const given = stories.flatMap(({ storyId }) => kinds.map((kind) => ({ storyId, kind })))
  await context.db
    .insertInto('reaction')
    .values(given.map((reaction) => ({ ...reaction, memberId: member.id })))
    .execute()
  const response = await api.as(member).request(exportData)
  const { reactions } = accountOf(unzip(response.bytes)) as {
    reactions: { storyId: number; reaction: string }[]
  }
  expect(reactions.map(({ storyId, reaction }) => ({ storyId, kind: reaction }))).toEqual(given)
})

test('six archives an hour', async ({ api, world }) => {
  const member = await world.member()
  for (let count = 0; count < 6; count++) await api.as(member).call(exportData)
  const response = await api.as(member).request(exportData)
  expect(response).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
})

test('the log of all of this knows nobody', ({ logLines, secrets }) => {
  expect(logLines.length).toBeGreaterThan(0)
  expect(secrets.size).toBeGreaterThan(0)
  expect(secrets.in(logLines.join('\n'))).toEqual([])
})
