import { ApiError, sentenceOf } from '#web/lib/api.ts'

/** The message next to the password field after the password was refused. */
export function passwordFailure(error: Error): string {
  const beside = error instanceof ApiError ? error.fields.password : undefined
  return beside ?? sentenceOf(error)
}
