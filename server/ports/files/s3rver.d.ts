/** What the tests use of s3rver, which ships no types. */
declare module 's3rver' {
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
    putObject(object: StoredObject): Promise<Written>
    putPart(bucket: string, uploadId: string, part: number, content: Readable): Promise<Written>
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
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  export = S3rver
}
