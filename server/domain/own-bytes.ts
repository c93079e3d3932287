/**
 * Copies the bytes into memory of their own. Small Buffers share a pooled block of 64 kB that stays
 * in memory as long as any Buffer in it does, so a cache has to keep a copy.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
