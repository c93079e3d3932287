const HEADER_BYTES = 44

/** Writes samples from -1 to 1 as a 16-bit mono WAV file. */
export function encodeWav(samples: Float32Array, sampleRate: number): ArrayBuffer {
  const bytes = samples.length * 2
  const buffer = new ArrayBuffer(HEADER_BYTES + bytes)
  const view = new DataView(buffer)
  writeText(view, 0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + bytes, true)
  writeText(view, 8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  writeText(view, 36, 'data')
  view.setUint32(40, bytes, true)
  for (let i = 0; i < samples.length; i++) {
    const sample = Math.max(-1, Math.min(1, samples[i] as number))
    view.setInt16(HEADER_BYTES + i * 2, Math.round(sample * 32_767), true)
  }
  return buffer
}

function writeText(view: DataView, offset: number, text: string): void {
  for (let i = 0; i < text.length; i++) view.setUint8(offset + i, text.charCodeAt(i))
}
