import { expect, test } from 'vitest'
import { csvLine, readCsv, separatorOf } from './csv.ts'

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

test('records are read as they were written, with the line on which each begins', () => {
  const rows = [
    ['Number', 'Text'],
    ['=1+1', 'two\nlines, and "quotes"'],
    ['', 'last'],
  ]
  const read = readCsv(`\uFEFF${rows.map(csvLine).join('')}`, ',')
  expect(read).toEqual([
    { line: 1, fields: rows[0] },
    { line: 2, fields: rows[1] },
    { line: 4, fields: rows[2] },
    { line: 5, fields: [''] },
  ])
})

test.each([
  ['a;b,c\nd', ';'],
  ['"a, b"\tc', '\t'],
  ['a,b;c', ','],
  ['a\nb;c', ','],
])('the fields of %j are separated by %j', (text, separator) => {
  expect(separatorOf(text)).toBe(separator)
})
