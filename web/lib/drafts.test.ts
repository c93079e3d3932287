import { expect, test } from 'vitest'
import { z } from 'zod'
import { clearDraft, type DraftStorage, keepDraft, readDraft, writeDraft } from '#web/lib/drafts.ts'

function memoryStorage(): DraftStorage {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

const Note = z.object({ title: z.string(), places: z.array(z.int()) })
const note = { title: 'How I found my way', places: [4, 7] }

test('a draft is read as it was written', () => {
  const storage = memoryStorage()
  writeDraft('a', note, storage)
  expect(readDraft('a', Note, storage)).toEqual(note)
})

test('a cleared draft cannot be read', () => {
  const storage = memoryStorage()
  writeDraft('a', note, storage)
  clearDraft('a', storage)
  expect(readDraft('a', Note, storage)).toBeUndefined()
})

test('a draft of another shape or with broken JSON counts as none', () => {
  const storage = memoryStorage()
  writeDraft('a', { title: 4 }, storage)
  expect(readDraft('a', Note, storage)).toBeUndefined()
  storage.setItem('folx:draft:a', '{')
  expect(readDraft('a', Note, storage)).toBeUndefined()
})

test('what is entered is kept, with its time if asked for, until nothing is left of it', () => {
  const storage = memoryStorage()
  const isEmpty = (given: { title: string }): boolean => given.title === ''
  keepDraft('a', note, { isEmpty, storage })
  expect(storage.getItem('folx:draft:a')).toBe(JSON.stringify(note))
  keepDraft('a', note, { isEmpty, storage, isDated: true })
  const Dated = z.object({ title: z.string(), savedAt: z.iso.datetime() })
  expect(readDraft('a', Dated, storage)).toMatchObject({ title: 'How I found my way' })
  keepDraft('a', { title: '' }, { isEmpty, storage })
  expect(storage.getItem('folx:draft:a')).toBeNull()
})
