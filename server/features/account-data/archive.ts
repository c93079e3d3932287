import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ArchiveEntry {
  path: string
  source: Readable
  /** False for what is compressed already, such as sound. */
  compress: boolean
}

export interface ArchiveWriter {
  /** Resolves once the source is read to its end, at the pace of whoever reads the archive. */
  add(entry: ArchiveEntry): Promise<void>
}

/**
 * A ZIP archive that `write` fills while it is read. When `write` fails the stream is destroyed
 * with its error; when the reader goes away, the source under way is destroyed.
 */
export function openArchive(write: (archive: ArchiveWriter) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  zip.on('error', fail)
  const add = async ({ path, source, compress }: ArchiveEntry): Promise<void> => {
    const stop = (): void => void source.destroy()
    output.once('close', stop)
    if (output.destroyed) stop()
    else zip.addReadStream(source, path, { compress })
    try {
      await finished(source)
    } finally {
      output.off('close', stop)
    }
  }
  write({ add }).then(() => zip.end(), fail)
  return output
}
