/**
 * Bytes of a message before its content: the type, which the first message lacks, and the length.
 */
const HEADER_BYTES = 5
const QUERY = 'Q'.charCodeAt(0)
const EXECUTE = 'E'.charCodeAt(0)

/**
 * Counts the statements that a client sends to PostgreSQL (protocol 3: simple queries and
 * executions of prepared statements). The returned function takes the bytes of one connection as
 * they arrive.
 */
export function statementCounter(onStatement: () => void): (bytes: Buffer) => void {
  let header = Buffer.alloc(0)
  let skip = 0
  let isFirst = true
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      if (skip > 0) {
        const step = Math.min(skip, bytes.length - at)
        skip -= step
        at += step
        continue
      }
      const size = isFirst ? HEADER_BYTES - 1 : HEADER_BYTES
      const part = bytes.subarray(at, at + size - header.length)
      header = Buffer.concat([header, part])
      at += part.length
      if (header.length < size) return
      const type = isFirst ? 0 : header[0]
      if (type === QUERY || type === EXECUTE) onStatement()
      // The length includes itself, but not the type.
      skip = header.readUInt32BE(size - 4) - 4
      header = Buffer.alloc(0)
      isFirst = false
    }
  }
}
