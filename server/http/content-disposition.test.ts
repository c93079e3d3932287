import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test.each([
  ['Guide (2).pdf', 'attachment; filename="Guide (2).pdf"'],
  [
    'Gebet für morgens.mp3',
    `attachment; filename="Gebet f_r morgens.mp3"; filename*=UTF-8''Gebet%20f%C3%BCr%20morgens.mp3`,
  ],
  ['100%.zip', `attachment; filename="100_.zip"; filename*=UTF-8''100%25.zip`],
  [
    "🌅 Ruth's (new)*.mp4",
    `attachment; filename="_ Ruth's (new)*.mp4"; filename*=UTF-8''%F0%9F%8C%85%20Ruth%27s%20%28new%29%2A.mp4`,
  ],
])('%s', (name, expected) => {
  expect(contentDisposition('attachment', name)).toBe(expected)
})

test('no name breaks out of its quotes or its line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = contentDisposition('inline', name)
      expect(header).toMatch(/^inline; filename="[ -!#-[\]-~]*"(; filename\*=UTF-8''[\w%.!~-]*)?$/)
    }),
  )
})
