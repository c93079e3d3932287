import { beforeEach, describe, expect } from 'vitest'
import { addDays } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type FakeWriter, fakeWriter } from '#server/testing/fake-writer.ts'
import { test } from '#server/testing/world.ts'
import { type DailyRunRow, runDueDaily } from './run.ts'

// All dates are years ahead, so that the job that really runs every minute finds nothing due.
const RIGHT = '<p>Grace. “Jesus wept.” — John 11:35</p>'
const WRONG = '<p>Grace. “Jesus laughed out loud.” — John 11:35</p>'
const MINUTE = 60_000

function at(context: Context, iso: string | Date, provider?: FakeWriter): Context {
  const writers = { ...context.writers, provider }
  return { ...context, now: () => new Date(iso), writers }
}

function schedule(
  { db }: Context,
  given: { generateAt?: string; scheduledSince?: string; autoGenerate?: boolean } = {},
): Promise<unknown> {
  const settings = {
    autoGenerate: true,
    generateAt: '06:00',
    scheduledSince: '2031-01-01T00:00:00Z',
    ...given,
  }
  return db.updateTable('dailySettings').set(settings).execute()
}

async function contentOf({ db }: Context, day: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('dailyContent')
    .select(['type', 'source', 'content'])
    .where('day', '=', day)
    .execute()
  return Object.fromEntries(
    rows.map(({ type, source, content }) => [type, `${source}: ${content}`]),
  )
}

function runsOf({ db }: Context, day: string): Promise<DailyRunRow[]> {
  return db.selectFrom('dailyRun').selectAll().where('day', '=', day).execute()
}

const fromLibrary = expect.stringMatching(/^library: <h3>/)
const BOTH = { message: fromLibrary, reflection: fromLibrary }

beforeEach<{ context: Context }>(async ({ context }) => {
  await schedule(context)
})

describe('a scheduled run', () => {
  test('publishes both texts at its time, once, and is recorded', async ({ context }) => {
    const day = '2031-06-02'
    expect(await runDueDaily(at(context, '2031-06-02T10:59:59Z'))).not.toBe(day)
    expect(await contentOf(context, day)).toEqual({})
    expect(await runDueDaily(at(context, '2031-06-02T11:00:00Z'))).toBe(day)
    const published = await contentOf(context, day)
    expect(published).toEqual(BOTH)
    expect(await runsOf(context, day)).toEqual([
      {
        day,
        startedAt: new Date('2031-06-02T11:00:00Z'),
        finishedAt: new Date('2031-06-02T11:00:00Z'),
        messageSource: 'library',
        reflectionSource: 'library',
        fallbackReason: null,
      },
    ])
    expect(await runDueDaily(at(context, '2031-06-02T11:01:00Z'))).toBeUndefined()
    expect(await runDueDaily(at(context, '2031-06-03T07:59:00Z'))).toBeUndefined()
    expect(await contentOf(context, day)).toEqual(published)
  })

  test('uses different texts than on the days before', async ({ context }) => {
    const days = ['2031-06-10', '2031-06-11', '2031-06-12']
    for (const day of days) await runDueDaily(at(context, `${day}T12:00:00Z`))
    const contents = await Promise.all(days.map((day) => contentOf(context, day)))
    expect(new Set(contents.map((content) => content.message)).size).toBe(3)
    expect(new Set(contents.map((content) => content.reflection)).size).toBe(3)
  })

  test('does not happen while it is turned off', async ({ context }) => {
    await schedule(context, { autoGenerate: false })
    expect(await runDueDaily(at(context, '2031-06-20T12:00:00Z'))).toBeUndefined()
    expect(await contentOf(context, '2031-06-20')).toEqual({})
    expect(await runsOf(context, '2031-06-20')).toEqual([])
  })

  test('that was missed is made up for on its day, but not later', async ({ context }) => {
    // The day of June 22 ends at 08:00 in UTC on June 23.
    expect(await runDueDaily(at(context, '2031-06-23T07:59:00Z'))).toBe('2031-06-22')
    expect(await contentOf(context, '2031-06-22')).toEqual(BOTH)
    expect(await runDueDaily(at(context, '2031-06-25T08:00:00Z'))).toBeUndefined()
    expect(await contentOf(context, '2031-06-24')).toEqual({})
    expect(await contentOf(context, '2031-06-25')).toEqual({})
  })

  test('before 03:00 is for the day that is about to begin', async ({ context }) => {
    await schedule(context, { generateAt: '02:00', scheduledSince: '2031-06-28T12:00:00Z' })
    expect(await runDueDaily(at(context, '2031-06-29T06:59:00Z'))).toBeUndefined()
    expect(await runDueDaily(at(context, '2031-06-29T07:00:00Z'))).toBe('2031-06-29')
    expect(await contentOf(context, '2031-06-28')).toEqual({})
    expect(await contentOf(context, '2031-06-29')).toEqual(BOTH)
    expect(await runDueDaily(at(context, '2031-06-29T08:30:00Z'))).toBeUndefined()
  })

  test('keeps content that administrators published for the day', async ({ context }) => {
    const day = '2031-07-01'
    const byHand = {
      type: 'message',
      format: 'text',
      content: 'By hand.',
      source: 'manual',
    } as const
    await context.db
      .insertInto('dailyContent')
      .values({ day, ...byHand })
      .execute()
    const provider = fakeWriter(() => RIGHT)
    expect(await runDueDaily(at(context, '2031-07-01T11:00:00Z', provider))).toBe(day)
    expect(await contentOf(context, day)).toEqual({
      message: 'manual: By hand.',
      reflection: `provider: ${RIGHT}`,
    })
    expect(provider.requests.map(({ type }) => type)).toEqual(['reflection'])
    expect(await runsOf(context, day)).toMatchObject([
      { messageSource: null, reflectionSource: 'provider' },
    ])
  })

  test('keeps content that an administrator publishes during the run', async ({ context }) => {
    const day = '2031-07-02'
    const byHand = { format: 'text', content: 'By hand.', source: 'manual' } as const
    const provider = fakeWriter(async ({ type }) => {
      await context.db
        .insertInto('dailyContent')
        .values({ day, type, ...byHand })
        .execute()
      return RIGHT
    })
    await runDueDaily(at(context, '2031-07-02T11:00:00Z', provider))
    expect(await contentOf(context, day)).toEqual({
      message: 'manual: By hand.',
      reflection: 'manual: By hand.',
    })
    expect(await runsOf(context, day)).toMatchObject([
      { messageSource: null, reflectionSource: null, fallbackReason: null },
    ])
  })

  test('does not restore content that an administrator unpublished after it', async ({
    context,
  }) => {
    const day = '2031-07-03'
    await runDueDaily(at(context, '2031-07-03T11:00:00Z'))
    await context.db.deleteFrom('dailyContent').where('day', '=', day).execute()
    expect(await runDueDaily(at(context, '2031-07-03T11:01:00Z'))).toBeUndefined()
    expect(await contentOf(context, day)).toEqual({})
  })
})

describe('on the days when clocks change', () => {
  test.for([
    ['forward, at an ordinary time', '06:00', '2031-03-09', '2031-03-09T11:00:00Z'],
    ['forward, in the gap', '02:30', '2031-03-09', '2031-03-09T08:00:00Z'],
    ['back, at an ordinary time', '06:00', '2031-11-02', '2031-11-02T12:00:00Z'],
    ['back, in the repeated hour', '01:30', '2031-11-02', '2031-11-02T06:30:00Z'],
  ] as const)('%s, it happens once', async ([, generateAt, day, due], { context }) => {
    await context.db.deleteFrom('dailyRun').execute()
    await context.db.deleteFrom('dailyContent').execute()
    const eve = new Date(Date.parse(due) - 12 * 60 * MINUTE).toISOString()
    await schedule(context, { generateAt, scheduledSince: eve })
    const ran: string[] = []
    for (let minutes = -180; minutes <= 600; minutes += 15) {
      const now = new Date(Date.parse(due) + minutes * MINUTE)
      if (await runDueDaily(at(context, now))) ran.push(now.toISOString())
    }
    expect(ran).toEqual([new Date(due).toISOString()])
    expect(await contentOf(context, day)).toEqual(BOTH)
    expect(await contentOf(context, addDays(day, -1))).toEqual({})
    expect(await contentOf(context, addDays(day, 1))).toEqual({})
  })
})

describe('a node that stops in the middle of a run', () => {
  async function claim({ db }: Context, day: string, startedAt: string): Promise<void> {
    await db.insertInto('dailyRun').values({ day, startedAt }).execute()
  }

  test('has five minutes before another node takes over the run', async ({ context }) => {
    const day = '2031-08-01'
    await claim(context, day, '2031-08-01T11:00:00Z')
    expect(await runDueDaily(at(context, '2031-08-01T11:05:00Z'))).toBeUndefined()
    expect(await contentOf(context, day)).toEqual({})
    expect(await runDueDaily(at(context, '2031-08-01T11:05:01Z'))).toBe(day)
    expect(await contentOf(context, day)).toEqual(BOTH)
    expect(await runsOf(context, day)).toMatchObject([
      { startedAt: new Date('2031-08-01T11:05:01Z'), messageSource: 'library' },
    ])
  })

  test('publishes nothing if it resumes later', async ({ context }) => {
    const day = '2031-08-02'
    const waiting = Promise.withResolvers<string>()
    const asked = Promise.withResolvers<void>()
    const slow = fakeWriter(() => {
      asked.resolve()
      return waiting.promise
    })
    const first = runDueDaily(at(context, '2031-08-02T11:00:00Z', slow))
    await asked.promise
    expect(await runDueDaily(at(context, '2031-08-02T11:06:00Z'))).toBe(day)
    const published = await contentOf(context, day)
    await context.db
      .deleteFrom('dailyContent')
      .where('day', '=', day)
      .where('type', '=', 'message')
      .execute()
    waiting.resolve(RIGHT)
    expect(await first).toBeUndefined()
    expect(await contentOf(context, day)).toEqual({ reflection: published.reflection })
    expect(await runsOf(context, day)).toMatchObject([
      { startedAt: new Date('2031-08-02T11:06:00Z'), messageSource: 'library' },
    ])
  })
})

describe('with a provider', () => {
  test('publishes its texts in the template', async ({ context }) => {
    const provider = fakeWriter(() => RIGHT)
    const template = { dailyMessagePrompt: 'Good morning. {ai_response}' }
    await context.db.updateTable('dailySettings').set(template).execute()
    expect(await runDueDaily(at(context, '2031-09-01T11:00:00Z', provider))).toBe('2031-09-01')
    expect(await contentOf(context, '2031-09-01')).toEqual({
      message: `provider: <p>Good morning.</p>${RIGHT}`,
      reflection: `provider: ${RIGHT}`,
    })
    await context.db
      .updateTable('dailySettings')
      .set({ dailyMessagePrompt: '{ai_response}' })
      .execute()
  })

  const unreachable = () =>
    Promise.reject(new AppError('provider_unavailable', 'The AI provider took too long.'))
  const cases: [string, string, () => string | Promise<string>, string][] = [
    ['that fails', '2031-09-02', unreachable, 'The AI provider took too long.'],
    ['that answers nothing', '2031-09-03', () => '', 'The AI provider’s text was empty.'],
    [
      'that answers with a script alone',
      '2031-09-04',
      () => '<script>alert(1)</script>',
      'The AI provider’s text was empty.',
    ],
    [
      'that quotes wrongly',
      '2031-09-05',
      () => WRONG,
      'The AI provider’s text quotes the Bible in words that do not match.',
    ],
    [
      'that quotes what does not exist',
      '2031-09-06',
      () => '<p>“Be bold and prosper.” — John 99:1</p>',
      'The AI provider’s text quotes the Bible in words that do not match.',
    ],
  ]
  test.for(cases)(
    '%s, a library text is used, with the reason',
    async ([, day, answer, reason], { context }) => {
      const provider = fakeWriter(answer)
      expect(await runDueDaily(at(context, `${day}T11:00:00Z`, provider))).toBe(day)
      expect(await contentOf(context, day)).toEqual(BOTH)
      expect(await runsOf(context, day)).toMatchObject([
        {
          messageSource: 'library',
          reflectionSource: 'library',
          fallbackReason: `${reason} A text from the built-in library is used instead.`,
        },
      ])
    },
  )

  test('whose HTML is hostile publishes only its text', async ({ context }) => {
    const provider = fakeWriter(() => `<p onclick="x()">Peace.</p><img src=x onerror=alert(1)>`)
    await runDueDaily(at(context, '2031-09-07T11:00:00Z', provider))
    expect(await contentOf(context, '2031-09-07')).toEqual({
      message: 'provider: <p>Peace.</p>',
      reflection: 'provider: <p>Peace.</p>',
    })
  })
})
