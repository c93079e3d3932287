import { expect, test } from 'vitest'
import { EMPTY_STORY } from './drafts.ts'
import { canKeepRecording, StoryValues, storyFormData } from './story-form-data.ts'

const written = {
  mode: 'text',
  title: ' My way ',
  category: 'faith',
  content: 'It rained.\n\nThen it stopped.',
  caption: 'left over',
  transcript: 'write',
} as const

function errorsOf(input: unknown): Record<string, string> {
  const { error } = StoryValues.safeParse(input)
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path[0], issue.message]))
}

test('an empty written story gets the error messages from the specification', () => {
  expect(errorsOf(EMPTY_STORY)).toEqual({
    title: 'Title is required',
    category: 'Category is required',
    content: 'Story content is required',
  })
})

test('a spoken story needs no content', () => {
  const spoken = { ...EMPTY_STORY, mode: 'audio', title: 'My way', category: 'faith_qa' }
  expect(errorsOf(spoken)).toEqual({})
})

test('a written story is sent with its content and without a recording', () => {
  const form = storyFormData(StoryValues.parse(written), new Blob(['x']))
  expect(Object.fromEntries(form)).toEqual({
    title: 'My way',
    category: 'faith',
    content: 'It rained.\n\nThen it stopped.',
  })
})

test('a story in another voice is sent as words, even if there is a recording', () => {
  const values = StoryValues.parse({ ...written, mode: 'another-voice' })
  expect(Object.fromEntries(storyFormData(values, new Blob(['sound'])))).toEqual({
    title: 'My way',
    category: 'faith',
    content: 'It rained.\n\nThen it stopped.',
    anotherVoice: 'true',
  })
  expect(errorsOf({ ...EMPTY_STORY, mode: 'another-voice' })).toMatchObject({
    content: 'Story content is required',
  })
})

test('a new story is sent with its key', () => {
  const key = crypto.randomUUID()
  expect(storyFormData(StoryValues.parse(written), undefined, { key }).get('key')).toBe(key)
})

test('a spoken story is sent with its recording as story.wav', () => {
  const values = StoryValues.parse({ ...written, mode: 'audio', caption: ' I speak of rain. ' })
  const form = storyFormData(values, new Blob(['sound'], { type: 'audio/webm' }))
  const file = form.get('audio')
  expect(form.has('content')).toBe(false)
  expect(form.get('caption')).toBe('I speak of rain.')
  expect(file instanceof File && [file.name, file.size]).toEqual(['story.wav', 5])
})

test.each([
  [{ transcript: 'write', caption: '' }, true, ['', 'left-out']],
  [{ transcript: 'write', caption: '' }, false, ['', null]],
  [{ transcript: 'helper', caption: 'left over' }, true, ['', 'helper']],
  [{ transcript: 'speech', caption: '' }, false, ['', 'speech']],
  [{ transcript: 'left-out', caption: 'x'.repeat(20_001) }, true, ['', 'left-out']],
])('a transcript choice of %o, with a new recording: %s', (given, isNew, expected) => {
  const values = StoryValues.parse({ ...written, mode: 'audio', ...given })
  const form = storyFormData(values, isNew ? new Blob(['sound']) : undefined)
  expect([form.get('caption'), form.get('transcript')]).toEqual(expected)
})

test('a transcript that is too long gets an error on the caption field', () => {
  const long = { ...written, mode: 'audio', caption: 'x'.repeat(20_001) }
  expect(Object.keys(errorsOf(long))).toEqual(['caption'])
})

test('a recording is kept unless it could not be prepared', () => {
  expect(canKeepRecording({ audioState: 'ready' })).toBe(true)
  expect(canKeepRecording({ audioState: 'processing' })).toBe(true)
  expect(canKeepRecording({ audioState: 'failed' })).toBe(false)
  expect(canKeepRecording({ audioState: null })).toBe(false)
  expect(canKeepRecording(undefined)).toBe(false)
})
