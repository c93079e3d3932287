import { expect, test } from 'vitest'
import { EMPTY_STORY, isEmptyStory, replyDraftKey, StoryDraft, storyDraftKey } from './drafts.ts'

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

test('a draft of an earlier release, without a choice about its transcript, is read', () => {
  const { transcript: _, ...earlier } = { ...EMPTY_STORY, title: 'Kept' }
  expect(StoryDraft.safeParse(earlier).data).toEqual({ ...EMPTY_STORY, title: 'Kept' })
  expect(StoryDraft.safeParse({ ...earlier, transcript: 'helper' }).data).toMatchObject({
    transcript: 'helper',
  })
})
