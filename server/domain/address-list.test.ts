import { expect, test } from 'vitest'
import { readAddressList } from './address-list.ts'

test('one address a line, in any case and with any line ends, each once', () => {
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
])('CSV with %s has its addresses in the email column', (_, text) => {
  expect(readAddressList(text)).toEqual({
    addresses: ['ruth@example.org', 'naomi@example.org'],
    duplicates: 0,
    invalid: [],
  })
})

test('what is no address is named by its line, also after a field of several lines', () => {
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

test('a quote that is never closed is an invalid line, and ends nothing', () => {
  const { addresses, invalid } = readAddressList(
    'ruth@example.org\n"naomi@example.org\nb@example.org',
  )
  expect(addresses).toEqual(['ruth@example.org', 'b@example.org'])
  expect(invalid).toEqual([2])
})
