/** Removes, duplicates and overwrites pieces of a text, always the same way for the same seed. */
export function mutilate(text: string, seed: number): string {
  let state = seed + 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % below
  }
  let result = text
  for (let change = 0; change <= seed % 4; change++) {
    const at = random(result.length)
    const piece = result.slice(at, at + random(60))
    const junk = ['', piece + piece, '\u0000\ud800', '9'.repeat(random(30)), '\r\nm=audio 0 X -']
    result =
      result.slice(0, at) + (junk[random(junk.length)] ?? '') + result.slice(at + piece.length)
  }
  return result
}
