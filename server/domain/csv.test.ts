import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  [['ana@example.com', '12.50', ''], 'ana@example.com,12.50,\r\n'],
  [['Rest, and “peace”', 'say "yes"'], '"Rest, and “peace”","say ""yes"""\r\n'],
  [['two\nlines'], '"two\nlines"\r\n'],
])('%j is written as one record', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('%j stays text in a spreadsheet', (cell) => {
  expect(csvLine([cell, 'b'])).toBe(`'${cell},b\r\n`)
})

test('a formula with a comma is quoted and stays text', () => {
  expect(csvLine(['=HYPERLINK("http://evil.example","x")'])).toBe(
    `"'=HYPERLINK(""http://evil.example"",""x"")"\r\n`,
  )
})
