import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver, { type S3Context } from 's3rver'
import type { S3Config } from '#server/ports/files/s3.ts'

/** `cut` sends half a response; `lose` carries out the request but sends no response. */
type Verdict = 'refuse' | 'cut' | 'lose' | undefined

/** Lets a test change how the server responds to a request. */
export type Interception = (request: { method: string; key: string }) => Promise<Verdict> | Verdict

export interface S3Server {
  config: S3Config
  /** A test sets it and resets it. */
  intercept: Interception | undefined
  /** Makes an object look as if it was stored `ms` milliseconds ago. */
  age(key: string, ms: number): Promise<void>
  stop(): Promise<void>
}

/** Runs an S3 server on a free local port, for tests. */
export async function startS3Server({ isConditional = true } = {}): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'folx', configs: [] }],
  })
  writeWhole(server)
  if (isConditional) heedConditions(server)
  const hooks: Pick<S3Server, 'intercept'> = { intercept: undefined }
  server.middleware.unshift(async (ctx, next) => {
    const verdict = await hooks.intercept?.({ method: ctx.method, key: keyOf(ctx) })
    if (verdict === 'refuse') return refuse(ctx, 403, 'AccessDenied')
    if (verdict === undefined) return next()
    ctx.respond = false
    if (verdict === 'lose') {
      await next()
      ctx.res.destroy()
      return
    }
    ctx.res.writeHead(200, { 'content-length': '1000' })
    ctx.res.write(Buffer.alloc(500), () => ctx.res.destroy())
  })
  const { port } = await server.run()
  return Object.assign(hooks, {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'folx',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    age: async (key: string, ms: number) => {
      const at = new Date(Date.now() - ms)
      await utimes(server.store.getResourcePath('folx', key, 'object'), at, at)
    },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  })
}

function keyOf({ path }: S3Context): string {
  return decodeURIComponent(path).replace(/^\/[^/]+\/?/, '')
}

function refuse(ctx: S3Context, status: number, code: string): void {
  ctx.status = status
  ctx.type = 'application/xml'
  ctx.body = `<Error><Code>${code}</Code><Message>${code}</Message></Error>`
}

/** Adds conditional writes, which s3rver lacks. As in a real store, they are decided one at a time. */
function heedConditions(server: S3rver): void {
  let turn: Promise<void> = Promise.resolve()
  server.middleware.unshift(async (ctx, next) => {
    if (ctx.method !== 'PUT' || ctx.headers['if-none-match'] !== '*') return next()
    const before = turn
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = promise
    try {
      await before
      if (await server.store.existsObject('folx', keyOf(ctx)))
        refuse(ctx, 412, 'PreconditionFailed')
      else await next()
    } finally {
      resolve()
    }
  })
}

/**
 * Makes writes atomic, as in a real store: s3rver writes objects in place and answers before the
 * last byte is on the disk, and its lists fail if files or folders are deleted meanwhile.
 */
function writeWhole({ store }: S3rver): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = (resource: string) => store.getResourcePath(bucket, key, resource)
    const written = await writeAside(path('object'), content)
    await writeAside(path('object.md5'), Readable.from([Buffer.from(written.md5)]))
    const details = Buffer.from(JSON.stringify(metadata))
    await writeAside(path('metadata.json'), Readable.from([details]))
    return written
  }
  const listAll = store.listObjects.bind(store)
  store.listObjects = async (bucket, options) => {
    const { prefix = '', delimiter } = options
    if (!delimiter) return listAll(bucket, options)
    // s3rver itself misses a folder that has files only in its subfolders.
    const { objects } = await listAll(bucket, { prefix })
    const after = (key: string): number => key.indexOf(delimiter, prefix.length) + 1
    const folders = objects.filter(({ key }) => after(key) > 0)
    return {
      objects: objects.filter(({ key }) => after(key) === 0),
      commonPrefixes: [...new Set(folders.map(({ key }) => key.slice(0, after(key))))],
      isTruncated: false,
    }
  }
  store.deleteObject = async (bucket, key) => {
    for (const resource of ['object', 'object.md5', 'metadata.json']) {
      // Synchronous, as is listing, so that a list sees the object either before or after its removal.
      rmSync(store.getResourcePath(bucket, key, resource), { force: true })
    }
  }
  store.putPart = async (bucket, uploadId, part, content) => {
    const uploads = store.getResourcePath(bucket, undefined, 'uploads')
    const path = join(uploads, uploadId, `${part}`)
    const written = await writeAside(path, content)
    await writeFile(`${path}.md5`, written.md5)
    return written
  }
}

async function writeAside(path: string, content: Readable): Promise<{ size: number; md5: string }> {
  const hash = createHash('md5')
  let size = 0
  const aside = `${path}~${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(aside),
  )
  renameSync(aside, path)
  return { size, md5: hash.digest('hex') }
}
