import { expect, test } from 'vitest'
import { storyFromEntries } from './story-text.ts'

const TODAY = '2026-11-23'

test('entries become a story, oldest first, with unchanged notes and without exact dates', () => {
  const { title, content } = storyFromEntries(
    [
      { date: '2026-03-17', mood: 'peaceful', notes: 'A letter came.' },
      { date: '2026-03-03', mood: 'grateful', notes: ' For the kettle,\nand for rain. ' },
      { date: '2025-12-24', mood: 'joyful', notes: 'Everyone at one table.' },
    ],
    TODAY,
  )
  expect(title).toBe('Days I was grateful for')
  expect(content).toBe(
    [
      'I keep a journal. These are days I was grateful for.',
      '',
      'One Wednesday in December 2025:',
      'Everyone at one table.',
      '',
      'One Tuesday in March:',
      'For the kettle,',
      'and for rain.',
      '',
      'Another Tuesday in March:',
      'A letter came.',
    ].join('\n'),
  )
})

test('a story from one entry speaks of one day', () => {
  const entry = { date: '2026-03-03', mood: 'grateful', notes: 'Rain.' } as const
  expect(storyFromEntries([entry], TODAY)).toEqual({
    title: 'A day I was grateful for',
    content: 'I keep a journal. This is a day I was grateful for.\n\nOne Tuesday in March:\nRain.',
  })
})

test('a story with a hard day does not speak of gratitude', () => {
  const good = { date: '2026-03-03', mood: 'grateful', notes: 'Rain.' } as const
  const hard = { date: '2026-03-04', mood: 'sad', notes: 'He is gone.' } as const
  expect(storyFromEntries([good, hard], TODAY)).toMatchObject({
    title: 'From my journal',
    content: expect.stringMatching(/^I keep a journal\. These are some of its days\.\n/),
  })
  expect(storyFromEntries([hard], TODAY).content).toMatch(
    /^I keep a journal\. This is one of its days\.\n/,
  )
})
