import { notifyFailure } from '#web/features/admin/notify.ts'
import { ApiError } from '#web/lib/api.ts'

/** Default error messages of the Products tab (administrator document, section 8). */
export const FAILURES = {
  create: 'Failed to create product',
  update: 'Failed to update product',
  toggle: 'Failed to toggle product visibility',
} as const

/** The server's sentence, or the default if it has none of its own. */
export function failureText(error: Error, action: keyof typeof FAILURES): string {
  const isSaid = error instanceof ApiError && error.code !== 'internal'
  return isSaid ? error.sentence : FAILURES[action]
}

export function notifyFailed(error: Error, action: keyof typeof FAILURES): void {
  notifyFailure('Error', failureText(error, action))
}
