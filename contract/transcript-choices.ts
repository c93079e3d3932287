/** What an author can choose in place of writing the transcript: a helper or a service drafts it, or nobody. */
export const TRANSCRIPT_CHOICES = ['helper', 'speech', 'left-out'] as const
export type TranscriptChoice = (typeof TRANSCRIPT_CHOICES)[number]
