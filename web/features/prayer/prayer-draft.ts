/** Drafts belong to one member and stay in the tab. Without a request, it is that of a new one. */
export function prayerDraftKey(memberId: string, requestId?: number): string {
  return `prayer:${memberId}:${requestId ?? 'new'}`
}

export function answerDraftKey(memberId: string, requestId: number): string {
  return `prayer:${memberId}:${requestId}:answer`
}
