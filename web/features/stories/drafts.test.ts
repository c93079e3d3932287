import { expect, test } from 'vitest'
import { EMPTY_STORY, isEmptyStory, replyDraftKey, StoryDraft, storyDraftKey } from './drafts.ts'

test('draft keys differ by member and by story', () => {
  const keys = [
    storyDraftKey('anna'),
    storyDraftKey('ben'),
    storyDraftKey('anna', 7),
    replyDraftKey('anna', 7),
    replyDraftKey('anna', 8),
  ]
  expect(new Set(keys).size).toBe(5)
})

test('a draft with only spaces is empty', () => {
  expect(isEmptyStory({ ...EMPTY_STORY, title: '  ' })).toBe(true)
  expect(isEmptyStory({ ...EMPTY_STORY, category: 'faith' })).toBe(false)
  expect(isEmptyStory({ ...EMPTY_STORY, mode: 'audio' })).toBe(false)
  expect(isEmptyStory({ ...EMPTY_STORY, mode: 'another-voice' })).toBe(true)
})

test('a draft from an earlier release, without a transcript choice, can be read', () => {
  const { transcript: _, ...earlier } = { ...EMPTY_STORY, title: 'Kept' }
  expect(StoryDraft.safeParse(earlier).data).toEqual({ ...EMPTY_STORY, title: 'Kept' })
  expect(StoryDraft.safeParse({ ...earlier, transcript: 'helper' }).data).toMatchObject({
    transcript: 'helper',
  })
})
