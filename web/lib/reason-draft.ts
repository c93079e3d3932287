/** What somebody wrote: a story, a reply to it where there is one, or a prayer request. */
export type Writing =
  | { storyId: number; replyId?: number | null | undefined; prayerId?: undefined }
  | { prayerId: number; storyId?: undefined; replyId?: undefined }

/** What it is called in a sentence. */
export function writingNoun({ prayerId, replyId }: Writing): string {
  if (prayerId) return 'prayer request'
  return replyId ? 'reply' : 'story'
}

/**
 * Where the reason for something about what somebody wrote is kept while it is written. It belongs
 * to the member who writes it.
 */
export function reasonDraftKey(
  what: 'report' | 'report-note' | 'suspension' | 'warning' | 'rejection',
  about: Writing & { memberId: string },
): string {
  const { memberId, storyId, replyId, prayerId } = about
  if (prayerId) return `${what}:${memberId}:prayer-${prayerId}`
  return `${what}:${memberId}:${replyId ? `reply-${replyId}` : `story-${storyId}`}`
}
