/**
 * The same bytes in memory of their own. Small Buffers share blocks of 64 kB, and a block stays for as
 * long as one Buffer in it does, so a Buffer that a cache keeps has to be a copy.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
