import { expect, test } from 'vitest'
import { Id, optionalLine, PageQuery, requiredLine, requiredText } from './fields.ts'

const text = requiredText({ required: 'Write something', max: 10, tooLong: 'Too long' })

test.each(['\ud800', 'a\udc00b', '\ude4f\ud83d', 'a\0b'])('%j cannot be stored', (value) => {
  const [issue] = text.safeParse(value).error?.issues ?? []
  expect(issue?.message).toBe('This text has a character that can’t be stored.')
})

test.each(['a', '🙏', 'x\u200d𐍈', '道'])('“%s” is accepted unchanged', (value) => {
  expect(text.parse(value)).toBe(value)
})

test.each([1, '1', 2_147_483_647, '2147483647'])('%j is an id', (value) => {
  expect(Id.parse(value)).toBe(Number(value))
})

test.each([
  '0x1',
  '1e0',
  ' 1',
  '1 ',
  '+1',
  '01',
  '1.0',
  '',
  '-1',
  '0',
  '2147483648',
  '１',
  true,
  null,
  [1],
  0,
  1.5,
])('%j is not an id', (value) => {
  expect(Id.safeParse(value).error?.issues[0]?.message).toBe('This id is not a number.')
})

test.each(['0x1', '1e2', ' 2', true, '0', '1,2'])('%j is not a page number', (page) => {
  expect(PageQuery.safeParse({ page }).success).toBe(false)
})

test('a list starts with page 1 and 50 entries', () => {
  expect(PageQuery.parse({})).toEqual({ page: 1, pageSize: 50 })
})

const line = requiredLine({ required: 'Name it', max: 40, tooLong: 'Too long' })

test.each([
  'a\nb',
  'a\r\nBcc: b@example.org',
  'a\tb',
  'a\u0085b',
  'a\u2028b',
  'a\u2029b',
  'a\u001bb',
])('%j is not a single line', (value) => {
  expect(line.safeParse(value).error?.issues[0]?.message).toBe('Enter a single line of text.')
  expect(optionalLine(40, 'Too long').safeParse(value).success).toBe(false)
})

test('a single line keeps its emoji, and white space around it is trimmed', () => {
  expect(line.parse(' Ruth 👩‍👧 道\n')).toBe('Ruth 👩‍👧 道')
})
