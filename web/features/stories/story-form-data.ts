import { z } from 'zod'
import {
  type Story,
  StoryCategory,
  StoryContent,
  StoryFields,
  StoryTitle,
} from '#contract/stories.ts'
import { TRANSCRIPT_CHOICES } from '#contract/transcript-choices.ts'

const transcript = z.enum(['write', ...TRANSCRIPT_CHOICES])
const shared = { title: StoryTitle, category: z.string().pipe(StoryCategory) }

/** A complete story. In audio mode the recording is passed separately. */
export const StoryValues = z.discriminatedUnion('mode', [
  z.object({
    mode: z.enum(['text', 'another-voice']),
    ...shared,
    content: StoryContent,
    caption: z.string(),
    transcript,
  }),
  z
    .object({
      mode: z.literal('audio'),
      ...shared,
      content: z.string(),
      caption: z.string().trim(),
      transcript,
    })
    // The caption is validated only when the author writes it here; otherwise its field is hidden.
    .superRefine(({ caption, transcript }, context) => {
      const { error } = StoryFields.shape.caption.safeParse(caption)
      if (transcript !== 'write' || !error) return
      for (const { message } of error.issues) {
        context.addIssue({ code: 'custom', path: ['caption'], message })
      }
    }),
])
export type StoryValues = z.infer<typeof StoryValues>

/** Whether a story can be resubmitted with its existing recording. */
export function canKeepRecording(story: Pick<Story, 'audioState'> | undefined): boolean {
  return story?.audioState === 'ready' || story?.audioState === 'processing'
}

/**
 * The multipart form of a story. The file is always named `story.wav` (member document, section 7);
 * the server detects its real type from the bytes.
 *
 * @param key identifies a new story; the same for every attempt to send it
 * @param version that of the story that is edited, as the form showed it
 */
export function storyFormData(
  values: StoryValues,
  recording: Blob | undefined,
  { key, version }: { key?: string | undefined; version?: string | undefined } = {},
): FormData {
  const form = new FormData()
  if (version !== undefined) form.set('version', version)
  if (key) form.set('key', key)
  form.set('title', values.title)
  form.set('category', values.category)
  if (values.mode !== 'audio') {
    form.set('content', values.content)
    if (values.mode === 'another-voice') form.set('anotherVoice', 'true')
    return form
  }
  const caption = values.transcript === 'write' ? values.caption : ''
  form.set('caption', caption)
  if (values.transcript !== 'write') form.set('transcript', values.transcript)
  // A new recording without a caption has no transcript; a stored recording keeps its own.
  else if (recording && caption === '') form.set('transcript', 'left-out')
  if (recording) form.set('audio', recording, 'story.wav')
  return form
}
