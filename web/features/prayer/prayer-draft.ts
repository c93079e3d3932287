/**
 * Drafts belong to one member and stay in the tab. Without `requestId`, the draft is for a new
 * request.
 */
export function prayerDraftKey(memberId: string, requestId?: number): string {
  return `prayer:${memberId}:${requestId ?? 'new'}`
}

export function answerDraftKey(memberId: string, requestId: number): string {
  return `prayer:${memberId}:${requestId}:answer`
}
