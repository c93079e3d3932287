import { expect, test } from 'vitest'
import { readAddressList } from './address-list.ts'

test('addresses on lines of their own are lowercased and deduplicated, with any line ending', () => {
  const text =
    '\uFEFFRuth@Example.org\r\n\r\n naomi@example.org \nruth@example.org\rboaz@example.org'
  expect(readAddressList(text)).toEqual({
    addresses: ['ruth@example.org', 'naomi@example.org', 'boaz@example.org'],
    duplicates: 1,
    invalid: [],
  })
})

test.each([
  ['commas', 'Name,Email\n"Ruth, of Moab",ruth@example.org\n"Na""omi",naomi@example.org\n'],
  ['semicolons', 'name;E-mail\nRuth;ruth@example.org\nNaomi;naomi@example.org'],
  [
    'a column before',
    '"Email Address","Note"\n"ruth@example.org","two\nlines"\nnaomi@example.org,',
  ],
])('addresses in a CSV with %s come from the email column', (_, text) => {
  expect(readAddressList(text)).toEqual({
    addresses: ['ruth@example.org', 'naomi@example.org'],
    duplicates: 0,
    invalid: [],
  })
})

test('an invalid address is reported with its line number, even after a multi-line field', () => {
  const text = 'note,email\n"a\nb\nc",ruth@example.org\nx,nobody\ny\nz,naomi@example.org\n'
  expect(readAddressList(text)).toEqual({
    addresses: ['ruth@example.org', 'naomi@example.org'],
    duplicates: 0,
    invalid: [5, 6],
  })
})

test.each(['', '\n\n', '\uFEFF', 'email\n'])('%j has no addresses', (text) => {
  expect(readAddressList(text)).toEqual({ addresses: [], duplicates: 0, invalid: [] })
})

test('an unclosed quote makes its own line invalid and does not affect the lines after it', () => {
  const { addresses, invalid } = readAddressList(
    'ruth@example.org\n"naomi@example.org\nb@example.org',
  )
  expect(addresses).toEqual(['ruth@example.org', 'b@example.org'])
  expect(invalid).toEqual([2])
})
