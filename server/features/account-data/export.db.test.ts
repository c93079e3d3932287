import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { addDays } from '#contract/logical-date.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { setUpApp, setUpPasskey } from '#server/testing/factors.ts'
import { unzip } from '#server/testing/unzip.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { exportData } = accountEndpoints
const { save, changeLock, lockNow, unlock } = moodEndpoints

async function putFile(context: Context, key: string, bytes: Buffer): Promise<void> {
  await context.files.put({ key, contentType: 'audio/mp4', body: Readable.from([bytes]) })
}

function accountOf(files: Map<string, Buffer>): unknown {
  return JSON.parse(files.get('account.json')?.toString() ?? '')
}

test('an archive contains all data of the member and none of other people', async ({
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
  await context.db
    .insertInto('reportOutcome')
    .values({ memberId: member.id, wasUpheld: false })
    .execute()

  const prayer = await world.prayerRequest({ author: member, content: 'For rain.', prayers: 4 })
  const theirPrayer = await world.prayerRequest({ author: other, content: 'Their plea.' })
  await context.db
    .insertInto('prayerReport')
    .values({ prayerRequestId: theirPrayer, memberId: member.id, reason: 'It names a town.' })
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
      rights: [],
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
    reportOutcomes: [{ wasUpheld: false }],
    prayerRequests: [{ id: prayer, content: 'For rain.', wasPrayedFor: false }],
    prayerReports: [{ prayerRequestId: theirPrayer, reason: 'It names a town.' }],
  })
  const text = files.get('account.json')?.toString() ?? ''
  expect(text.split('\n').length).toBeGreaterThan(50)
  for (const secret of [
    'Their words',
    'Their plea.',
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

test('what the team removed is in the archive of its author, with the reason', async ({
  admin,
  api,
  world,
}) => {
  const member = await world.member()
  const id = await world.story({ author: member, title: 'Elm Street', content: 'Number four.' })
  const reason = 'It names a street.'
  await admin.call(storyEndpoints.remove, { params: { id }, body: { reason } })
  const archive = accountOf(unzip((await api.as(member).request(exportData)).bytes))
  expect(archive).toMatchObject({
    stories: [],
    teamMessages: [
      {
        kind: 'removal',
        words: reason,
        removedTitle: 'Elm Street',
        removedText: expect.stringContaining('Number four.'),
      },
    ],
  })
})

test('a new account can be exported too', async ({ api, world }) => {
  const member = await world.member()
  const response = await api.as(member).request(exportData)
  expect(accountOf(unzip(response.bytes))).toMatchObject({
    stories: [],
    replies: [],
    reactions: [],
    reports: [],
    reportOutcomes: [],
    teamMessages: [],
    prayerRequests: [],
    prayerReports: [],
    mutes: [],
    guidance: [],
    journal: [],
    dailyActions: [],
    personalActions: [],
    personalActionTicks: [],
    purchases: [],
    triviaAnswers: [],
  })
})

test('a lost recording does not break the archive, and one that is not converted is included as uploaded', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const states = [
    { state: 'ready', key: 'recordings/bb/lost' },
    { state: 'processing', key: 'uploads/bb/gone' },
    { state: 'processing', key: 'uploads/bb/raw' },
  ] as const
  // Longer than the part that is read to recognize the format.
  const raw = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(5_000, 7)])
  await putFile(context, 'uploads/bb/raw', raw)
  const ids: number[] = []
  for (const recording of states) ids.push(await world.story({ author: member, recording }))
  const path = `audio/story-${ids[2]}.wav`
  const response = await api.as(member).request(exportData)
  const files = unzip(response.bytes)
  expect([...files.keys()]).toEqual([path, 'account.json'])
  expect(files.get(path)).toEqual(raw)
  expect(accountOf(files)).toMatchObject({
    stories: [
      { audioFile: null, audioState: 'ready' },
      { audioFile: null, audioState: 'processing' },
      { audioFile: path, audioState: 'processing' },
    ],
  })
})

test('a recording that is converted during the export is included', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const [sound, raw] = [Buffer.from('not really a sound'), 'uploads/cc/raw']
  await putFile(context, 'recordings/cc/done', sound)
  const recording = { state: 'processing', key: raw } as const
  const storyId = await world.story({ author: member, recording })
  const { files } = context
  const read = files.read.bind(files)
  files.read = async (key, range) => {
    if (key === raw) {
      await context.db
        .updateTable('story')
        .set({ audioState: 'ready', audioKey: 'recordings/cc/done' })
        .where('storyId', '=', storyId)
        .execute()
    }
    return read(key, range)
  }
  const response = await api.as(member).request(exportData)
  files.read = read
  const path = `audio/story-${storyId}.m4a`
  const archived = unzip(response.bytes)
  expect(archived.get(path)).toEqual(sound)
  expect(accountOf(archived)).toMatchObject({ stories: [{ audioFile: path, audioState: 'ready' }] })
})

test('long lists are complete and in order', async ({ api, world, context }) => {
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

test('every reaction in a long list is included once', async ({ api, world, context }) => {
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

test('a member’s actions, journal and trivia answers are in the archive, decrypted', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const other = await world.member()
  const ana = api.as(member)
  const madeAt = new Date(Date.now() - 30 * 3_600_000).toISOString()
  await ana.call(save, { body: { mood: 'joyful', notes: 'Today.' } })
  await ana.call(save, { body: { mood: 'sad', notes: 'Yesterday.', madeAt } })
  await api.as(other).call(save, { body: { mood: 'angry', notes: 'Not hers.' } })
  await addPractice(context, member.id)
  await addPractice(context, other.id)
  await context.db
    .updateTable('member')
    .set({ restWeekdays: [0, 6] })
    .where('memberId', '=', member.id)
    .execute()

  const archive = accountOf(unzip((await ana.request(exportData)).bytes))
  const actionId = expect.any(Number)
  expect(archive).toMatchObject({
    account: { restWeekdays: [0, 6], journalLockMinutes: null },
    journal: [
      { mood: 'sad', notes: 'Yesterday.', createdAt: madeAt },
      { mood: 'joyful', notes: 'Today.' },
    ],
    dailyActions: [
      { date: '2026-06-01', action: 'hydration', finishedLater: false },
      { date: '2026-06-01', action: 'selfcare', finishedLater: true },
      { date: '2026-06-02', action: 'prayer', finishedLater: false },
    ],
    personalActions: [
      { id: actionId, content: 'Call home', removedAt: null },
      { id: actionId, content: '', removedAt: '2026-06-03T00:00:00.000Z' },
    ],
    personalActionTicks: [
      { actionId, date: '2026-06-01', finishedLater: false },
      { actionId, date: '2026-06-02', finishedLater: true },
    ],
    triviaAnswers: [
      { date: '2026-06-02', question: 'Who stayed with Naomi?', answer: 'Ruth', isCorrect: true },
    ],
  })
  expect(JSON.stringify(archive)).not.toContain('Not hers.')
})

test('long lists of actions and trivia answers are complete and in order', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  await api.as(member).call(save, { body: { mood: 'sad', notes: 'The first.' } })
  const { sealed } = await context.db
    .selectFrom('moodEntry')
    .select('sealed')
    .where('memberId', '=', member.id)
    .executeTakeFirstOrThrow()
  const days = Array.from({ length: 450 }, (_, index) => addDays('2024-01-01', index))
  const [memberId, finishedLater] = [member.id, false]
  const entries = days.map((day) => ({ memberId, day, sealed, madeAt: new Date() }))
  await context.db.insertInto('moodEntry').values(entries).execute()
  const types = ['hydration', 'prayer', 'movement'] as const
  const ticks = days.flatMap((day) => types.map((actionType) => ({ day, actionType })))
  await context.db
    .insertInto('actionTick')
    .values(ticks.map((tick) => ({ ...tick, memberId, finishedLater })))
    .execute()
  const actions = await context.db
    .insertInto('personalAction')
    .values(['One', 'Two'].map((content) => ({ memberId, content })))
    .returning('personalActionId')
    .execute()
  const own = days.flatMap((day) => actions.map((action) => ({ ...action, day })))
  await context.db
    .insertInto('personalActionTick')
    .values(own.map((tick) => ({ ...tick, memberId, finishedLater })))
    .execute()

  const archive = accountOf(unzip((await api.as(member).request(exportData)).bytes)) as {
    journal: { date: string; notes: string }[]
    dailyActions: { date: string; action: string }[]
    personalActionTicks: { date: string; actionId: number }[]
  }
  expect(archive.journal.slice(0, -1).map(({ date }) => date)).toEqual(days)
  expect(new Set(archive.journal.map(({ notes }) => notes))).toEqual(new Set(['The first.']))
  expect(archive.dailyActions.map(({ date, action }) => `${date} ${action}`)).toEqual(
    ticks.map(({ day, actionType }) => `${day} ${actionType}`),
  )
  expect(archive.personalActionTicks.map(({ date, actionId }) => `${date} ${actionId}`)).toEqual(
    own.map(({ day, personalActionId }) => `${day} ${personalActionId}`),
  )
})

test('guidance requests are in the archive with their answers, decrypted', async ({
  api,
  world,
}) => {
  const [ana, ben] = [api.as(await world.member()), api.as(await world.member())]
  const adminMember = await world.admin()
  const admin = api.as(adminMember)
  const ask = async (requester: typeof ana, content: string): Promise<{ id: number }> => {
    const body = { content, category: 'faith' } as const
    return { id: (await requester.call(guidanceEndpoints.ask, { body })).id }
  }
  const params = await ask(ana, 'How do I begin?')
  for (const responseContent of ['Small.', 'Very small.']) {
    await admin.call(guidanceEndpoints.respond, { params, body: { responseContent } })
  }
  const further = { params, body: { content: 'And then?' } }
  await ana.call(guidanceEndpoints.followUp, further)
  const waiting = await ask(ana, 'May I rest?')
  await ask(ben, 'Not hers.')

  const archive = accountOf(unzip((await ana.request(exportData)).bytes))
  const moment = expect.any(String)
  const unanswered = { createdAt: moment, responseContent: null, respondedAt: null }
  expect(archive).toMatchObject({
    guidance: [
      {
        ...params,
        category: 'faith',
        content: 'How do I begin?',
        createdAt: moment,
        responseContent: 'Very small.',
        respondedAt: moment,
        followUp: { ...unanswered, content: 'And then?' },
      },
      { ...waiting, ...unanswered, content: 'May I rest?', followUp: null },
    ],
  })
  const text = JSON.stringify(archive)
  for (const other of ['Not hers.', adminMember.id, adminMember.anonymousUsername]) {
    expect(text).not.toContain(other)
  }
})

test('every request in a long list is in the archive once', async ({ api, world, context }) => {
  const member = await world.member()
  const requester = api.as(member)
  const body = { content: 'The first.', category: 'faith' } as const
  await requester.call(guidanceEndpoints.ask, { body })
  const { sealedContent } = await context.db
    .selectFrom('guidanceQuestion')
    .innerJoin(
      'guidanceRequest',
      'guidanceRequest.guidanceRequestId',
      'guidanceQuestion.guidanceRequestId',
    )
    .select('sealedContent')
    .where('memberId', '=', member.id)
    .executeTakeFirstOrThrow()
  const added = await context.db
    .insertInto('guidanceRequest')
    .values(
      Array.from({ length: 250 }, () => ({ memberId: member.id, category: 'faith' as const })),
    )
    .returning('guidanceRequestId')
    .execute()
  await context.db
    .insertInto('guidanceQuestion')
    .values(added.map((request) => ({ ...request, number: 1, sealedContent })))
    .execute()
  const archive = accountOf(unzip((await requester.request(exportData)).bytes)) as {
    guidance: { id: number }[]
  }
  const ids = archive.guidance.map(({ id }) => id)
  expect(ids.slice(1)).toEqual(added.map((row) => row.guidanceRequestId))
})

test('a locked journal cannot be exported', async ({ api, world }) => {
  const member = await world.member()
  const ana = api.as(member)
  const { password } = member
  await ana.call(save, { body: { mood: 'sad', notes: 'Behind the lock.' } })
  await ana.call(changeLock, { body: { minutes: 5, password } })
  await ana.call(lockNow)
  for (let count = 0; count < 8; count++) {
    expect(await ana.refuse(exportData)).toMatchObject({ status: 403, code: 'journal_locked' })
  }
  await ana.call(unlock, { body: { password } })
  const archive = accountOf(unzip((await ana.request(exportData)).bytes))
  expect(archive).toMatchObject({
    account: { journalLockMinutes: 5 },
    journal: [{ notes: 'Behind the lock.' }],
  })
})

/** Adds a few days of actions and an answered question. */
async function addPractice({ db }: Context, memberId: string): Promise<void> {
  await db
    .insertInto('actionTick')
    .values([
      { memberId, day: '2026-06-02', actionType: 'prayer', finishedLater: false },
      { memberId, day: '2026-06-01', actionType: 'selfcare', finishedLater: true },
      { memberId, day: '2026-06-01', actionType: 'hydration', finishedLater: false },
    ])
    .execute()
  const actions = await db
    .insertInto('personalAction')
    .values([
      { memberId, content: 'Call home' },
      { memberId, content: '', removedAt: new Date('2026-06-03T00:00:00Z') },
    ])
    .returning('personalActionId')
    .execute()
  const personalActionId = actions[0]?.personalActionId ?? 0
  await db
    .insertInto('personalActionTick')
    .values([
      { memberId, personalActionId, day: '2026-06-02', finishedLater: true },
      { memberId, personalActionId, day: '2026-06-01', finishedLater: false },
    ])
    .execute()
  const words = {
    question: 'Who stayed with Naomi?',
    options: ['Orpah', 'Ruth'],
    answer: 'Ruth',
    explanation: 'She went with her to Bethlehem.',
    source: 'Ruth 1:16',
  }
  const { triviaQuestionId } = await db
    .insertInto('triviaQuestion')
    .values({ ...words, subject: 'bible' })
    .returning('triviaQuestionId')
    .executeTakeFirstOrThrow()
  const day = '2026-06-02'
  const { triviaId } = await db
    .insertInto('trivia')
    .values({ ...words, day, triviaQuestionId })
    .onConflict((conflict) => conflict.columns(['day', 'revision']).doUpdateSet({ day }))
    .returning('triviaId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('triviaAnswer')
    .values({ memberId, day, triviaId, answer: 'Ruth', isCorrect: true })
    .execute()
}

test('notification settings are in the archive, but no device’s push address', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const memberId = member.id
  const choice = { kind: 'story-reply', inApp: true, byMail: true, byPush: false } as const
  const times = { clockTime: '07:30', weekdays: [1, 2], channel: 'push' as const }
  const body = {
    choices: [choice],
    quietHours: { from: '22:00', to: '07:00' },
    reminder: { isOn: true, ...times },
  }
  await api.as(member).call(notificationEndpoints.saveSettings, { body })
  const endpoint = 'https://push.example.com/secret-address'
  await context.db
    .insertInto('pushSubscription')
    .values({ memberId, endpoint, p256dh: 'key', auth: 'auth' })
    .execute()
  const other = await world.member()
  await context.db
    .insertInto('notification')
    .values([
      { memberId, kind: 'live-on-air', happenings: 2 },
      { memberId: other.id, kind: 'live-on-air' },
    ])
    .execute()
  const { bytes } = await api.as(member).request(exportData)
  const text = unzip(bytes).get('account.json')?.toString() ?? ''
  const exported = JSON.parse(text)
  expect(exported.account.notifications).toEqual({
    quietFrom: '22:00',
    quietTo: '07:00',
    choices: [choice],
    pushDevices: [{ service: 'push.example.com', createdAt: expect.any(String) }],
    reminder: { ...times, nextAt: expect.any(String), sentAt: null },
  })
  expect(exported.notifications).toMatchObject([
    { kind: 'live-on-air', subjectId: null, happenings: 2, readAt: null },
  ])
  expect(text).not.toContain('secret-address')
})

test('exports are limited to six an hour', async ({ api, world }) => {
  const member = await world.member()
  for (let count = 0; count < 6; count++) await api.as(member).call(exportData)
  const response = await api.as(member).request(exportData)
  expect(response).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
})

testLogNamesNobody()

test('purchases are included, without the provider’s ids', async ({ api, world, context }) => {
  const [ana, other] = [await world.member(), await world.member()]
  const productId = await world.product({ title: 'Twelve mornings' })
  await world.purchase({ member: other, productId: await world.product({ title: 'Not hers' }) })
  const purchaseId = await world.purchase({ member: ana, productId })
  const payment = { purchaseId, provider: 'till', paymentRef: 'pay_of_ana', amountCents: 1_250 }
  const paidAt = new Date('2026-05-01T10:00:00Z')
  await context.db
    .insertInto('payment')
    .values({ ...payment, status: 'paid', paidAt })
    .execute()
  const { bytes } = await api.as(ana).request(exportData)
  const archive = accountOf(unzip(bytes))
  expect(archive).toMatchObject({
    purchases: [
      {
        id: purchaseId,
        productId,
        title: 'Twelve mornings',
        priceCents: 1_250,
        state: 'owned',
        accessUntil: null,
        payments: [
          { amountCents: 1_250, refundedCents: 0, status: 'paid', paidAt: paidAt.toISOString() },
        ],
      },
    ],
  })
  expect(JSON.stringify(archive)).not.toMatch(/pay_of_ana|Not hers/)
})

test('second factors are included, but nothing that could open the account', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  const { secret, recoveryCodes } = await setUpApp(api.as(member), clock)
  const { authenticator } = await setUpPasskey(api.as(member), 'My phone')
  const { bytes } = await api.as(member).request(exportData)
  const text = unzip(bytes).get('account.json')?.toString() ?? ''
  const { secondFactors } = JSON.parse(text).account
  expect(secondFactors).toEqual({
    passkeys: [
      {
        id: expect.any(Number),
        name: 'My phone',
        version: expect.any(String),
        createdAt: expect.any(String),
        lastUsedAt: null,
      },
    ],
    totp: { addedAt: expect.any(String) },
    recoveryCodesLeft: 8,
    areCodesKept: false,
  })
  const [app, passkey, codes] = await Promise.all([
    context.db
      .selectFrom('authenticatorApp')
      .selectAll()
      .where('memberId', '=', member.id)
      .executeTakeFirstOrThrow(),
    context.db
      .selectFrom('passkey')
      .selectAll()
      .where('memberId', '=', member.id)
      .executeTakeFirstOrThrow(),
    context.db.selectFrom('recoveryCode').selectAll().where('memberId', '=', member.id).execute(),
  ])
  const secrets = [
    app.sealedSecret,
    passkey.publicKey,
    authenticator.credentialId,
    ...codes.map(({ codeHash }) => codeHash),
  ].flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ])
  expect(codes).toHaveLength(8)
  for (const each of [secret, ...(recoveryCodes ?? []), ...secrets])
    expect(text).not.toContain(each)
})
