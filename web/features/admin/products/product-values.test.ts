import { expect, test } from 'vitest'
import {
  becomesFree,
  digitalFileProblem,
  draftOfProduct,
  EMPTY_PRODUCT,
  isSameDraft,
  newProduct,
  ProductValues,
} from '#web/features/admin/products/product-values.ts'

const FILLED = { ...EMPTY_PRODUCT, title: 'Rest', description: '<p>Slow down.</p>', price: '12.5' }

/** The first sentence for each input. */
function sentences(draft: object): Record<string, string> {
  const issues = ProductValues.safeParse({ ...FILLED, ...draft }).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]))
}

test('an untouched form lists its required fields', () => {
  expect(sentences(EMPTY_PRODUCT)).toEqual({
    title: 'Title is required',
    description: 'Description is required',
    price: 'Price is required',
  })
})

test.each([
  ['12.', '7.50'],
  ['.5', '7.50'],
  ['12.505', '7.50'],
  ['12,50', '12.50'],
  ['7,5', '7.50'],
  ['$12', '12.00'],
  ['-1', '7.50'],
  ['1e3', '7.50'],
  ['free', '7.50'],
])('the price %s has an invalid format, and %s shows how to write it', (price, example) => {
  const sentence = `Invalid price format. Use digits and a point: ${example}`
  expect(sentences({ price })).toEqual({ price: sentence })
})

test('a new product stands last', () => {
  expect(newProduct([]).displayOrder).toBe('0')
  expect(newProduct([{ displayOrder: 4 }, { displayOrder: -2 }]).displayOrder).toBe('5')
  expect(newProduct([{ displayOrder: 9_999 }]).displayOrder).toBe('9999')
})

test.each(['first', '1.5'])('the order %s is not a whole number', (displayOrder) => {
  expect(sentences({ displayOrder })).toEqual({ displayOrder: 'The order is a whole number.' })
})

test('the version that a form started with is sent, and does not count as a change', () => {
  const begun = { ...FILLED, version: '2026-03-05T12:00:00.000Z' }
  expect(ProductValues.parse(begun).version).toBe('2026-03-05T12:00:00.000Z')
  expect(ProductValues.parse(FILLED)).not.toHaveProperty('version')
  expect(isSameDraft(begun, FILLED)).toBe(true)
})

test('a complete form becomes the values for the server; an empty order means 0', () => {
  expect(ProductValues.parse({ ...FILLED, title: '  Rest ', displayOrder: '' })).toEqual({
    title: 'Rest',
    description: '<p>Slow down.</p>',
    price: '12.5',
    productType: 'one_time',
    displayOrder: 0,
  })
})

test('the draft of a stored product differs only after a change', () => {
  const stored = draftOfProduct({
    id: 4,
    title: 'Rest',
    description: '<p>Slow down.</p>',
    price: '12.50',
    productType: 'one_time',
    imageUrl: null,
    hasDigitalFile: false,
    displayOrder: 3,
    isDeleted: false,
    purchaseStatus: null,
    digitalFileUrl: null,
    digitalFileName: null,
    digitalFileSize: null,
    isMembership: false,
    ownerCount: 0,
    mayChangeType: true,
    mayRemoveFile: false,
    version: '2026-03-05T12:00:00.000Z',
  })
  expect(stored).toMatchObject({ price: '12.50', displayOrder: '3' })
  expect(isSameDraft(stored, { ...stored })).toBe(true)
  expect(isSameDraft(stored, { ...stored, price: '13' })).toBe(false)
})

const MB = 1024 * 1024

test.each([
  ['book.pdf', 10, undefined],
  ['SONG.MP3', 10, undefined],
  ['book.pdf.exe', 10, 'Choose a PDF, ZIP, MP3 or MP4 file.'],
  ['pdf', 10, 'Choose a PDF, ZIP, MP3 or MP4 file.'],
  ['book.pdf', 0, 'This file is empty.'],
  ['film.mp4', 500 * MB, undefined],
  ['film.mp4', 500 * MB + 1, 'Digital files can be at most 500 MB.'],
])('a digital file %s of %i bytes: %s', (name, size, problem) => {
  expect(digitalFileProblem({ name, size, type: '' })).toBe(problem)
})

test.each([
  ['a new product', undefined, '0', true],
  ['a new product with a price', undefined, '0.01', false],
  ['one for sale', { price: '5.00', isDeleted: false }, '0.00', true],
  ['one that is free already', { price: '0.00', isDeleted: false }, '0', false],
  ['one that is not for sale', { price: '5.00', isDeleted: true }, '0', false],
])('%s becomes free: %j at %s', (_name, product, price, expected) => {
  expect(becomesFree(product, { price })).toBe(expected)
})
