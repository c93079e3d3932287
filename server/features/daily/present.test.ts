import { expect, test } from 'vitest'
import type { AdminSettings } from '#contract/daily.ts'
import { presentSettings } from './present.ts'

function settingsAt(now: string, autoGenerate = true): AdminSettings {
  return presentSettings({
    settings: {
      autoGenerate,
      generateAt: '06:00',
      scheduledSince: new Date('2026-01-01T00:00:00Z'),
      dailyMessagePrompt: '{ai_response}',
      agentStyle: '',
      reflectionPrompt: '',
    },
    timeZone: 'America/Chicago',
    now: new Date(now),
    provider: undefined,
    lastRun: undefined,
  })
}

test('both times are those of the next run, across both clock changes of the year', () => {
  const shown = (now: string) => {
    const { generateTime, localGenerateTime, nextRunAt } = settingsAt(now)
    return { generateTime, localGenerateTime, nextRunAt }
  }
  const local = { localGenerateTime: '06:00' }
  expect(shown('2026-03-07T11:59:59Z')).toEqual({
    ...local,
    generateTime: '12:00',
    nextRunAt: '2026-03-07T12:00:00.000Z',
  })
  expect(shown('2026-03-07T12:00:00Z')).toEqual({
    ...local,
    generateTime: '11:00',
    nextRunAt: '2026-03-08T11:00:00.000Z',
  })
  expect(shown('2026-10-31T11:00:00Z')).toEqual({
    ...local,
    generateTime: '12:00',
    nextRunAt: '2026-11-01T12:00:00.000Z',
  })
})

test('there is no next run while it is turned off, but both times are still given', () => {
  expect(settingsAt('2026-06-10T00:00:00Z', false)).toEqual({
    autoGenerate: false,
    generateTime: '11:00',
    localGenerateTime: '06:00',
    nextRunAt: null,
    timeZone: 'America/Chicago',
    dailyMessagePrompt: '{ai_response}',
    agentStyle: '',
    reflectionPrompt: '',
    hasProvider: false,
    model: null,
    lastRun: null,
    version: expect.any(String),
  })
})
