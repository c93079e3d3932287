import { expect, test } from 'vitest'
import { requiredText } from './fields.ts'

const text = requiredText({ required: 'Write something', max: 10, tooLong: 'Too long' })

test.each(['\ud800', 'a\udc00b', '\ude4f\ud83d', 'a\0b'])('%j cannot be stored', (value) => {
  const [issue] = text.safeParse(value).error?.issues ?? []
  expect(issue?.message).toBe('This text holds a character that cannot be stored.')
})

test.each(['a', '🙏', 'x\u200d𐍈', '道'])('“%s” is taken as it is', (value) => {
  expect(text.parse(value)).toBe(value)
})
