import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unzip } from '#server/testing/unzip.ts'
import { openArchive } from './export.ts'

test('an archive contains what was added to it', async () => {
  const stream = openArchive(async (archive) => {
    const sound = Readable.from([Buffer.from([1, 2]), Buffer.from([3])])
    await archive.add({ path: 'audio/story-1.m4a', source: sound, compress: false })
    const text = Readable.from(['{', '}'])
    await archive.add({ path: 'account.json', source: text, compress: true })
  })
  const files = unzip(await buffer(stream))
  expect([...files.keys()]).toEqual(['audio/story-1.m4a', 'account.json'])
  expect(files.get('audio/story-1.m4a')).toEqual(Buffer.from([1, 2, 3]))
  expect(files.get('account.json')?.toString()).toBe('{}')
})

test('an empty archive is valid', async () => {
  expect(unzip(await buffer(openArchive(async () => {}))).size).toBe(0)
})

test('a source is not read faster than the archive', async () => {
  let chunks = 0
  const endless = new Readable({
    read() {
      chunks += 1
      this.push(Buffer.alloc(65_536))
    },
  })
  const stream = openArchive((archive) =>
    archive.add({ path: 'endless', source: endless, compress: false }),
  )
  stream.on('error', () => {})
  stream.read()
  let before = -1
  while (before !== chunks) {
    before = chunks
    for (let turn = 0; turn < 20; turn++) await setImmediate()
  }
  expect(chunks).toBeGreaterThan(0)
  expect(chunks).toBeLessThan(20)
  stream.destroy()
})

test('the source is destroyed when the reader disconnects', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(1024))
    },
  })
  const closed = new Promise<void>((resolve) => endless.once('close', resolve))
  const stream = openArchive((archive) =>
    archive.add({ path: 'endless', source: endless, compress: false }),
  )
  stream.on('error', () => {})
  stream.once('data', () => stream.destroy())
  await closed
  expect(endless.destroyed).toBe(true)
})

test.for([
  ['a source that breaks', () => Readable.from(brokenSource())],
  [
    'a source that broke before',
    () => {
      const source = new Readable({ read: () => {} })
      source.destroy(new Error('the disk is gone'))
      return source
    },
  ],
] as const)('%s breaks the archive, so that it cannot seem complete', async ([, open]) => {
  const stream = openArchive((archive) =>
    archive.add({ path: 'broken', source: open(), compress: true }),
  )
  await expect(buffer(stream)).rejects.toThrow('the disk is gone')
})

async function* brokenSource(): AsyncGenerator<Buffer> {
  yield Buffer.from('a beginning')
  throw new Error('the disk is gone')
}
