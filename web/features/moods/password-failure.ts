import { ApiError, sentenceOf } from '#web/lib/api.ts'

/** What stands beside a password that was not taken. */
export function passwordFailure(error: Error): string {
  const beside = error instanceof ApiError ? error.fields.password : undefined
  return beside ?? sentenceOf(error)
}
