import { expect, test } from 'vitest'
import { readStoryBody } from './story-body.ts'

const fields = { title: 'A title', category: 'faith' } as const
const recording = { path: '/somewhere/upload', bytes: 10 }
const nothing = { path: '/somewhere/upload', bytes: 0 }

function read(
  given: { content?: string; caption?: string },
  audio?: typeof recording,
  hasRecording = false,
): ReturnType<typeof readStoryBody> {
  return readStoryBody({ fields: { ...fields, ...given }, audio, hasRecording })
}

test('a text is trimmed', () => {
  expect(read({ content: '  In the morning.\n' })).toEqual({
    kind: 'text',
    content: 'In the morning.',
  })
})

test('a recording is read with its caption', () => {
  expect(read({ content: ' ', caption: 'In short' }, recording)).toEqual({
    kind: 'recording',
    file: recording,
    caption: 'In short',
  })
})

test.each([
  ['an empty text', { content: ' \n ' }, undefined, 'Story content is required'],
  ['nothing at all', {}, undefined, 'Story content is required'],
  ['an empty recording', {}, nothing, 'Please record your story before submitting'],
  ['a caption alone', { caption: '' }, undefined, 'Please record your story before submitting'],
  [
    'both',
    { content: 'Text' },
    recording,
    'A story is either written or spoken. Please send only one.',
  ],
  [
    '20,001 characters',
    { content: 'x'.repeat(20_001) },
    undefined,
    'Story content must be 20,000 characters or less',
  ],
  ['a NUL', { content: 'a\0b' }, undefined, 'This text has a character that can’t be stored.'],
])('%s is refused', (_, given, audio, sentence) => {
  expect(() => read(given, audio)).toThrow(sentence)
})

test('a voice story keeps its recording when neither text nor recording is sent', () => {
  expect(read({}, undefined, true)).toEqual({ kind: 'kept recording', caption: undefined })
  expect(read({ content: '', caption: 'New' }, undefined, true)).toEqual({
    kind: 'kept recording',
    caption: 'New',
  })
})

test('an empty recording doesn’t count as keeping the previous one', () => {
  expect(() => read({}, nothing, true)).toThrow('Please record your story before submitting')
})
