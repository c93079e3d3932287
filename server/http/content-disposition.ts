/**
 * The header with a file's name for saving it (RFC 6266). A name beyond ASCII is given twice: in
 * full (RFC 8187), and with `_` in place of other characters.
 *
 * @param name already safe, as `safeFileName` returns it
 */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  // Some clients decode percent signs in the plain form.
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_')
  const header = `${type}; filename="${plain}"`
  return plain === name ? header : `${header}; filename*=UTF-8''${encode(name)}`
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
