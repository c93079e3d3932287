/** File systems allow 255 bytes, and browsers append a number to a name that already exists. */
const MAX_BYTES = 200
/**
 * Characters that reverse the reading direction (`gpj.exe`), line endings, and characters that some
 * file systems reject.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}<>:"|?*]/gu

/**
 * A name that is safe to save a file under: without a folder, invisible characters or a leading
 * dot, and with the ending that matches the file's contents.
 *
 * @param ending with its dot, such as `.pdf`
 */
export function safeFileName(name: string, ending: string): string {
  const bare = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // Characters on both sides of a removed one may now combine into one letter.
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
