/** What a digital file is: file-type's name for it, its ending and what browsers are told. */
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
 * What a file's bytes show, whatever its name says; undefined for anything but the four. A document
 * or a program that is packed as a ZIP (DOCX, EPUB, JAR) is what it is for, and no ZIP.
 */
export async function sniffDigitalFile(path: string): Promise<DigitalFileType | undefined> {
  const { fileTypeFromFile } = await import('file-type')
  const type = await fileTypeFromFile(path)
  return type && TYPES.get(type.ext)
}
