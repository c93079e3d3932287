/** The type of a digital file: its extension, and the content type that browsers get. */
export interface DigitalFileType {
  ending: '.pdf' | '.zip' | '.mp3' | '.mp4'
  contentType: string
}

const TYPES: ReadonlyMap<string, DigitalFileType> = new Map([
  ['pdf', { ending: '.pdf', contentType: 'application/pdf' }],
  ['zip', { ending: '.zip', contentType: 'application/zip' }],
  ['mp3', { ending: '.mp3', contentType: 'audio/mpeg' }],
  ['mp4', { ending: '.mp4', contentType: 'video/mp4' }],
])

/**
 * Detects the type from a file's bytes, regardless of its name; undefined for anything but the four
 * types. A document or program that is packed as a ZIP (DOCX, EPUB, JAR) does not count as a ZIP.
 */
export async function sniffDigitalFile(path: string): Promise<DigitalFileType | undefined> {
  const { fileTypeFromFile } = await import('file-type')
  const type = await fileTypeFromFile(path)
  return type && TYPES.get(type.ext)
}
