import { open } from 'node:fs/promises'

/** Recorders that don't know the length in advance write 0 or about the largest number. */
const UNKNOWN_LENGTH = 0x7f_ff_00_00
const MAX_CHUNKS = 1_000

/**
 * How many seconds of sound a WAV file lacks of what its header states, which FFmpeg doesn't tell; 0
 * for a header without a length.
 */
export async function missingWavSeconds(path: string): Promise<number> {
  await using file = await open(path)
  const { size } = await file.stat()
  const chunk = Buffer.alloc(8)
  let bytesPerSecond = 0
  let at = 12
  for (let count = 0; count < MAX_CHUNKS && at + 8 <= size; count += 1) {
    await file.read(chunk, 0, 8, at)
    const name = chunk.toString('latin1', 0, 4)
    const length = chunk.readUInt32LE(4)
    if (name === 'data') {
      const missing = at + 8 + length - size
      return length < UNKNOWN_LENGTH && bytesPerSecond > 0
        ? Math.max(0, missing / bytesPerSecond)
        : 0
    }
    if (name === 'fmt ') {
      const rate = Buffer.alloc(4)
      await file.read(rate, 0, 4, at + 8 + 8)
      bytesPerSecond = rate.readUInt32LE(0)
    }
    // Chunks begin at even positions.
    at += 8 + length + (length % 2)
  }
  return 0
}
