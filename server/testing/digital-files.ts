import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Minimal files of each kind that can be sold, padded to `size`. */
export function pdf(size = 200): Buffer {
  return filled(Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj <</Type /Catalog>> endobj\n'), size)
}

export function mp3(size = 2_000): Buffer {
  // An empty ID3v2.4 tag, then the header of an MPEG-1 layer III frame.
  const tag = Buffer.from('49443304000000000000', 'hex')
  return filled(Buffer.concat([tag, Buffer.from('fffb9064', 'hex')]), size)
}

export function mp4(size = 400, brand = 'isom'): Buffer {
  const head = Buffer.alloc(20)
  head.writeUInt32BE(20)
  head.write(`ftyp${brand}`, 4, 'latin1')
  head.write('isom', 16, 'latin1')
  return filled(head, size)
}

/** @param entries in order; a `mimetype` is stored uncompressed, as EPUB requires */
export function zip(
  entries: Record<string, string> = { 'readme.txt': 'Welcome.' },
): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, text] of Object.entries(entries)) {
    file.addBuffer(Buffer.from(text), name, { compress: name !== 'mimetype' })
  }
  file.end()
  // yazl's stream is Node's own.
  return buffer(file.outputStream as NodeJS.ReadableStream)
}

function filled(head: Buffer, size: number): Buffer {
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), 7)])
}
