import { ApiError } from '#web/lib/api.ts'

/** Why the server refused, in its own words; undefined where it does not know itself. */
export function reasonOf(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.code === 'internal') return undefined
  return Object.values(error.fields)[0] ?? error.sentence
}
