import { describe, expect } from 'vitest'
import { dailyEndpoints } from '#contract/daily.ts'
import { logicalDate } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi } from '#server/testing/api.ts'
import { type FakeWriter, fakeWriter } from '#server/testing/fake-writer.ts'
import type { World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const { get, generate, autoGenerate, publish, overview } = dailyEndpoints
const RIGHT = '<p>Grace. “Jesus wept.” — John 11:35</p>'
const WRONG = '<p>Grace. “Jesus laughed out loud.” — John 11:35</p>'
const LIBRARY_USED = 'A text from the built-in library is used instead.'

/** Runs `work` with an administrator of an application that has a provider. */
async function withProvider<T>(
  { context, world }: { context: Context; world: World },
  provider: FakeWriter,
  work: (admin: TestApi) => Promise<T>,
): Promise<T> {
  const app = await buildApp({ ...context, writers: { ...context.writers, provider } })
  try {
    return await work(new TestApi(app, { cookie: (await world.admin()).cookie }))
  } finally {
    await app.close()
  }
}

function setPrompts(
  { db }: Context,
  prompts: { dailyMessagePrompt?: string; agentStyle?: string; reflectionPrompt?: string },
): Promise<unknown> {
  const defaults = { dailyMessagePrompt: '{ai_response}', agentStyle: '', reflectionPrompt: '' }
  return db
    .updateTable('dailySettings')
    .set({ ...defaults, ...prompts })
    .execute()
}

describe('a draft', () => {
  test('comes from the library if no provider is set up, with exact quotations', async ({
    admin,
  }) => {
    for (const type of ['message', 'reflection'] as const) {
      const draft = await admin.call(generate, { body: { type } })
      expect(draft).toMatchObject({ type, source: 'library', fallbackReason: null })
      expect(draft.libraryKey).not.toBeNull()
      expect(draft.content).toMatch(/^<h3>/)
      expect(draft.quotations.filter(({ status }) => status !== 'matches')).toEqual([])
    }
    expect((await admin.call(overview)).entries).toEqual([])
  })

  test('differs from those that the administrator has skipped', async ({ admin }) => {
    const seen: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const body = { type: 'reflection', seenLibraryKeys: seen } as const
      const { libraryKey } = await admin.call(generate, { body })
      expect(seen).not.toContain(libraryKey)
      seen.unshift(String(libraryKey))
    }
  })

  test('that was published is not offered again', async ({ context, admin }) => {
    const draft = await admin.call(generate, { body: { type: 'message' } })
    const { content, libraryKey } = draft
    const fields = { type: 'message', format: 'text', source: 'library', content }
    await admin.call(publish, { fields: { ...fields, libraryKey: String(libraryKey) } })
    const next = await admin.call(generate, { body: { type: 'message' } })
    expect(next.libraryKey).not.toBe(libraryKey)
    await context.db.deleteFrom('dailyContent').execute()
  })

  test('from the provider follows the administrators’ settings, and is sanitized', async ({
    world,
    context,
  }) => {
    await setPrompts(context, { agentStyle: 'Gentle.', reflectionPrompt: 'Ask of work.' })
    const provider = fakeWriter(() => `${RIGHT}<script>steal()</script><p onclick="x()">Peace</p>`)
    const draft = await withProvider({ context, world }, provider, (admin) =>
      admin.call(generate, { body: { type: 'reflection' } }),
    )
    expect(draft).toEqual({
      type: 'reflection',
      content: `${RIGHT}<p>Peace</p>`,
      source: 'provider',
      libraryKey: null,
      quotations: [expect.objectContaining({ text: 'Jesus wept.', status: 'matches' })],
      fallbackReason: null,
    })
    expect(provider.requests).toEqual([
      {
        type: 'reflection',
        agentStyle: 'Gentle.',
        reflectionPrompt: 'Ask of work.',
        usedLibraryKeys: expect.any(Array),
      },
    ])
    await setPrompts(context, {})
  })

  test('may contain a misquotation, which is marked for its reader', async ({ world, context }) => {
    const draft = await withProvider(
      { context, world },
      fakeWriter(() => WRONG),
      (admin) => admin.call(generate, { body: { type: 'message' } }),
    )
    expect(draft).toMatchObject({ source: 'provider', content: WRONG, fallbackReason: null })
    expect(draft.quotations).toEqual([expect.objectContaining({ status: 'differs' })])
  })

  test('is placed in the template; a reflection has no template', async ({ world, context }) => {
    const dailyMessagePrompt = 'Good morning, friends.\n\n{ai_response}\n\nGo well.'
    await setPrompts(context, { dailyMessagePrompt })
    await withProvider(
      { context, world },
      fakeWriter(() => RIGHT),
      async (admin) => {
        const message = await admin.call(generate, { body: { type: 'message' } })
        expect(message.content).toBe(`<p>Good morning, friends.</p>${RIGHT}<p>Go well.</p>`)
        const reflection = await admin.call(generate, { body: { type: 'reflection' } })
        expect(reflection.content).toBe(RIGHT)
      },
    )
    const hostile = '<h2 onclick="x()">Today</h2><script>alert(1)</script><p>{ai_response}</p>'
    await setPrompts(context, { dailyMessagePrompt: hostile })
    await withProvider(
      { context, world },
      fakeWriter(() => RIGHT),
      async (admin) => {
        const message = await admin.call(generate, { body: { type: 'message' } })
        expect(message.content).toBe(`<h2>Today</h2>${RIGHT}`)
      },
    )
    await setPrompts(context, {})
  })

  const failures: [string, () => string | Promise<string>, string][] = [
    [
      'is too slow',
      () => Promise.reject(new AppError('provider_unavailable', 'The AI provider took too long.')),
      'The AI provider took too long.',
    ],
    [
      'fails in an unknown way',
      () => Promise.reject(new Error('Leaked words of the provider')),
      'The AI provider could not be used.',
    ],
    ['answers nothing', () => '  ', 'The AI provider’s text was empty.'],
    [
      'answers with nothing but a script',
      () => '<script>Leaked words of the provider</script>',
      'The AI provider’s text was empty.',
    ],
  ]
  test.for(failures)(
    'comes from the library, with the reason, if the provider %s',
    async ([, answer, reason], { world, context, logLines }) => {
      const before = logLines.length
      const draft = await withProvider({ context, world }, fakeWriter(answer), (admin) =>
        admin.call(generate, { body: { type: 'message' } }),
      )
      expect(draft).toMatchObject({
        source: 'library',
        fallbackReason: `${reason} ${LIBRARY_USED}`,
      })
      expect(JSON.stringify(draft)).not.toContain('Leaked')
      const lines = logLines.slice(before)
      expect(lines.filter((line) => line.includes('a library text is used instead'))).toHaveLength(
        1,
      )
      expect(lines.join('')).not.toContain('Leaked')
    },
  )

  test('needs the name of its type', async ({ admin }) => {
    for (const body of [{}, { type: 'poem' }, { type: null }]) {
      expect(await admin.refuse(generate, { body })).toMatchObject({
        status: 400,
        fields: { type: 'Choose message or reflection.' },
      })
    }
  })

  test('is rate-limited', async ({ api, world, admin }) => {
    for (let count = 0; count < 60; count += 1) {
      await admin.call(generate, { body: { type: 'message' } })
    }
    expect((await admin.refuse(generate, { body: { type: 'message' } })).status).toBe(429)
    expect((await admin.refuse(autoGenerate)).status).toBe(429)
    const other = api.as(await world.admin())
    expect((await other.request(generate, { body: { type: 'message' } })).status).toBe(200)
  })
})

describe('generating both', () => {
  const today = (): string => logicalDate(new Date(), 'America/Chicago')

  test('publishes them for today, replaces existing content, and is recorded in the audit log', async ({
    api,
    world,
    context,
  }) => {
    const somebody = await world.admin()
    const fields = { type: 'message', format: 'text', content: 'By hand.' }
    await api.as(somebody).call(publish, { fields })
    const texts = await api.as(somebody).call(autoGenerate)
    const page = await api.call(get)
    expect(page.message).toEqual({ content: texts.message.content })
    expect(page.reflection).toEqual({ content: texts.reflection.content })
    expect([texts.message.source, texts.reflection.source]).toEqual(['library', 'library'])
    const audited = await context.db
      .selectFrom('auditEntry')
      .select(['subjectId', 'detail'])
      .where('adminId', '=', somebody.id)
      .orderBy('auditEntryId')
      .execute()
    expect(audited.slice(1)).toEqual([
      { subjectId: `${today()} message`, detail: { format: 'text', source: 'library' } },
      { subjectId: `${today()} reflection`, detail: { format: 'text', source: 'library' } },
    ])
  })

  test('again uses different library texts', async ({ admin }) => {
    const first = await admin.call(autoGenerate)
    const second = await admin.call(autoGenerate)
    expect(second.message.libraryKey).not.toBe(first.message.libraryKey)
    expect(second.reflection.libraryKey).not.toBe(first.reflection.libraryKey)
  })

  test('never publishes a misquotation without review', async ({ api, world, context }) => {
    const provider = fakeWriter(({ type }) => (type === 'message' ? WRONG : RIGHT))
    const texts = await withProvider({ context, world }, provider, (admin) =>
      admin.call(autoGenerate),
    )
    expect(texts.message).toMatchObject({
      source: 'library',
      fallbackReason: `The AI provider’s text quotes the Bible in words that do not match. ${LIBRARY_USED}`,
    })
    expect(texts.reflection).toMatchObject({ source: 'provider', fallbackReason: null })
    const page = await api.call(get)
    expect(page.message?.content).not.toContain('laughed')
    expect(page.reflection).toEqual({ content: RIGHT })
  })

  test('leaves out a template with a misquotation, and says so', async ({
    api,
    world,
    context,
  }) => {
    const dailyMessagePrompt = `${WRONG}{ai_response}<p>Go well.</p>`
    await setPrompts(context, { dailyMessagePrompt })
    const texts = await withProvider(
      { context, world },
      fakeWriter(() => RIGHT),
      (admin) => admin.call(autoGenerate),
    )
    expect(texts.message).toEqual({
      type: 'message',
      content: RIGHT,
      source: 'provider',
      libraryKey: null,
      quotations: [expect.objectContaining({ text: 'Jesus wept.', status: 'matches' })],
      fallbackReason: 'The daily message prompt misquotes the Bible, so the message leaves it out.',
    })
    expect(texts.reflection).toMatchObject({ content: RIGHT, fallbackReason: null })
    expect((await api.call(get)).message).toEqual({ content: RIGHT })

    // The reader of a draft sees the mark and decides.
    const draft = await api.as(await world.admin()).call(generate, { body: { type: 'message' } })
    expect(draft.content.startsWith(WRONG)).toBe(true)
    expect(draft).toMatchObject({ fallbackReason: null })
    expect(draft.quotations[0]).toMatchObject({
      text: 'Jesus laughed out loud.',
      status: 'differs',
    })

    const right = `${RIGHT}{ai_response}`
    await setPrompts(context, { dailyMessagePrompt: right })
    const framed = await withProvider(
      { context, world },
      fakeWriter(() => '<p>Peace.</p>'),
      (admin) => admin.call(autoGenerate),
    )
    expect(framed.message).toMatchObject({
      content: `${RIGHT}<p>Peace.</p>`,
      fallbackReason: null,
    })
    await setPrompts(context, {})
  })
})
