import { expect, test } from 'vitest'
import { imageProblem } from '#web/features/admin/chosen-file.tsx'

const MB = 1024 * 1024
const WRONG_TYPE = 'Choose a PNG, JPEG, WebP, AVIF or GIF image.'

test.each([
  ['image/png', 10 * MB, undefined],
  ['image/jpeg', 10 * MB, undefined],
  ['image/webp', 10 * MB, undefined],
  ['image/avif', 10 * MB, undefined],
  ['image/gif', 10 * MB, undefined],
  ['image/svg+xml', 10, WRONG_TYPE],
  ['application/pdf', MB, WRONG_TYPE],
  ['image/webp', 10 * MB + 1, 'Images can be at most 10 MB.'],
])('an image of type %s and %i bytes: %s', (type, size, problem) => {
  expect(imageProblem({ name: 'cover', type, size })).toBe(problem)
})

test.each([
  ['IMG_0042.HEIC', ''],
  ['photo', 'image/heic'],
  ['photo.heif', 'image/heif'],
])('the error for %s of type "%s" names HEIC and says what to do', (name, type) => {
  expect(imageProblem({ name, type, size: MB })).toMatch(/HEIC photo.*Save it as a JPEG/)
})
