import { expect, test } from 'vitest'
import { aText, aWholeNumber, fieldsOf, oneOf, orNull } from '#web/lib/shape.ts'

const Note = fieldsOf<{ title: string; mood: 'sad' | null; page: number | null }>({
  title: aText,
  mood: orNull(oneOf(['sad'])),
  page: orNull(aWholeNumber),
})

test.each([[{ title: '', mood: null, page: null }], [{ title: 'Bread', mood: 'sad', page: 7 }]])(
  '%j is valid',
  (value) => {
    expect(Note.safeParse(value).data).toEqual(value)
  },
)

test('unknown fields are dropped', () => {
  const value = { title: 'Bread', mood: null, page: 1, color: 'red' }
  expect(Note.safeParse(value).data).toEqual({ title: 'Bread', mood: null, page: 1 })
})

test.each([
  [null],
  ['Bread'],
  [[]],
  [{}],
  [{ title: 'Bread', mood: null }],
  [{ title: 7, mood: null, page: null }],
  [{ title: 'Bread', mood: 'glad', page: null }],
  [{ title: 'Bread', mood: null, page: '7' }],
  [{ title: 'Bread', mood: null, page: 1.5 }],
])('%j is invalid', (value) => {
  expect(Note.safeParse(value).data).toBeUndefined()
})
