import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'
import type { S3Config } from './s3.ts'

/** Runs an S3 server on a free port of this machine, for tests. */
export async function startS3Server(): Promise<{ config: S3Config; stop: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'folx', configs: [] }],
  })
  writeWhole(server)
  const { port } = await server.run()
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'folx',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * s3rver writes objects in place and answers before the last byte is on the disk. A real store
 * shows an object whole or not at all.
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
  await rename(aside, path)
  return { size, md5: hash.digest('hex') }
}
