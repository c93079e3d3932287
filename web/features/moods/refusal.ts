import { ApiError } from '#web/lib/api.ts'

/** The server's reason for a refusal; undefined for an unexpected error. */
export function reasonOf(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.code === 'internal') return undefined
  return Object.values(error.fields)[0] ?? error.sentence
}
