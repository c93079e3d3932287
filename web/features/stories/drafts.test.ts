import { expect, test } from 'vitest'
import {
  clearDraft,
  type DraftStorage,
  EMPTY_STORY,
  isEmptyStory,
  readDraft,
  replyDraftKey,
  StoryDraft,
  storyDraftKey,
  writeDraft,
} from './drafts.ts'

function memoryStorage(): DraftStorage {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

const draft: StoryDraft = {
  mode: 'audio',
  title: 'How I found my way',
  category: 'faith',
  content: 'It was raining.',
  caption: 'I speak of rain.',
}

test('a draft comes back as it was written', () => {
  const storage = memoryStorage()
  writeDraft('a', draft, storage)
  expect(readDraft('a', StoryDraft, storage)).toEqual(draft)
})

test('a cleared draft is gone', () => {
  const storage = memoryStorage()
  writeDraft('a', draft, storage)
  clearDraft('a', storage)
  expect(readDraft('a', StoryDraft, storage)).toBeUndefined()
})

test('a draft of another shape or broken text counts as none', () => {
  const storage = memoryStorage()
  writeDraft('a', { title: 4 }, storage)
  expect(readDraft('a', StoryDraft, storage)).toBeUndefined()
  storage.setItem('folx:draft:a', '{')
  expect(readDraft('a', StoryDraft, storage)).toBeUndefined()
})

test('keys tell members and stories apart', () => {
  const keys = [
    storyDraftKey('anna'),
    storyDraftKey('ben'),
    storyDraftKey('anna', 7),
    replyDraftKey('anna', 7),
    replyDraftKey('anna', 8),
  ]
  expect(new Set(keys).size).toBe(5)
})

test('only blanks are nothing worth keeping', () => {
  expect(isEmptyStory({ ...EMPTY_STORY, title: '  ' })).toBe(true)
  expect(isEmptyStory({ ...EMPTY_STORY, category: 'faith' })).toBe(false)
  expect(isEmptyStory({ ...EMPTY_STORY, mode: 'audio' })).toBe(false)
})
