import { describe, expect } from 'vitest'
import { dailyEndpoints } from '#contract/daily.ts'
import type { Context } from '#server/context.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi } from '#server/testing/api.ts'
import { fakeWriter } from '#server/testing/fake-writer.ts'
import { test as base } from '#server/testing/world.ts'
import { runDueDaily } from './run.ts'

const { getSettings, saveSettings } = dailyEndpoints

interface Moment {
  /** An administrator of the application at this moment. */
  at: (iso: string) => Promise<TestApi>
}

/** Provides the application at any moment, for one administrator. */
const test = base.extend<{ moment: Moment }>({
  moment: async ({ context, world }, use) => {
    const { id } = await world.admin()
    await using apps = new AsyncDisposableStack()
    await use({
      at: async (iso) => {
        const app = await buildApp({ ...context, now: () => new Date(iso) })
        apps.defer(() => app.close())
        const cookie = await world.session(id, new Date('2040-01-01T00:00:00Z'))
        return new TestApi(app, { cookie })
      },
    })
  },
})

const SETTINGS = {
  autoGenerate: false,
  generateTime: '12:00',
  dailyMessagePrompt: 'Dear friends, {ai_response}',
  agentStyle: 'Plain.',
  reflectionPrompt: 'Ask one thing.',
}

async function since({ db }: Context): Promise<string> {
  const { scheduledSince } = await db
    .selectFrom('dailySettings')
    .select('scheduledSince')
    .executeTakeFirstOrThrow()
  return scheduledSince.toISOString()
}

test('a new community generates nothing automatically; its time is 12:00 UTC', async ({
  api,
  world,
}) => {
  const settings = await api.as(await world.admin()).call(getSettings)
  expect(settings).toMatchObject({
    autoGenerate: false,
    dailyMessagePrompt: '{ai_response}',
    agentStyle: '',
    reflectionPrompt: '',
    timeZone: 'America/Chicago',
    nextRunAt: null,
    hasProvider: false,
    model: null,
    lastRun: null,
  })
  expect(['06:00', '07:00']).toContain(settings.localGenerateTime)
})

test('a provider is named by its model', async ({ context, world }) => {
  const writers = { ...context.writers, provider: fakeWriter(() => '') }
  const app = await buildApp({ ...context, writers })
  const admin = new TestApi(app, { cookie: (await world.admin()).cookie })
  expect(await admin.call(getSettings)).toMatchObject({ hasProvider: true, model: 'fake-model-1' })
  await app.close()
})

describe('saving', () => {
  test('converts the UTC time as of the day of the next run', async ({ moment }) => {
    const summer = await moment.at('2031-07-01T09:00:00Z')
    expect(await summer.call(saveSettings, { body: SETTINGS })).toMatchObject({
      ...SETTINGS,
      localGenerateTime: '07:00',
      timeZone: 'America/Chicago',
    })
    // Clocks go back in the night of November 2, 2031, after which 12:00 UTC is 06:00.
    const eve = await moment.at('2031-11-01T13:00:00Z')
    expect(await eve.call(saveSettings, { body: SETTINGS })).toMatchObject({
      generateTime: '12:00',
      localGenerateTime: '06:00',
    })
  })

  test('the local time counts if both are given', async ({ moment }) => {
    const admin = await moment.at('2031-07-01T09:00:00Z')
    const body = { ...SETTINGS, generateTime: '03:33', localGenerateTime: '05:15' }
    expect(await admin.call(saveSettings, { body })).toMatchObject({
      generateTime: '10:15',
      localGenerateTime: '05:15',
    })
  })

  test('keeps the local time when the clocks change', async ({ moment }) => {
    const body = { ...SETTINGS, autoGenerate: true, localGenerateTime: '06:00' }
    await (await moment.at('2031-03-08T18:00:00Z')).call(saveSettings, { body })
    const times = async (iso: string) => {
      const { generateTime, localGenerateTime, nextRunAt } = await (await moment.at(iso)).call(
        getSettings,
      )
      return [localGenerateTime, generateTime, nextRunAt]
    }
    expect(await times('2031-03-08T11:00:00Z')).toEqual([
      '06:00',
      '12:00',
      '2031-03-08T12:00:00.000Z',
    ])
    expect(await times('2031-03-08T18:00:00Z')).toEqual([
      '06:00',
      '11:00',
      '2031-03-09T11:00:00.000Z',
    ])
    expect(await times('2031-11-01T18:00:00Z')).toEqual([
      '06:00',
      '12:00',
      '2031-11-02T12:00:00.000Z',
    ])
  })

  test('restarts the schedule for a new time or when turned on, and not otherwise', async ({
    moment,
    context,
  }) => {
    const save = async (iso: string, given: object) => {
      await (await moment.at(iso)).call(saveSettings, { body: { ...SETTINGS, ...given } })
      return since(context)
    }
    const off = { autoGenerate: false, localGenerateTime: '06:00' }
    const on = { autoGenerate: true, localGenerateTime: '06:00' }
    await save('2032-01-01T00:00:00Z', { ...off, localGenerateTime: '05:00' })
    expect(await save('2032-01-02T00:00:00Z', off)).toBe('2032-01-02T00:00:00.000Z')
    expect(await save('2032-01-03T00:00:00Z', on)).toBe('2032-01-03T00:00:00.000Z')
    const words = { ...on, agentStyle: 'Warm.' }
    expect(await save('2032-01-04T00:00:00Z', words)).toBe('2032-01-03T00:00:00.000Z')
    const later = { ...on, localGenerateTime: '06:01' }
    expect(await save('2032-01-05T00:00:00Z', later)).toBe('2032-01-05T00:00:00.000Z')
    expect(await save('2032-01-06T00:00:00Z', off)).toBe('2032-01-06T00:00:00.000Z')
    expect(await save('2032-01-07T00:00:00Z', off)).toBe('2032-01-06T00:00:00.000Z')
  })

  test('when turned on after the time of day, the first run is tomorrow', async ({
    moment,
    context,
  }) => {
    const body = { ...SETTINGS, autoGenerate: true, localGenerateTime: '06:00' }
    const admin = await moment.at('2032-05-10T15:00:00Z')
    const { nextRunAt } = await admin.call(saveSettings, { body })
    expect(nextRunAt).toBe('2032-05-11T11:00:00.000Z')
    const runAt = (iso: string) => runDueDaily({ ...context, now: () => new Date(iso) })
    expect(await runAt('2032-05-10T15:01:00Z')).toBeUndefined()
    expect(await runAt('2032-05-11T10:59:00Z')).toBeUndefined()
    expect(await runAt('2032-05-11T11:00:00Z')).toBe('2032-05-11')
    const settings = await (await moment.at('2032-05-11T12:00:00Z')).call(getSettings)
    expect(settings.lastRun).toEqual({
      date: '2032-05-11',
      startedAt: '2032-05-11T11:00:00.000Z',
      finishedAt: '2032-05-11T11:00:00.000Z',
      messageSource: 'library',
      reflectionSource: 'library',
      fallbackReason: null,
    })
    await admin.call(saveSettings, { body: SETTINGS })
  })

  test.for([
    [{ autoGenerate: 'yes' }, 'autoGenerate', 'Choose whether content is generated automatically.'],
    [{ generateTime: '24:00' }, 'generateTime', 'Enter a time as HH:MM.'],
    [{ generateTime: '7:00' }, 'generateTime', 'Enter a time as HH:MM.'],
    [{ generateTime: undefined }, 'generateTime', 'Enter a time as HH:MM.'],
    [{ localGenerateTime: '12:60' }, 'localGenerateTime', 'Enter a time as HH:MM.'],
    [{ dailyMessagePrompt: ' ' }, 'dailyMessagePrompt', 'Daily message prompt is required'],
    [
      { dailyMessagePrompt: 'Good morning.' },
      'dailyMessagePrompt',
      'The daily message prompt must contain {ai_response} exactly once.',
    ],
    [
      { dailyMessagePrompt: '{ai_response} and {ai_response}' },
      'dailyMessagePrompt',
      'The daily message prompt must contain {ai_response} exactly once.',
    ],
    [
      { agentStyle: 'x'.repeat(4_001) },
      'agentStyle',
      'The style must be 4,000 characters or less.',
    ],
  ] as const)('%j is refused beside %s', async ([given, field, sentence], { admin }) => {
    const before = await admin.call(getSettings)
    expect(await admin.refuse(saveSettings, { body: { ...SETTINGS, ...given } })).toMatchObject({
      status: 400,
      fields: { [field]: sentence },
    })
    expect(await admin.call(getSettings)).toEqual(before)
  })

  test('is recorded in the audit log with the changed settings, if any', async ({
    api,
    world,
    context,
  }) => {
    const somebody = await world.admin()
    const admin = api.as(somebody)
    const body = { ...SETTINGS, localGenerateTime: '04:44', agentStyle: 'A new style.' }
    await admin.call(saveSettings, { body })
    await admin.call(saveSettings, { body })
    const entries = await context.db
      .selectFrom('auditEntry')
      .select(['action', 'subjectType', 'subjectId', 'detail'])
      .where('adminId', '=', somebody.id)
      .execute()
    expect(entries).toEqual([
      {
        action: 'daily-settings-changed',
        subjectType: 'daily',
        subjectId: 'settings',
        detail: { changed: expect.arrayContaining(['generateAt', 'agentStyle']) },
      },
    ])
  })

  test('a character that cannot be stored is refused in every text', async ({ admin }) => {
    for (const name of ['dailyMessagePrompt', 'agentStyle', 'reflectionPrompt'] as const) {
      const body = { ...SETTINGS, [name]: 'a\0{ai_response}' }
      expect((await admin.refuse(saveSettings, { body })).status).toBe(400)
    }
  })
})
