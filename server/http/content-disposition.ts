/**
 * The header that names a file for whoever saves it (RFC 6266). A name beyond ASCII is given twice:
 * spelt out for everyone (RFC 8187), and with a stand-in for each other character.
 *
 * @param name safe already, as `safeFileName` makes it
 */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  // A per cent sign would be decoded by some readers of the plain form.
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
