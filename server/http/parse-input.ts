import type { z } from 'zod'
import type { FieldErrors } from '#contract/errors.ts'
import { AppError } from '#server/domain/app-error.ts'

/** Used if the contract has no sentence: zod's own messages aren't meant for members. */
const NO_SENTENCE = 'Some of this isn’t valid. Check it and try again.'

/** Parses what a client sent, or throws `invalid_input` with each field's first sentence. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: () => NO_SENTENCE })
  if (result.success) return result.data
  const [first] = result.error.issues
  // An array or a text instead of an object: the contract has no sentence for that.
  if (first?.code === 'invalid_type' && first.path.length === 0) {
    throw new AppError('invalid_input', 'This request could not be read.')
  }
  const fields: FieldErrors = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    if (name) fields[name] ??= issue.message
  }
  throw new AppError('invalid_input', first?.message ?? NO_SENTENCE, { fields })
}
