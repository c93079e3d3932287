/**
 * The base64 forms that a text can take inside something longer: one for each of three positions,
 * without the first and last characters, which depend on the neighboring bytes.
 */
export function base64FormsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6)),
  )
}
