/** How far a 16-bit sequence number lies after another; negative when it lies before (RFC 1982). */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from + 0x8000) & 0xffff) - 0x8000
}

/** How far a 32-bit RTP timestamp lies after another; negative when it lies before. */
export function timestampDistance(from: number, to: number): number {
  return (to - from) | 0
}
