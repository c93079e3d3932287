import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignLines } from './timed-lines.ts'

const LINES = [
  { startMs: 0, text: 'I went down to the river.' },
  { startMs: 1_200, text: 'It was cold.' },
  { startMs: 2_500, text: 'Nobody was there.' },
]

test('lines keep their times when other parts of the text change', () => {
  const text = 'I went down to the river. It was very cold.\n\nNobody was there. Or so I thought.'
  expect(alignLines(text, LINES)).toEqual([
    { startMs: 0, text: 'I went down to the river. It was very cold.' },
    { startMs: 2_500, text: 'Nobody was there. Or so I thought.' },
  ])
})

test('text before the first remaining line gets its time', () => {
  expect(alignLines('So, I walked. It was cold. Nobody was there.', LINES)).toEqual([
    { startMs: 1_200, text: 'So, I walked. It was cold.' },
    { startMs: 2_500, text: 'Nobody was there.' },
  ])
})

test('a text with mostly different words has no times', () => {
  expect(alignLines('It was cold. And that is all I will say about it.', LINES)).toBeNull()
  expect(alignLines('Something else.', LINES)).toBeNull()
  expect(alignLines('Something.', [])).toBeNull()
})

test('aligned lines contain the whole text, in order of time', () => {
  const word = fc.constantFrom('river', 'cold', 'a', 'I', 'was', 'there', '.', '\n')
  const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' ').trim())
  fc.assert(
    fc.property(fc.array(words.filter(Boolean), { maxLength: 12 }), words, (texts, other) => {
      const lines = texts.map((text, index) => ({ text, startMs: index * 1_000 }))
      for (const text of [texts.join(' '), `${texts.slice(1).join('\n')} ${other}`]) {
        const aligned = alignLines(text, lines)
        if (!aligned) continue
        const letters = (words: string): string => words.replace(/\s+/g, '')
        expect(letters(aligned.map((line) => line.text).join(''))).toBe(letters(text))
        const times = aligned.map(({ startMs }) => startMs)
        expect(times).toEqual([...times].sort((one, other) => one - other))
      }
    }),
  )
})
