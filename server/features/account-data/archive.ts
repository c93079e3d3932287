import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ArchiveEntry {
  path: string
  source: Readable
  /** False for content that is already compressed, such as audio. */
  compress: boolean
}

export interface ArchiveWriter {
  /** Resolves once the source is read to its end, at the pace of the archive's reader. */
  add(entry: ArchiveEntry): Promise<void>
}

/**
 * A ZIP archive that `write` fills while it is read. If `write` fails, the stream is destroyed with
 * its error. If the reader disconnects, the current source is destroyed.
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
