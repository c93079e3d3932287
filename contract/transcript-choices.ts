/** The author's choices besides writing the transcript: a helper, a service or nobody drafts it. */
export const TRANSCRIPT_CHOICES = ['helper', 'speech', 'left-out'] as const
export type TranscriptChoice = (typeof TRANSCRIPT_CHOICES)[number]
