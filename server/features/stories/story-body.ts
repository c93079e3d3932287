import { StoryContent, type StoryFields } from '#contract/stories.ts'
import { AppError } from '#server/domain/app-error.ts'

/** A received file, which exists on disk during its request. */
export interface ReceivedFile {
  path: string
  bytes: number
}

/** A story's body, from the submitted form. */
export type StoryBody =
  | { kind: 'text'; content: string; anotherVoice: boolean }
  | { kind: 'recording'; file: ReceivedFile; caption: string | null }
  /** The existing recording is kept. */
  | { kind: 'kept recording'; caption: string | null | undefined }

/**
 * Reads the submitted body: a text or a recording, never both. A caption without a text belongs to a
 * voice story, so then the recording is missing. A story in another voice is a text: a recording
 * sent with it is refused, so that no mistake of a page can reveal the author's own voice.
 *
 * @param hasRecording whether the story has a recording that it can keep
 * @throws AppError `invalid_input` that says what is missing
 */
export function readStoryBody(input: {
  fields: StoryFields
  audio: ReceivedFile | undefined
  hasRecording: boolean
}): StoryBody {
  const { audio, hasRecording } = input
  const { anotherVoice } = input.fields
  const content = input.fields.content?.trim() ?? ''
  const caption = input.fields.caption === undefined ? undefined : input.fields.caption || null
  if (anotherVoice && audio) {
    throw refusal('audio', 'A story in another voice is sent without a recording.')
  }
  if (audio && audio.bytes > 0) {
    if (content)
      throw refusal('audio', 'A story is either written or spoken. Please send only one.')
    return { kind: 'recording', file: audio, caption: caption ?? null }
  }
  if (content) return { kind: 'text', content: readContent(content), anotherVoice }
  if (anotherVoice) throw refusal('content', 'Story content is required')
  if (hasRecording && !audio) return { kind: 'kept recording', caption }
  const isSpoken =
    audio !== undefined || (input.fields.content === undefined && caption !== undefined)
  if (isSpoken) throw refusal('audio', 'Please record your story before submitting')
  throw refusal('content', 'Story content is required')
}

function readContent(content: string): string {
  const result = StoryContent.safeParse(content)
  if (result.success) return result.data
  throw refusal('content', result.error.issues[0]?.message ?? 'Story content is required')
}

function refusal(field: 'content' | 'audio', sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
}
