import { expect, test } from 'vitest'
import { readStoryBody } from './story-body.ts'

const fields = { title: 'A title', category: 'faith', anotherVoice: false } as const
const recording = { path: '/somewhere/upload', bytes: 10 }
const nothing = { path: '/somewhere/upload', bytes: 0 }

function read(
  given: { content?: string; caption?: string; anotherVoice?: boolean },
  audio?: typeof recording,
  hasRecording = false,
): ReturnType<typeof readStoryBody> {
  return readStoryBody({ fields: { ...fields, ...given }, audio, hasRecording })
}

test('a text is trimmed', () => {
  expect(read({ content: '  In the morning.\n' })).toEqual({
    kind: 'text',
    content: 'In the morning.',
    anotherVoice: false,
  })
})

test('a story in another voice is its words', () => {
  expect(read({ content: 'Hear this.', anotherVoice: true })).toEqual({
    kind: 'text',
    content: 'Hear this.',
    anotherVoice: true,
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
  [
    'another voice with a recording',
    { content: 'Hear this.', anotherVoice: true },
    recording,
    'A story in another voice is sent without a recording.',
  ],
  [
    'another voice with an empty recording',
    { anotherVoice: true },
    nothing,
    'A story in another voice is sent without a recording.',
  ],
  ['another voice without words', { anotherVoice: true }, undefined, 'Story content is required'],
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

test('a voice story doesn’t keep its recording when it is told in another voice', () => {
  expect(() => read({ anotherVoice: true }, undefined, true)).toThrow('Story content is required')
})

test('an empty recording doesn’t count as keeping the previous one', () => {
  expect(() => read({}, nothing, true)).toThrow('Please record your story before submitting')
})
