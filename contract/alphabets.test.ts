import { expect, test } from 'vitest'
import { isSingleAlphabet } from './alphabets.ts'

test.each([
  'Ana',
  'Zoë Ñandú',
  'Đặng Thị',
  'O’Brien-Smith',
  'Ruth_7 ♫ 🙏🏽',
  'ʻIolani',
  '½ 5°',
  '♥',
  '김철수',
  '김철수 Kim',
  '田中さん',
  'タナカ Tanaka',
  'アーサー',
  '佐々木',
  '王小明',
  '王小明 Wang',
  'ㄅㄆ王',
  'محمد',
  'علي ١٢',
  'דוד',
  'דָּוִד',
  'Γιώργος',
  'Иван',
  'Їжак',
  'สมชาย',
  'राम',
  'தமிழ்',
  'ქეთი',
  'Ա',
  'አበበ',
  'ᏣᎳᎩ',
  'ⵣ',
  'ߒ',
  '𐌰𐌱',
])('%s is of one alphabet', (name) => {
  expect(isSingleAlphabet(name)).toBe(true)
})

test.each([
  'Аna',
  'Anа',
  'pаul',
  'Иvan',
  'Ωmega',
  'Ꭺna',
  'ꓮna',
  'A𐌰',
  '田中и',
  '김ひ',
  'דaוד',
  'محمد Ali',
  'ᏣA',
  'ㄅか',
])('%s mixes alphabets', (name) => {
  expect(isSingleAlphabet(name)).toBe(false)
})
