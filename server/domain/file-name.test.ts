import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeFileName } from './file-name.ts'

test.each([
  ['Guide.pdf', '.pdf', 'Guide.pdf'],
  ['Guide.PDF', '.pdf', 'Guide.pdf'],
  ['Guide', '.pdf', 'Guide.pdf'],
  ['guide.exe', '.pdf', 'guide.exe.pdf'],
  ['C:\\Users\\ruth\\My  Guide.zip', '.zip', 'My Guide.zip'],
  ['../../etc/passwd', '.zip', 'passwd.zip'],
  ['.htaccess', '.zip', 'htaccess.zip'],
  ['Gebet für morgens.mp3', '.mp3', 'Gebet für morgens.mp3'],
  ['a"b\r\nSet-Cookie: x=1.pdf', '.pdf', 'abSet-Cookie x=1.pdf'],
  ['photo\u202efdp.exe', '.pdf', 'photofdp.exe.pdf'],
  ['lone \ud800 half.pdf', '.pdf', 'lone \ufffd half.pdf'],
  ['', '.pdf', 'file.pdf'],
  ['...', '.pdf', 'file.pdf'],
  ['.pdf', '.pdf', 'file.pdf'],
  ['   .pdf ', '.pdf', 'file.pdf'],
])('%j with the ending %s becomes %j', (name, ending, expected) => {
  expect(safeFileName(name, ending)).toBe(expected)
})

test('a long name is cut between characters', () => {
  const name = safeFileName('🌅'.repeat(120), '.mp4')
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
  expect(name).toMatch(/^(🌅)+\.mp4$/u)
})

test('for any input, the name is short, has its ending and contains no folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const name = safeFileName(text, '.pdf')
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
      expect(name).toMatch(/^[^./\\\p{Cc}"][^/\\\p{Cc}"]*\.pdf$/u)
      expect(safeFileName(name, '.pdf')).toBe(name)
    }),
  )
})
