import { expect, test } from 'vitest'
import { keptWords } from './kept-words.ts'

test.each([
  [
    { method: 'POST', url: '/api/moods', body: { mood: 'sad', notes: 'Rain.' } },
    'Mood',
    'sad\n\nRain.',
  ],
  [{ method: 'POST', url: '/api/moods', body: { mood: 'sad', notes: null } }, 'Mood', 'sad'],
  [{ method: 'POST', url: '/api/stories/replies', body: { content: 'Amen.' } }, 'Reply', 'Amen.'],
  [{ method: 'POST', url: '/api/stories', body: { title: 'A', content: 'B' } }, 'Story', 'A\n\nB'],
  [{ method: 'PUT', url: '/api/stories/4', body: { title: 'A', content: 'B' } }, 'Story', 'A\n\nB'],
  [
    { method: 'POST', url: '/api/guidance', body: { category: 'faith', content: 'How?' } },
    'Guidance request',
    'How?',
  ],
  [
    { method: 'POST', url: '/api/daily-myactions', body: { actionContent: 'Walk' } },
    'New action',
    'Walk',
  ],
  [
    { method: 'POST', url: '/api/daily-actions', body: { actionType: 'prayer' } },
    'Action done',
    'prayer',
  ],
  [
    { method: 'DELETE', url: '/api/daily-actions/prayer?madeAt=x', body: undefined },
    'Action, not done after all',
    'prayer',
  ],
  [
    { method: 'PATCH', url: '/api/daily-myactions/12', body: { completed: false } },
    'Action, not done after all',
    '',
  ],
  [
    { method: 'PATCH', url: '/api/daily-myactions/12', body: { completed: true } },
    'Action done',
    '',
  ],
  [{ method: 'POST', url: '/api/other', body: 4 }, 'Change', ''],
] as const)('%j is described', (call, title, text) => {
  expect(keptWords(call)).toEqual({ title, text })
})
