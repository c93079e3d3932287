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
 * Detects the container from a file's first bytes, regardless of its name; undefined for anything
 * that is not a recording. Fast enough for a request: only the converter checks whether it decodes.
 *
 * @param source the file's path, or its first 4 KiB or more
 */
export async function sniffRecording(
  source: string | Uint8Array,
): Promise<RecordingFormat | undefined> {
  // Loaded with the first upload, to save memory on idle servers.
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type')
  const type =
    typeof source === 'string' ? await fileTypeFromFile(source) : await fileTypeFromBuffer(source)
  return type && FORMATS.get(type.ext)
}
