import { brotliCompressSync, gzipSync } from 'node:zlib'

type Compress<Options> = (bytes: Buffer, options?: Options) => Buffer

/**
 * Compresses a Buffer at its first use and remembers the result as long as the Buffer lives. Cached
 * answers are sent from the same Buffer again and again.
 */
function once<Options>(compress: Compress<Options>): Compress<Options> {
  const results = new WeakMap<Buffer, Buffer>()
  return (bytes, options) => {
    const known = results.get(bytes)
    if (known) return known
    const result = compress(bytes, options)
    results.set(bytes, result)
    return result
  }
}

/** For the option `zlib` of `@fastify/compress`. */
export const compressOnce = {
  brotliCompressSync: once(brotliCompressSync),
  gzipSync: once(gzipSync),
}
