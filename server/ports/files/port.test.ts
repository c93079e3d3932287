import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { startS3Server } from '#server/testing/providers/s3-server.ts'
import { createDiskFiles } from './disk.ts'
import type { FileStore } from './port.ts'
import { createS3Files } from './s3.ts'

interface Harness {
  files: FileStore
  /** A store whose storage cannot be reached. */
  dead: FileStore
  stop: () => Promise<void>
}

const adapters: Record<string, () => Promise<Harness>> = {
  disk: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'files-'))
    await writeFile(join(folder, 'a-file'), '')
    return {
      files: createDiskFiles(join(folder, 'store')),
      dead: createDiskFiles(join(folder, 'a-file', 'store')),
      stop: () => rm(folder, { recursive: true }),
    }
  },
  s3: async () => {
    const server = await startS3Server()
    const files = createS3Files(server.config)
    const dead = createS3Files({ ...server.config, endpoint: 'http://127.0.0.1:1' })
    return {
      files,
      dead,
      stop: async () => {
        await files.close()
        await dead.close()
        await server.stop()
      },
    }
  },
}

const run = promisify(execFile)
const MB = 1024 * 1024
const contentType = 'audio/mp4'

describe.each(Object.entries(adapters))('%s', (_name, start) => {
  let files: FileStore
  let dead: FileStore
  let stop: () => Promise<void>

  beforeAll(async () => {
    ;({ files, dead, stop } = await start())
  })
  afterAll(() => stop())

  test('a stored stream is read back byte for byte with its size and type', async () => {
    const bytes = randomBytes(300_000)
    await files.put({ key: 'stories/ab/cd.m4a', contentType, body: Readable.from([bytes]) })
    expect(await files.stat('stories/ab/cd.m4a')).toEqual({ size: 300_000, contentType })
    const { stream, ...rest } = await files.read('stories/ab/cd.m4a')
    expect(rest).toEqual({ size: 300_000, length: 300_000, contentType })
    expect((await buffer(stream)).equals(bytes)).toBe(true)
  })

  test('a list contains every file with a prefix, and shows when one was replaced', async () => {
    const put = (key: string, text: string): Promise<void> =>
      files.put({ key, contentType, body: Readable.from([text]) })
    const list = async (prefix?: string) => {
      const found = new Map<string, { size: number; version: string }>()
      for await (const { key, ...rest } of files.list(prefix)) found.set(key, rest)
      return found
    }
    await put('listed/a/one.m4a', 'one')
    await put('listed/two.m4a', 'two!')
    await put('listed-too/three.m4a', 'three')
    const before = await list('listed/')
    expect([...before.keys()].sort()).toEqual(['listed/a/one.m4a', 'listed/two.m4a'])
    expect(before.get('listed/two.m4a')?.size).toBe(4)
    expect([...(await list()).keys()]).toEqual(expect.arrayContaining(['listed-too/three.m4a']))
    expect((await list('listed/nothing/')).size).toBe(0)
    await put('listed/two.m4a', '2, 2')
    const after = await list('listed/')
    expect(after.get('listed/two.m4a')?.version).not.toBe(before.get('listed/two.m4a')?.version)
    expect(after.get('listed/a/one.m4a')).toEqual(before.get('listed/a/one.m4a'))
    await files.remove('listed/two.m4a')
    expect([...(await list('listed/')).keys()]).toEqual(['listed/a/one.m4a'])
    const deadList = dead.list('listed/')[Symbol.asyncIterator]()
    await expect(deadList.next()).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  test('a local file is stored and stays in place', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'source-'))
    await writeFile(join(folder, 'voice.m4a'), 'a voice')
    await files.put({ key: 'path', contentType, body: { path: join(folder, 'voice.m4a') } })
    expect(await readText(files, 'path')).toBe('a voice')
    expect(await readdir(folder)).toEqual(['voice.m4a'])
    await rm(folder, { recursive: true })
  })

  test('an empty file can be stored', async () => {
    await files.put({ key: 'empty', contentType, body: Readable.from([]) })
    expect(await files.stat('empty')).toEqual({ size: 0, contentType })
    expect(await readText(files, 'empty')).toBe('')
  })

  test.each([
    [{ start: 2, end: 4 }, '234'],
    [{ start: 0, end: 1 }, '01'],
    [{ start: 7 }, '789'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 8, end: 500 }, '89'],
  ])('the range %o contains exactly its bytes', async (range, expected) => {
    await files.put({ key: 'range', contentType, body: Readable.from([Buffer.from('0123456789')]) })
    const { stream, ...rest } = await files.read('range', range)
    expect(rest).toEqual({ size: 10, length: expected.length, contentType })
    expect((await buffer(stream)).toString()).toBe(expected)
  })

  test.each([{ start: 10 }, { start: 3, end: 2 }, { start: -1 }, { start: 0.5 }])(
    'the range %o of ten bytes is refused',
    async (range) => {
      await files.put({ key: 'ten', contentType, body: Readable.from([Buffer.alloc(10)]) })
      await expect(files.read('ten', range)).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )

  test('while a file is replaced, readers get either the whole old file or the whole new one', async () => {
    const put = (letter: string) =>
      files.put({ key: 'swap', contentType, body: Readable.from([Buffer.alloc(MB, letter)]) })
    await put('a')
    const { stream: opened } = await files.read('swap')
    let writing = true
    const writer = (async () => {
      for (const letter of 'bcdefghijk') await put(letter)
      writing = false
    })()
    const seen: string[] = []
    while (writing) {
      const bytes = await readBytes(files, 'swap')
      expect(bytes.equals(Buffer.alloc(MB, bytes[0]))).toBe(true)
      seen.push(String.fromCharCode(bytes[0] ?? 0))
    }
    await writer
    expect((await buffer(opened)).equals(Buffer.alloc(MB, 'a'))).toBe(true)
    expect(seen.length).toBeGreaterThan(1)
    expect((await readBytes(files, 'swap'))[0]).toBe('k'.charCodeAt(0))
  })

  test('an unknown key throws not_found', async () => {
    const missing = { code: 'not_found' }
    await expect(files.read('nothing/here')).rejects.toMatchObject(missing)
    await expect(files.read('nothing/here', { start: 1 })).rejects.toMatchObject(missing)
    await expect(files.stat('nothing/here')).rejects.toMatchObject(missing)
  })

  test('the folder of a key is not a file', async () => {
    await files.put({ key: 'folder/file', contentType, body: Readable.from([Buffer.from('x')]) })
    await expect(files.read('folder')).rejects.toMatchObject({ code: 'not_found' })
    await expect(files.stat('folder')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a removed file no longer exists, and removing it again does nothing', async () => {
    await files.put({ key: 'gone', contentType, body: Readable.from([Buffer.from('x')]) })
    await files.remove('gone')
    await expect(files.stat('gone')).rejects.toMatchObject({ code: 'not_found' })
    await expect(files.remove('gone')).resolves.toBeUndefined()
  })

  test.each([1, 12])('a stream that fails after %i MB leaves nothing behind', async (megabytes) => {
    const failure = new Error('the phone lost its connection')
    const body = Readable.from(failAfter(megabytes, failure))
    await expect(files.put({ key: 'half', contentType, body })).rejects.toBe(failure)
    await expect(files.stat('half')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a stream that is cut off leaves the old file unchanged', async () => {
    await files.put({ key: 'keep', contentType, body: Readable.from([Buffer.from('the old')]) })
    const body = new Readable({ read() {} })
    body.push(Buffer.alloc(MB))
    const putting = files.put({ key: 'keep', contentType: 'image/webp', body })
    setImmediate(() => body.destroy())
    await expect(putting).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
    expect(await readText(files, 'keep')).toBe('the old')
    expect(await files.stat('keep')).toEqual({ size: 7, contentType })
  })

  test('a stream that fails immediately rejects the put and causes no uncaught error', async () => {
    const failure = new Error('gone before it began')
    const body = new Readable({ read() {} })
    body.destroy(failure)
    await expect(files.put({ key: 'at-once', contentType, body })).rejects.toBe(failure)
  })

  test('64 MB are stored and read without filling the memory', async () => {
    const live = liveMemory()
    const before = live()
    let peak = 0
    const body = Readable.from(megabytes(64, () => (peak = Math.max(peak, live() - before))))
    await files.put({ key: 'large', contentType, body })
    expect((await files.stat('large')).size).toBe(64 * MB)
    expect(peak).toBeLessThan(32 * MB)
    let read = 0
    for await (const chunk of (await files.read('large')).stream) read += chunk.length
    expect(read).toBe(64 * MB)
  })

  test.each([
    '',
    '/etc/passwd',
    '../a',
    'a/../b',
    'a//b',
    'a/',
    '.hidden',
    'a\\b',
    'a\0b',
    'A',
    'a b',
  ])('the key %j is refused', async (key) => {
    const refused = { code: 'invalid_input' }
    const body = Readable.from([Buffer.from('x')])
    await expect(files.put({ key, contentType, body })).rejects.toMatchObject(refused)
    await expect(files.read(key)).rejects.toMatchObject(refused)
    await expect(files.stat(key)).rejects.toMatchObject(refused)
    await expect(files.remove(key)).rejects.toMatchObject(refused)
  })

  test('unreachable storage throws provider_unavailable', async () => {
    const unavailable = { code: 'provider_unavailable' }
    const before = await keysOf(files)
    const body = Readable.from([Buffer.from('x')])
    await expect(dead.put({ key: 'a', contentType, body })).rejects.toMatchObject(unavailable)
    await expect(dead.read('a')).rejects.toMatchObject(unavailable)
    await expect(dead.stat('a')).rejects.toMatchObject(unavailable)
    await expect(dead.remove('a')).rejects.toMatchObject(unavailable)
    expect((await dead.check()).state).not.toBe('ok')
    expect(await files.check()).toEqual({ state: 'ok' })
    expect(await keysOf(files)).toEqual(before)
  })
})

test('a folder that cannot be created leaves no unfinished file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  await writeFile(join(folder, 'stories'), 'a file where a folder should be')
  const files = createDiskFiles(folder)
  const body = Readable.from([Buffer.from('x')])
  await expect(files.put({ key: 'stories/a', contentType, body })).rejects.toMatchObject({
    code: 'provider_unavailable',
  })
  expect(await readdir(join(folder, '.incoming'))).toEqual([])
  await rm(folder, { recursive: true })
})

test('a full disk leaves no unfinished file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  const program = `
    import { Readable } from 'node:stream'
    import { createDiskFiles } from ${JSON.stringify(new URL('disk.ts', import.meta.url).href)}
    const body = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(${MB})))
    const file = { key: 'large', contentType: 'audio/mp4', body }
    await createDiskFiles(process.argv[1]).put(file).catch((error) => process.stdout.write(error.code))`
  // A limit on the file size simulates the full disk: the same write call fails.
  const shell = `trap '' XFSZ; ulimit -f 4096; exec "$0" --input-type=module -e "$1" "$2"`
  const { stdout } = await run('/bin/sh', ['-c', shell, process.execPath, program, folder])
  expect(stdout).toBe('provider_unavailable')
  expect(await readdir(folder)).toEqual(['.incoming'])
  expect(await readdir(join(folder, '.incoming'))).toEqual([])
  await rm(folder, { recursive: true })
})

test('a disk store removes unfinished files more than a day old, and no newer ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  await mkdir(join(folder, '.incoming', 'old'), { recursive: true })
  await mkdir(join(folder, '.incoming', 'young'))
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
  await utimes(join(folder, '.incoming', 'old'), twoDaysAgo, twoDaysAgo)
  await createDiskFiles(folder).check()
  expect(await readdir(join(folder, '.incoming'))).toEqual(['young'])
  await rm(folder, { recursive: true })
})

test('a request to an S3 server that never answers fails within the limit', async () => {
  const silent = createServer(() => {})
  const files = createS3Files({
    endpoint: `http://127.0.0.1:${await listenLocally(silent)}`,
    region: 'us-east-1',
    bucket: 'folx',
    accessKeyId: 'x',
    secretAccessKey: 'x',
    forcePathStyle: true,
    requestLimitMs: 200,
  })
  const started = performance.now()
  await expect(files.stat('a')).rejects.toMatchObject({ code: 'provider_unavailable' })
  // The usual limit is 30 seconds.
  expect(performance.now() - started).toBeLessThan(29_000)
  await files.close()
  await closeServer(silent)
})

async function keysOf(files: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list()) keys.push(key)
  return keys.sort()
}

async function readBytes(files: FileStore, key: string): Promise<Buffer> {
  return buffer((await files.read(key)).stream)
}

async function readText(files: FileStore, key: string): Promise<string> {
  return (await readBytes(files, key)).toString()
}

async function* megabytes(count: number, onEach: () => void): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) {
    // Rarely, because collecting the garbage of a test process takes a tenth of a second.
    if (index % 16 === 0) onEach()
    yield Buffer.alloc(MB, index)
  }
}

async function* failAfter(count: number, failure: Error): AsyncGenerator<Buffer> {
  yield* megabytes(count, () => {})
  throw failure
}

/** Returns a function that collects garbage and returns how many bytes are still in use. */
function liveMemory(): () => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // V8 defines it with the flag above
  return () => {
    collect()
    // A separate thread frees buffers, and the next collection waits for it.
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
}
