import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { requireKnown, versionOf } from './version.ts'

const SAVED = { title: 'Folx', hours: 48, lines: [{ name: 'Lifeline', phone: '988' }] }

/** The refusal of a save; undefined if it may go ahead. */
function refusal(version: string | undefined, changes: Partial<typeof SAVED>): unknown {
  try {
    requireKnown({ version, saved: SAVED, changes, newer: () => 'newer' })
    return undefined
  } catch (error) {
    return error instanceof AppError && error.code === 'conflict' ? error.newer : error
  }
}

test('only a field that has changed since it was shown is refused', () => {
  const shown = versionOf({ ...SAVED, title: 'Before' })
  expect(refusal(shown, { title: 'Mine' })).toBe('newer')
  expect(refusal(shown, { hours: 24 })).toBeUndefined()
  expect(refusal(versionOf(SAVED), { title: 'Mine', hours: 1, lines: [] })).toBeUndefined()
  expect(refusal(versionOf({ ...SAVED, lines: [] }), { lines: [] })).toBe('newer')
})

test('a field that already has the new value, or isn’t sent, can’t be lost', () => {
  const shown = versionOf({ ...SAVED, title: 'Before', hours: 1 })
  expect(refusal(shown, { title: 'Folx', hours: undefined })).toBeUndefined()
})

test('a page that showed nothing yet, or that another release made, knows no field', () => {
  for (const version of ['', 'x', versionOf({ title: 'Folx' })]) {
    expect(refusal(version, { title: 'Mine' })).toBe('newer')
    expect(refusal(version, { title: 'Folx' })).toBeUndefined()
  }
})

test('a client that names no version replaces what is there, and nothing can’t be replaced', () => {
  expect(refusal(undefined, { title: 'Mine' })).toBeUndefined()
  requireKnown({ version: 'x', saved: undefined, changes: SAVED, newer: () => undefined })
})
