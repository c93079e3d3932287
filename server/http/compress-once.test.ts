import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressOnce } from './compress-once.ts'

test('a Buffer that is sent again is not compressed again', () => {
  const { brotliCompressSync, gzipSync } = compressOnce
  const answer = Buffer.from('bread '.repeat(1_000))
  const first = gzipSync(answer)
  expect(gunzipSync(first).equals(answer)).toBe(true)
  expect(gzipSync(answer)).toBe(first)
  expect(brotliCompressSync(answer)).toBe(brotliCompressSync(answer))
  expect(gzipSync(Buffer.from(answer))).not.toBe(first)
})
