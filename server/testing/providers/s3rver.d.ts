/** Types for the parts of s3rver that the tests use; it ships none. */
declare module 's3rver' {
  import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
  import type { AddressInfo } from 'node:net'
  import type { Readable } from 'node:stream'

  interface StoredObject {
    bucket: string
    key: string
    content: Readable
    metadata: Record<string, string>
  }

  interface Written {
    size: number
    md5: string
  }

  interface Store {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    existsObject(bucket: string, key: string): Promise<boolean>
    listObjects(
      bucket: string,
      options: { prefix?: string; delimiter?: string },
    ): Promise<{ objects: { key: string }[]; commonPrefixes: string[]; isTruncated: boolean }>
    deleteObject(bucket: string, key: string): Promise<void>
    putObject(object: StoredObject): Promise<Written>
    putPart(bucket: string, uploadId: string, part: number, content: Readable): Promise<Written>
  }

  /** Koa's context. */
  interface S3Context {
    method: string
    path: string
    headers: IncomingHttpHeaders
    status: number
    type: string
    body: string
    /** False when the response is written directly to `res`. */
    respond: boolean
    res: ServerResponse
  }

  class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    store: Store
    middleware: ((ctx: S3Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  export default S3rver
  export type { S3Context }
}
