/** A packet preceded by its length, as it is sent over TCP (RFC 4571). */
export function frame(packet: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(packet.length + 2)
  framed.writeUInt16BE(packet.length, 0)
  packet.copy(framed, 2)
  return framed
}

/** Splits a TCP stream into packets. */
export class FrameReader {
  readonly #longest: number
  #rest: Buffer = Buffer.alloc(0)

  constructor(longest: number) {
    this.#longest = longest
  }

  /** Returns the packets that are complete now; undefined if one is longer than allowed. */
  read(chunk: Buffer): Buffer[] | undefined {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const packets: Buffer[] = []
    let offset = 0
    while (data.length - offset >= 2) {
      const length = data.readUInt16BE(offset)
      if (length > this.#longest) return undefined
      if (data.length - offset < 2 + length) break
      packets.push(data.subarray(offset + 2, offset + 2 + length))
      offset += 2 + length
    }
    // A copy, so that a few bytes do not keep a large chunk in memory.
    this.#rest = Buffer.from(data.subarray(offset))
    return packets
  }
}
