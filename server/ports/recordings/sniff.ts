export type RecordingFormat = 'webm' | 'ogg' | 'mp4' | 'mp3' | 'wav' | 'aac' | 'flac'

/** file-type's names for the containers that the converter reads. */
const FORMATS: ReadonlyMap<string, RecordingFormat> = new Map([
  ['webm', 'webm'],
  ['mkv', 'webm'],
  ['ogg', 'ogg'],
  ['oga', 'ogg'],
  ['ogx', 'ogg'],
  ['opus', 'ogg'],
  ['mp4', 'mp4'],
  ['m4a', 'mp4'],
  ['m4b', 'mp4'],
  ['m4v', 'mp4'],
  ['f4a', 'mp4'],
  ['mov', 'mp4'],
  ['3gp', 'mp4'],
  ['3g2', 'mp4'],
  ['mp3', 'mp3'],
  ['wav', 'wav'],
  ['aac', 'aac'],
  ['flac', 'flac'],
])

/**
 * The container that a file's first bytes show, whatever its name says; undefined for anything that
 * is no recording. Quick enough for a request: whether it decodes is found by the converter.
 *
 * @param source the file's path, or its first 4 KiB or more
 */
export async function sniffRecording(
  source: string | Uint8Array,
): Promise<RecordingFormat | undefined> {
  // Loaded with the first upload: it takes memory that most servers at rest can do without.
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type')
  const type =
    typeof source === 'string' ? await fileTypeFromFile(source) : await fileTypeFromBuffer(source)
  return type && FORMATS.get(type.ext)
}
