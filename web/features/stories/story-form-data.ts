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

/** A complete story. In audio mode the recording stands beside these values. */
export const StoryValues = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('text'),
    ...shared,
    content: StoryContent,
    ...{ caption: z.string(), transcript },
  }),
  z
    .object({
      mode: z.literal('audio'),
      ...shared,
      content: z.string(),
      ...{ caption: z.string().trim(), transcript },
    })
    // What somebody else writes makes no mistake of what stays hidden here.
    .superRefine(({ caption, transcript }, context) => {
      const { error } = StoryFields.shape.caption.safeParse(caption)
      if (transcript !== 'write' || !error) return
      for (const { message } of error.issues) {
        context.addIssue({ code: 'custom', path: ['caption'], message })
      }
    }),
])
export type StoryValues = z.infer<typeof StoryValues>

/** Whether a story can be sent in again with the recording that it has. */
export function canKeepRecording(story: Pick<Story, 'audioState'> | undefined): boolean {
  return story?.audioState === 'ready' || story?.audioState === 'processing'
}

/**
 * The multipart form of a story. The file is called `story.wav` whatever it holds (member
 * document, section 7): the server reads the real type from its bytes.
 *
 * @param key of a new story: the same for every try to send it
 */
export function storyFormData(
  values: StoryValues,
  recording: Blob | undefined,
  key?: string,
): FormData {
  const form = new FormData()
  if (key) form.set('key', key)
  form.set('title', values.title)
  form.set('category', values.category)
  if (values.mode === 'text') form.set('content', values.content)
  if (values.mode === 'text') return form
  const caption = values.transcript === 'write' ? values.caption : ''
  form.set('caption', caption)
  if (values.transcript !== 'write') form.set('transcript', values.transcript)
  // A new recording that nothing was written for goes without; a stored one keeps what it has.
  else if (recording && caption === '') form.set('transcript', 'left-out')
  if (recording) form.set('audio', recording, 'story.wav')
  return form
}
