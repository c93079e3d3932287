import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createS3Files } from '#server/ports/files/s3.ts'
import { type S3Server, startS3Server } from '#server/testing/providers/s3-server.ts'
import { createBackupBucket } from './bucket.ts'
import { createBackupFolder } from './folder.ts'
import type { BackupPlace } from './port.ts'

interface Harness {
  /** Opens the same place as another process would. */
  open(): BackupPlace
  /** Names of all files there, including unfinished ones. */
  everything(): Promise<string[]>
  stop(): Promise<void>
}

const adapters: Record<string, () => Promise<Harness>> = {
  folder: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'folx-place-'))
    return {
      open: () => createBackupFolder(join(folder, 'backups')),
      everything: async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      },
      stop: () => rm(folder, { recursive: true }),
    }
  },
  bucket: async () => {
    const server = await startS3Server()
    return {
      open: () => createBackupBucket({ ...server.config, prefix: 'backups/of folx' }),
      everything: () => keysOf(server),
      stop: () => server.stop(),
    }
  },
}

async function keysOf({ config }: S3Server): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of createS3Files(config).list()) keys.push(key)
  return keys
}

const bytes = (content: string | Buffer): Readable => Readable.from([content])

describe.each(Object.entries(adapters))('%s', (_name, start) => {
  let harness: Harness
  let place: BackupPlace

  beforeAll(async () => {
    harness = await start()
    place = harness.open()
  })
  afterAll(() => harness.stop())

  test('files are written, read, listed, replaced and removed', async () => {
    const part = await place.write('one/tables/a.age', bytes('abc'))
    expect(part).toEqual({
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    })
    await place.write('one/manifest.json', bytes('{}'))
    await place.write('one/manifest.json', bytes('{ }'))
    await place.write('other/empty', Readable.from([]))
    expect(await text(place.read('one/manifest.json'))).toBe('{ }')
    expect(await text(place.read('other/empty'))).toBe('')
    expect(await place.has('one/manifest.json')).toBe(true)
    expect(await place.has('one/manifest')).toBe(false)
    expect((await place.list('one')).sort()).toEqual(['one/manifest.json', 'one/tables/a.age'])
    expect((await place.list('.')).sort()).toEqual([
      'one/manifest.json',
      'one/tables/a.age',
      'other/empty',
    ])
    expect(await place.list('nothing')).toEqual([])
    expect((await place.folders()).sort()).toEqual(['one', 'other'])
    await place.remove('one/manifest.json')
    await place.remove('one/manifest.json')
    expect(await place.list('one')).toEqual(['one/tables/a.age'])
    await place.removeFolder('one')
    await place.removeFolder('one')
    expect(await place.list('.')).toEqual(['other/empty'])
    await expect(buffer(place.read('one/tables/a.age'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a file larger than one part of an upload is read back byte for byte', async () => {
    const large = randomBytes(11 * 1024 * 1024)
    const { bytes: size } = await place.write('large', bytes(large))
    expect(size).toBe(large.length)
    expect((await buffer(place.read('large'))).equals(large)).toBe(true)
    await place.remove('large')
  })

  test('a body that fails leaves nothing behind, and its error is thrown unchanged', async () => {
    const before = await harness.everything()
    const failure = new Error('The file is gone.')
    const body = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw failure
      })(),
    )
    await expect(place.write('broken', body)).rejects.toBe(failure)
    expect(await place.has('broken')).toBe(false)
    expect(await harness.everything()).toEqual(before)
  })

  test('only one of several processes gets the lock, and another one after it is released', async () => {
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => harness.open().lock()))
    const taken = attempts.filter((attempt) => attempt.status === 'fulfilled')
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(taken).toHaveLength(1)
    for (const { reason } of refused) {
      expect(reason.message).toMatch(/^Another backup into .* is under way/)
    }
    await expect(harness.open().lock()).rejects.toThrow('is under way')
    await taken[0]?.value.confirm()
    await taken[0]?.value[Symbol.asyncDispose]()
    const next = await harness.open().lock()
    expect(await place.folders()).toEqual(['other'])
    // A trial disturbs nobody.
    await harness.open().tryLock()
    await next.confirm()
    await next[Symbol.asyncDispose]()
    const before = await harness.everything()
    await harness.open().tryLock()
    expect(await harness.everything()).toEqual(before)
  })
})

describe('a bucket', () => {
  let server: S3Server

  beforeAll(async () => {
    server = await startS3Server()
  })
  afterEach(() => {
    server.intercept = undefined
  })
  afterAll(() => server.stop())

  const open = (changes: { prefix?: string; bucket?: string; endpoint?: string } = {}) =>
    createBackupBucket({ ...server.config, prefix: '', ...changes })

  test('the lock of a killed backup expires after five minutes, and its former holder cannot write', async () => {
    const [killed, next] = [open({ prefix: 'killed' }), open({ prefix: 'killed' })]
    const lost = await killed.lock()
    await server.age('killed/.lock/000000000001', 60_000)
    await expect(next.lock()).rejects.toThrow('interrupted in the last 5 minutes')
    await server.age('killed/.lock/000000000001', 6 * 60_000)
    const taken = await next.lock()
    // The earlier process turns out to be alive.
    await expect(lost.confirm()).rejects.toThrow('This backup is not complete.')
    await expect(killed.write('late', bytes('late'))).rejects.toThrow('not complete')
    await expect(killed.remove('late')).rejects.toThrow('not complete')
    await lost[Symbol.asyncDispose]()
    await taken.confirm()
    await next.write('own', bytes('own'))
    await taken[Symbol.asyncDispose]()
    const keys = (await keysOf(server)).filter((key) => key.startsWith('killed/'))
    expect(keys.sort()).toEqual([
      'killed/.lock/000000000001',
      'killed/.lock/000000000002',
      'killed/own',
    ])
  })

  test('a lock is taken even if the response to its creation was lost', async () => {
    let tries = 0
    server.intercept = ({ method, key }) => {
      if (method !== 'PUT' || key !== 'retried/.lock/000000000001') return undefined
      tries += 1
      return tries === 1 ? 'lose' : undefined
    }
    const lock = await open({ prefix: 'retried' }).lock()
    expect(tries).toBe(2)
    await lock.confirm()
    await lock[Symbol.asyncDispose]()
  })

  test('a store that ignores conditional writes is refused, and nothing is left in it', async () => {
    const careless = await startS3Server({ isConditional: false })
    onTestFinished(() => careless.stop())
    const place = createBackupBucket({ ...careless.config, prefix: 'site' })
    await expect(place.tryLock()).rejects.toThrow('Use another service')
    await expect(place.lock()).rejects.toThrow(
      'The storage service of s3://folx/site can’t stop two backups from writing at the same time',
    )
    expect(await keysOf(careless)).toEqual([])
  })

  test.each([
    ['a missing bucket', { bucket: 'gone' }, 'There is no bucket for s3://gone/.'],
    [
      'an unreachable store',
      { endpoint: 'http://127.0.0.1:1' },
      's3://folx/ can’t be reached (ECONNREFUSED). Check the network',
    ],
  ])('%s is named in the error', async (_name, changes, sentence) => {
    const place = open(changes)
    await expect(place.folders()).rejects.toThrow(sentence)
    await expect(place.lock()).rejects.toThrow(sentence)
    await expect(buffer(place.read('manifest.json'))).rejects.toThrow(sentence)
    await expect(place.write('manifest.json', bytes('{}'))).rejects.toThrow(sentence)
  })

  test('every call names a refused key, and a read names a lost connection', async () => {
    const place = open()
    await place.write('here', bytes('here'))
    server.intercept = () => 'refuse'
    for (const call of [
      () => place.write('new', bytes('new')),
      () => buffer(place.read('here')),
      () => place.has('here'),
      () => place.list('.'),
      () => place.folders(),
      () => place.remove('here'),
      () => place.lock(),
    ]) {
      await expect(call()).rejects.toThrow('The store of s3://folx/ refuses this key')
    }
    server.intercept = ({ method }) => (method === 'GET' ? 'cut' : undefined)
    await expect(buffer(place.read('here'))).rejects.toThrow('s3://folx/ can’t be reached')
  })
})
