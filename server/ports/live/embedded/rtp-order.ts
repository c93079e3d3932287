/** How far a 16-bit sequence number is after another; negative if it is before it (RFC 1982). */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from + 0x8000) & 0xffff) - 0x8000
}

/** How far a 32-bit RTP timestamp is after another; negative if it is before it. */
export function timestampDistance(from: number, to: number): number {
  return (to - from) | 0
}
