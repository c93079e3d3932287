/**
 * Where the reason for something about a story or reply is kept while it is written. It belongs to
 * the member who writes it.
 */
export function reasonDraftKey(
  what: 'report' | 'report-note' | 'suspension' | 'warning' | 'rejection',
  about: { memberId: string; storyId: number; replyId?: number | null | undefined },
): string {
  const { memberId, storyId, replyId } = about
  return `${what}:${memberId}:${replyId ? `reply-${replyId}` : `story-${storyId}`}`
}
