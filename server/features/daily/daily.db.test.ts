import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { dailyEndpoints } from '#contract/daily.ts'
import { addDays, logicalDate } from '#contract/logical-date.ts'
import { libraryVerseOf, libraryWords, wordOf } from '#server/library/library.ts'
import { test } from '#server/testing/world.ts'

const { calendar, get, generate, publish, overview, remove, checkQuotations } = dailyEndpoints
const ZONE = 'America/Chicago'

interface TextFields extends Record<string, string> {
  type: 'message' | 'reflection'
  content: string
}

function text(fields: TextFields): { fields: Record<string, string> } {
  return { fields: { format: 'text', ...fields } }
}

function today(): string {
  return logicalDate(new Date(), ZONE)
}

describe('the daily page', () => {
  test('without content has the business word and no message or reflection', async ({
    api,
    context,
  }) => {
    await context.db.deleteFrom('dailyContent').execute()
    expect(await api.call(get)).toEqual({
      date: today(),
      today: today(),
      message: null,
      reflection: null,
      word: expect.objectContaining({ word: wordOf(today()).word }),
      verse: libraryVerseOf(today()),
      previousDate: null,
      nextDate: null,
    })
  })

  test('immediately shows published content, also to visitors', async ({ api, admin }) => {
    await admin.call(publish, text({ type: 'message', content: '<p>Good <em>morning</em>.</p>' }))
    expect((await api.call(get)).message).toEqual({ content: '<p>Good <em>morning</em>.</p>' })
    await admin.call(publish, text({ type: 'message', content: '<p>Good evening.</p>' }))
    await admin.call(publish, text({ type: 'reflection', content: '<p>What was good?</p>' }))
    const page = await api.call(get)
    expect(page.message).toEqual({ content: '<p>Good evening.</p>' })
    expect(page.reflection).toEqual({ content: '<p>What was good?</p>' })
  })

  test('shows the first verse that its texts quote word for word', async ({ api, admin }) => {
    const wrong = '<p>“Jesus cried a lot that day.” John 11:35</p>'
    await admin.call(publish, text({ type: 'message', content: wrong }))
    expect((await api.call(get)).verse).toEqual(libraryVerseOf(today()))
    const right = '<blockquote>“Jesus wept.” John 11:35</blockquote>'
    await admin.call(publish, text({ type: 'reflection', content: right }))
    const verse = { text: 'Jesus wept.', reference: 'John 11:35' }
    expect((await api.call(get)).verse).toEqual(verse)
    const short =
      '<p>“The Lord is my shepherd.” Psalm 23:1</p><p>“Pray without ceasing.” 1 Thessalonians 5:17</p>'
    await admin.call(publish, text({ type: 'message', content: short }))
    expect((await api.call(get)).verse.reference).toBe('1 Thessalonians 5:17')
  })

  test('links to the nearest days with content, but never to a future day', async ({
    api,
    context,
    admin,
  }) => {
    await context.db.deleteFrom('dailyContent').execute()
    const [longAgo, before] = [addDays(today(), -20), addDays(today(), -3)]
    for (const day of [longAgo, before, today()]) {
      const content = `<p>${day}</p>`
      const values = { day, type: 'message', format: 'text', content, source: 'manual' } as const
      await context.db.insertInto('dailyContent').values(values).execute()
    }
    const date = addDays(today(), 1)
    await admin.call(publish, text({ type: 'message', content: 'Tomorrow.', date }))

    const neighbors = async (day: string) => {
      const page = await api.call(get, { query: { date: day } })
      return [page.message?.content ?? null, page.previousDate, page.nextDate]
    }
    expect(await neighbors(today())).toEqual([`<p>${today()}</p>`, before, null])
    expect(await neighbors(before)).toEqual([`<p>${before}</p>`, longAgo, today()])
    expect(await neighbors(addDays(today(), -10))).toEqual([null, longAgo, before])
    expect(await neighbors('0001-01-01')).toEqual([null, null, longAgo])
  })

  test('of a future day is refused', async ({ api, world }) => {
    const refused = {
      status: 400,
      message: 'That day is in the future.',
      fields: { date: 'That day is in the future.' },
    }
    const query = { date: addDays(today(), 1) }
    expect(await api.refuse(get, { query })).toMatchObject(refused)
    expect(await api.as(await world.admin()).refuse(get, { query })).toMatchObject(refused)
  })

  test.for(['2026-02-30', '2026-13-01', '0000-01-01', 'tomorrow', '2026-1-1', '20260101', ''])(
    'of the invalid day %j is refused',
    async (date, { api }) => {
      expect(await api.refuse(get, { query: { date } })).toMatchObject({
        status: 400,
        fields: { date: 'Enter a date as YYYY-MM-DD.' },
      })
    },
  )

  test('follows the community’s day, which begins at 3 AM there', async ({ api, context }) => {
    await context.db
      .updateTable('websiteSettings')
      .set({ timeZone: 'Pacific/Kiritimati' })
      .execute()
    context.changes.announce({ kind: 'topic', topic: 'settings' })
    try {
      expect((await api.call(get)).today).toBe(logicalDate(new Date(), 'Pacific/Kiritimati'))
    } finally {
      await context.db.updateTable('websiteSettings').set({ timeZone: ZONE }).execute()
      context.changes.announce({ kind: 'topic', topic: 'settings' })
    }
  })

  test('has a different word every day until all words were shown', async ({ api }) => {
    const days = [0, 1, 2, 3, libraryWords().length].map((back) => addDays(today(), -back))
    const words: string[] = []
    for (const date of days) words.push((await api.call(get, { query: { date } })).word.word)
    expect(new Set(words.slice(0, 4)).size).toBe(4)
    expect(words[4]).toBe(words[0])
  })
})

describe('publishing', () => {
  test('keeps only the text of hostile HTML', async ({ api, admin }) => {
    const content = [
      '<p onclick="steal()">Peace<script>alert(1)</script></p>',
      '<img src="https://evil.example/x.png" onerror="alert(2)">',
      '<a href="javascript:alert(3)">here</a>',
      '<iframe src="https://evil.example"></iframe><style>p{display:none}</style>',
      '<svg><script>alert(4)</script></svg><p style="position:fixed">with you</p>',
    ].join('')
    const saved = await admin.call(publish, text({ type: 'message', content }))
    expect(saved.content).not.toMatch(
      /script|alert|onclick|onerror|evil|iframe|style|svg|javascript/i,
    )
    expect(saved.content).toContain('<p>Peace</p>')
    expect(saved.content).toContain('<p>with you</p>')
    expect((await api.call(get)).message).toEqual({ content: saved.content })
  })

  test.for(['', '   ', '<p> </p>', '<script>alert(1)</script>', '<p><br></p>', '&nbsp;'])(
    'refuses %j, which has no text',
    async (content, { admin }) => {
      const refusal = await admin.refuse(publish, text({ type: 'message', content }))
      expect(refusal).toMatchObject({
        status: 400,
        message: 'Content is required',
        fields: { content: 'Content is required' },
      })
    },
  )

  test('accepts today and later days', async ({ admin }) => {
    const on = (date: string) => text({ type: 'reflection', content: 'What is near?', date })
    expect((await admin.call(publish, on(addDays(today(), 366)))).date).toBe(addDays(today(), 366))
    expect(await admin.refuse(publish, on(addDays(today(), 367)))).toMatchObject({
      status: 400,
      fields: { date: 'Choose a day within the next 366 days.' },
    })
    expect(await admin.refuse(publish, on(addDays(today(), -1)))).toMatchObject({
      status: 400,
      message: 'That day is over.',
      fields: { date: 'That day is over.' },
    })
    expect(await admin.refuse(publish, on('2026-02-30'))).toMatchObject({
      status: 400,
      fields: { date: 'Enter a date as YYYY-MM-DD.' },
    })
  })

  test.for([
    [{ type: 'poem' }, 'type', 'Choose message or reflection.'],
    [{ format: 'video' }, 'format', 'Choose text or image.'],
    [{ content: 'x'.repeat(50_001) }, 'content', 'This content is too long.'],
    [{ libraryKey: 'a b' }, 'libraryKey', 'There is no such text.'],
    [{ source: 'elsewhere' }, 'source', expect.any(String)],
    [{ content: 'a\0b' }, 'content', 'This text has a character that can’t be stored.'],
  ] as const)('names what is wrong with %j', async ([given, field, sentence], { admin }) => {
    const fields = { type: 'message', format: 'text', content: 'Peace.', ...given }
    expect(await admin.refuse(publish, { fields })).toMatchObject({
      status: 400,
      fields: { [field]: sentence },
    })
  })

  test('marks quotations', async ({ api, world }) => {
    const content = '<p>“Jesus wept.” — John 11:35</p>'
    const input = text({ type: 'message', content, source: 'provider' })
    const saved = await api.as(await world.admin()).call(publish, input)
    expect(saved).toMatchObject({
      date: today(),
      type: 'message',
      format: 'text',
      source: 'provider',
    })
    expect(saved.quotations).toEqual([
      expect.objectContaining({ text: 'Jesus wept.', reference: 'John 11:35', status: 'matches' }),
    ])
  })

  test('counts as a library text only if it is unchanged, in the template', async ({
    context,
    admin,
  }) => {
    const template = '<h2>Today</h2>\n\n{ai_response}\n'
    await context.db.updateTable('dailySettings').set({ dailyMessagePrompt: template }).execute()
    const originOf = async (given: { content: string } & Record<string, string>) => {
      const { source, date } = await admin.call(publish, text({ type: 'message', ...given }))
      const row = await context.db
        .selectFrom('dailyContent')
        .select(['source', 'libraryKey'])
        .where('day', '=', date)
        .where('type', '=', 'message')
        .executeTakeFirstOrThrow()
      expect(row.source).toBe(source)
      return row
    }
    const draft = await admin.call(generate, { body: { type: 'message' } })
    const { content } = draft
    const libraryKey = String(draft.libraryKey)
    const byHand = { source: 'manual', libraryKey: null }
    const ofLibrary = { source: 'library', libraryKey }
    expect(await originOf({ ...ofLibrary, content })).toEqual(ofLibrary)
    // Line breaks as a browser sends them.
    const sent = content.replaceAll('\n', '\r\n')
    expect(sent).not.toBe(content)
    expect(await originOf({ ...ofLibrary, content: sent })).toEqual(ofLibrary)
    expect(await originOf({ ...ofLibrary, content: `${content}<p>Amen.</p>` })).toEqual(byHand)
    expect(await originOf({ source: 'library', content })).toEqual(byHand)
    expect(await originOf({ ...ofLibrary, libraryKey: 'a-key', content })).toEqual(byHand)
    expect(await originOf({ libraryKey, content })).toEqual(byHand)
    await context.db
      .updateTable('dailySettings')
      .set({ dailyMessagePrompt: '{ai_response}' })
      .execute()
  })

  test('by two administrators at once leaves one of the two texts', async ({ api, world }) => {
    const admins = [api.as(await world.admin()), api.as(await world.admin())]
    const date = addDays(today(), 30)
    const answers = await Promise.all(
      admins.map((admin, index) =>
        admin.request(publish, text({ type: 'message', content: `Text ${index}`, date })),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    const { entries } = await api.as(await world.admin()).call(overview)
    const found = entries.filter((entry) => entry.date === date)
    expect(found).toHaveLength(1)
    expect(found[0]?.content).toMatch(/^Text [01]$/)
  })

  test('is recorded in the audit log, and so is unpublishing', async ({ api, world, context }) => {
    const admin = await world.admin()
    const date = addDays(today(), 31)
    await api.as(admin).call(publish, text({ type: 'message', content: 'A secret draft.', date }))
    await api.as(admin).call(remove, { params: { date, type: 'message' } })
    const entries = await context.db
      .selectFrom('auditEntry')
      .select(['action', 'subjectType', 'subjectId', 'detail'])
      .where('adminId', '=', admin.id)
      .orderBy('auditEntryId')
      .execute()
    const subject = { subjectType: 'daily', subjectId: `${date} message` }
    expect(entries).toEqual([
      { action: 'daily-published', ...subject, detail: { format: 'text', source: 'manual' } },
      { action: 'daily-removed', ...subject, detail: {} },
    ])
  })
})

describe('the overview', () => {
  test('lists today and later days by date, message first, and no past day', async ({
    context,
    admin,
  }) => {
    await context.db.deleteFrom('dailyContent').execute()
    const past = { format: 'text', content: '<p>Gone.</p>', source: 'manual' } as const
    await context.db
      .insertInto('dailyContent')
      .values({ day: addDays(today(), -1), type: 'message', ...past })
      .execute()
    const date = addDays(today(), 1)
    await admin.call(publish, text({ type: 'reflection', content: 'C', date }))
    await admin.call(publish, text({ type: 'message', content: 'B', date }))
    await admin.call(publish, text({ type: 'reflection', content: 'A' }))
    const answer = await admin.call(overview)
    expect(answer.today).toBe(today())
    expect(answer.entries.map(({ date, type, content }) => [date, type, content])).toEqual([
      [today(), 'reflection', 'A'],
      [date, 'message', 'B'],
      [date, 'reflection', 'C'],
    ])
  })
})

describe('unpublishing', () => {
  test('removes the content of today or of a later day, once', async ({ api, admin }) => {
    await admin.call(publish, text({ type: 'message', content: 'Wrong day.' }))
    const params = { date: today(), type: 'message' as const }
    await admin.call(remove, { params })
    expect((await api.call(get)).message).toBeNull()
    expect(await admin.refuse(remove, { params })).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('leaves past days as they were', async ({ api, context, admin }) => {
    const day = addDays(today(), -2)
    await sql`
      insert into daily_content (day, type, format, content, source)
      values (${day}, 'reflection', 'text', '<p>Kept.</p>', 'manual')`.execute(context.db)
    const params = { date: day, type: 'reflection' as const }
    expect((await admin.refuse(remove, { params })).status).toBe(404)
    expect((await api.call(get, { query: { date: day } })).reflection?.content).toBe('<p>Kept.</p>')
  })

  test.for([
    [{ date: '2026-02-30', type: 'message' }, 'date'],
    [{ date: '2026-02-20', type: 'word' }, 'type'],
  ] as const)('of %j names what is wrong', async ([params, field], { admin }) => {
    const refusal = await admin.refuse(remove, { params: params as never })
    expect([refusal.status, Object.keys(refusal.fields ?? {})]).toEqual([400, [field]])
  })
})

test('the quotations of a text are compared with the Bible as it would be published', async ({
  admin,
}) => {
  const content =
    '<p>“Jesus <script>x</script>wept.” (John 11:35)</p><p>“Jesus laughed loudly.” (John 11:35)</p>'
  const found = await admin.call(checkQuotations, { body: { content } })
  expect(found.map(({ text, status }) => [text, status])).toEqual([
    ['Jesus wept.', 'matches'],
    ['Jesus laughed loudly.', 'differs'],
  ])
})

describe('the calendar', () => {
  test('has the days of its month with content, and uses an index', async ({ context, admin }) => {
    const places = [
      ['2031-12-31', 'message'],
      ['2032-01-31', 'reflection'],
      ['2032-02-01', 'reflection'],
      ['2032-02-29', 'reflection'],
      ['2032-02-29', 'message'],
      ['2032-03-01', 'message'],
    ] as const
    await context.db
      .insertInto('dailyContent')
      .values(
        places.map(([day, type]) => ({
          day,
          type,
          format: 'text' as const,
          source: 'manual' as const,
          content: '<p>Soon.</p>',
        })),
      )
      .execute()
    const of = (month: string) => admin.call(calendar, { query: { month } })
    expect(await of('2032-02')).toEqual({
      month: '2032-02',
      today: today(),
      autoGenerate: false,
      days: [
        { date: '2032-02-01', types: ['reflection'] },
        { date: '2032-02-29', types: ['message', 'reflection'] },
      ],
    })
    expect((await of('2031-12')).days).toEqual([{ date: '2031-12-31', types: ['message'] }])
    for (const month of ['2032-13', '2032-2', '9999-12', '0000-01', '2032-02-01', '']) {
      expect((await admin.refuse(calendar, { query: { month } })).status).toBe(400)
    }
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select day, type from daily_content
      where day >= '2032-02-01' and day <= '2032-02-29' order by day, type`.execute(context.db)
    expect(JSON.stringify(plan.rows)).toContain('daily_content_pkey')
  })
})
