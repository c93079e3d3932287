/* Ogg pages (RFC 3533) with Opus in them (RFC 7845), and files of them. */
import { type FileHandle, open } from 'node:fs/promises'
import { CLOCK_RATE } from './limits.ts'

/** Samples at a recording's start that only warm the decoder up: the encoder's delay at 48 kHz. */
export const PRE_SKIP = 312

const HEADER_BYTES = 27
const MOST_SEGMENTS = 255
const CAPTURE = Buffer.from('OggS')
const CRC_AT = 22

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 24
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 0x8000_0000 ? (remainder << 1) ^ 0x04c1_1db7 : remainder << 1
  }
  return remainder >>> 0
})

function checksum(page: Buffer): number {
  let crc = 0
  for (let index = 0; index < page.length; index++) {
    const byte = index >= CRC_AT && index < CRC_AT + 4 ? 0 : (page[index] ?? 0)
    crc = ((crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? 0)) >>> 0
  }
  return crc
}

export interface OggPage {
  serial: number
  /** Counts the stream's pages from 0. */
  sequence: number
  /** Samples at 48 kHz up to the end of this page, including those to skip. */
  granule: number
  isFirst: boolean
  isLast: boolean
}

/** The number of lacing values that a packet takes; one page has room for 255. */
function segmentsOf(packetBytes: number): number {
  return Math.floor(packetBytes / 255) + 1
}

/** A page of whole packets. Throws when they do not fit on one. */
export function writePage(page: OggPage, packets: Uint8Array[]): Buffer {
  const lacing = packets.flatMap((packet) => [
    ...Array.from({ length: segmentsOf(packet.length) - 1 }, () => 255),
    packet.length % 255,
  ])
  if (lacing.length > MOST_SEGMENTS) throw new Error('These packets do not fit on one page.')
  const header = Buffer.alloc(HEADER_BYTES)
  CAPTURE.copy(header)
  header.writeUInt8((page.isFirst ? 2 : 0) | (page.isLast ? 4 : 0), 5)
  header.writeBigInt64LE(BigInt(page.granule), 6)
  header.writeUInt32LE(page.serial, 14)
  header.writeUInt32LE(page.sequence, 18)
  header.writeUInt8(lacing.length, 26)
  const bytes = Buffer.concat([header, Buffer.from(lacing), ...packets])
  bytes.writeUInt32LE(checksum(bytes), CRC_AT)
  return bytes
}

/** The first packet: one channel, made from 48 kHz, with `preSkip` samples to skip at the start. */
export function opusHead(preSkip: number): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(48_000, 12)
  return head
}

/** The second packet: the encoder's name and no comments. */
function opusTags(): Buffer {
  const vendor = 'folx'
  const tags = Buffer.alloc(8 + 4 + vendor.length + 4)
  tags.write('OpusTags')
  tags.writeUInt32LE(vendor.length, 8)
  tags.write(vendor, 12)
  return tags
}

/** The last complete page in a part of a file, and where it ends. */
export interface LastPage extends OggPage {
  /** Bytes from the beginning of the part to the end of the page. */
  end: number
}

/** Finds the last complete and undamaged page at the end of a file, however it broke off. */
export function findLastPage(tail: Buffer): LastPage | undefined {
  for (let at = tail.lastIndexOf(CAPTURE); at >= 0; at = tail.lastIndexOf(CAPTURE, at - 1)) {
    const end = pageEnd(tail, at)
    if (end !== undefined) return { ...readHeader(tail.subarray(at, end)), end }
    if (at === 0) break
  }
  return undefined
}

function pageEnd(data: Buffer, at: number): number | undefined {
  const body = at + HEADER_BYTES + (data[at + 26] ?? Number.POSITIVE_INFINITY)
  if (body > data.length) return undefined
  const end = data.subarray(at + HEADER_BYTES, body).reduce((sum, size) => sum + size, body)
  if (end > data.length) return undefined
  const page = data.subarray(at, end)
  return page.readUInt32LE(CRC_AT) === checksum(page) ? end : undefined
}

function readHeader(page: Buffer): OggPage {
  const flags = page.readUInt8(5)
  return {
    serial: page.readUInt32LE(14),
    sequence: page.readUInt32LE(18),
    granule: Number(page.readBigInt64LE(6)),
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0,
  }
}

/** Larger than a page, so that the end of any file contains its last complete page. */
const TAIL_BYTES = 2 * 65_536

/** The facts about a recording's file. */
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
