/**
 * What is certain of a text inside of something longer in base64: it looks different at each of
 * three places, and its first and last characters depend on what stands beside it.
 */
export function base64FormsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6)),
  )
}
