/** File systems take 255 bytes, and browsers add a number to a name that is there already. */
const MAX_BYTES = 200
/** Marks that reverse what is read (`gpj.exe`), line ends, and what some file systems refuse. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}<>:"|?*]/gu

/**
 * A name that is safe to save a file under: without folder, invisible marks or a leading dot, and
 * with the ending that its bytes deserve.
 *
 * @param ending with its dot, such as `.pdf`
 */
export function safeFileName(name: string, ending: string): string {
  const bare = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // What stood on both sides of a removed mark may be one letter now.
  const visible = bare.replace(UNSAFE, '').normalize('NFC').replace(/\s+/g, ' ')
  const hasEnding = visible.trim().toLowerCase().endsWith(ending)
  const stem = hasEnding ? visible.trim().slice(0, -ending.length) : visible
  const trimmed = shorten(trimDots(stem), MAX_BYTES - ending.length)
  return `${trimDots(trimmed) || 'file'}${ending}`
}

function trimDots(text: string): string {
  return text.replace(/^[\s.]+|[\s.]+$/g, '')
}

/** Cuts between characters, never within one. */
function shorten(text: string, maxBytes: number): string {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    kept += character
  }
  return kept
}
