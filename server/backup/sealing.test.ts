import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newBackupKey, open, seal } from './sealing.ts'

const CHUNK = 64 * 1024

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 5 * CHUNK + 17])(
  '%i bytes sealed in pieces of any size can be opened',
  async (bytes) => {
    const { identity, recipient } = await newBackupKey()
    const plain = randomBytes(bytes)
    for (const size of [1_000, CHUNK, 3 * CHUNK + 5]) {
      const pieces: Buffer[] = []
      for (let at = 0; at < bytes; at += size) pieces.push(plain.subarray(at, at + size))
      const sealed = await buffer(await seal(recipient, Readable.from(pieces)))
      expect(sealed.toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
      expect(plain.equals(await buffer(await open(identity, Readable.from([sealed]))))).toBe(true)
    }
  },
)

test('the same content is never sealed the same way twice', async () => {
  const { recipient } = await newBackupKey()
  const sealed = async (): Promise<Buffer> =>
    buffer(await seal(recipient, Readable.from([Buffer.from('The same words.')])))
  expect((await sealed()).equals(await sealed())).toBe(false)
})

test.each([0, 1, 2 * CHUNK])(
  'the reader of a source that fails after %i bytes gets the error',
  async (bytes) => {
    const { recipient } = await newBackupKey()
    const source = new Readable({
      read() {
        if (bytes > 0) this.push(randomBytes(bytes))
        this.destroy(new Error('The disk is gone.'))
      },
    })
    source.read(0)
    await expect(seal(recipient, source).then(buffer)).rejects.toThrow('The disk is gone.')
  },
)
