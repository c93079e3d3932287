import { type FileHandle, open } from 'node:fs/promises'
import { CLOCK_RATE } from './limits.ts'
import { findLastPage, type LastPage, opusHead, opusTags, segmentsOf, writePage } from './ogg.ts'

/** Larger than a page, so that the end of any file contains its last complete page. */
const TAIL_BYTES = 2 * 65_536
const MOST_SEGMENTS = 255

/** What is known about a recording's file. */
export interface OggFacts {
  durationSeconds: number
  /** Whether it was ended properly. */
  isWhole: boolean
}

/** Undefined if the file does not exist or contains no sound. */
export async function readOggFacts(path: string, preSkip: number): Promise<OggFacts | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const last = (await lastPageOf(file))?.page
    if (!last || last.granule <= preSkip) return undefined
    return { durationSeconds: (last.granule - preSkip) / CLOCK_RATE, isWhole: last.isLast }
  } finally {
    await file.close()
  }
}

async function lastPageOf(file: FileHandle): Promise<{ page: LastPage; end: number } | undefined> {
  const { size } = await file.stat()
  const from = Math.max(0, size - TAIL_BYTES)
  const tail = Buffer.alloc(size - from)
  await file.read(tail, 0, tail.length, from)
  const page = findLastPage(tail)
  return page && { page, end: from + page.end }
}

/**
 * A recording's file. Only complete pages are appended, so that everything that was flushed can be
 * played whatever happens. A file that broke off is continued after its last complete page.
 */
export class OggFile {
  readonly #file: FileHandle
  readonly #serial: number
  #sequence: number
  #granule: number
  #packets: Uint8Array[] = []
  #segments = 0
  /** Writes run one after the other. */
  #written: Promise<void> = Promise.resolve()

  private constructor(
    file: FileHandle,
    state: { serial: number; sequence: number; granule: number },
  ) {
    this.#file = file
    this.#serial = state.serial
    this.#sequence = state.sequence
    this.#granule = state.granule
  }

  static async open(path: string, preSkip: number): Promise<OggFile> {
    const file = await open(path, 'a+', 0o600)
    const found = await lastPageOf(file)
    if (found && found.page.sequence >= 1) {
      await file.truncate(found.end)
      const { serial, sequence, granule } = found.page
      return new OggFile(file, { serial, sequence: sequence + 1, granule })
    }
    await file.truncate(0)
    const serial = Math.floor(Math.random() * 2 ** 32)
    const ogg = new OggFile(file, { serial, sequence: 0, granule: 0 })
    ogg.#write([opusHead(preSkip)], { isLast: false })
    ogg.#write([opusTags()], { isLast: false })
    await ogg.#written
    return ogg
  }

  /** Samples that are in the file or will be with the next page. */
  get samples(): number {
    return this.#granule
  }

  add(packet: Uint8Array, samples: number): void {
    const segments = segmentsOf(packet.length)
    if (this.#segments + segments > MOST_SEGMENTS) this.flush()
    this.#packets.push(packet)
    this.#segments += segments
    this.#granule += samples
  }

  /** Writes the packets since the last page as a page. */
  flush(): void {
    if (this.#packets.length > 0) this.#write(this.#packets, { isLast: false })
    this.#packets = []
    this.#segments = 0
  }

  /** Writes the last page and closes the file. */
  async end(): Promise<void> {
    this.#write(this.#packets, { isLast: true })
    this.#packets = []
    try {
      await this.#written
      await this.#file.datasync()
    } finally {
      await this.#file.close()
    }
  }

  #write(packets: Uint8Array[], { isLast }: { isLast: boolean }): void {
    const sequence = this.#sequence++
    const page = writePage(
      {
        serial: this.#serial,
        sequence,
        granule: sequence < 2 ? 0 : this.#granule,
        isFirst: sequence === 0,
        isLast,
      },
      packets,
    )
    this.#written = this.#written.then(async () => {
      await this.#file.appendFile(page)
    })
    // `end` reports a failed write; until then it must not crash the process.
    this.#written.catch(() => undefined)
  }
}
