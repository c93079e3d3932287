import { z } from 'zod'
import { readDraft, removeDraft, writeDraft } from '#web/features/accounts/session-draft.ts'

const KEY = 'code-request'
/** The lifetime of a code. */
const LIFETIME_MS = 10 * 60 * 1000

const CodeRequest = z.object({ email: z.string(), requestedAt: z.number() })

/** The address that a code was sent to, known even if the phone has reloaded the page since. */
export function findCodeRequest(now: Date): string | undefined {
  const request = readDraft(KEY, CodeRequest)
  const isAlive = request && now.getTime() - request.requestedAt < LIFETIME_MS
  return isAlive ? request.email : undefined
}

export function saveCodeRequest(email: string, now: Date): void {
  writeDraft(KEY, { email, requestedAt: now.getTime() })
}

export function forgetCodeRequest(): void {
  removeDraft(KEY)
}
