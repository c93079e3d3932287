/** Something a member wrote: a story, a reply to it if `replyId` is given, or a prayer request. */
export type Writing =
  | { storyId: number; replyId?: number | null | undefined; prayerId?: undefined }
  | { prayerId: number; storyId?: undefined; replyId?: undefined }

/** The noun for it in a sentence. */
export function writingNoun({ prayerId, replyId }: Writing): string {
  if (prayerId) return 'prayer request'
  return replyId ? 'reply' : 'story'
}

/**
 * The draft key for a reason that a member is writing about someone's content. `memberId` is the
 * member who writes the reason.
 */
export function reasonDraftKey(
  what: 'report' | 'report-note' | 'suspension' | 'warning' | 'rejection' | 'removal',
  about: Writing & { memberId: string },
): string {
  const { memberId, storyId, replyId, prayerId } = about
  if (prayerId) return `${what}:${memberId}:prayer-${prayerId}`
  return `${what}:${memberId}:${replyId ? `reply-${replyId}` : `story-${storyId}`}`
}
