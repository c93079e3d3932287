import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError, sentenceOf } from '#web/lib/api.ts'

/** Shows the server's field errors next to their inputs. The first one gets the focus. */
export function showFieldErrors<T extends FieldValues>(
  form: { setError: UseFormSetError<T> },
  input: { error: Error; names: readonly Path<T>[] },
): void {
  const { error, names } = input
  if (!(error instanceof ApiError)) return
  const refused = names.filter((name) => error.fields[name])
  for (const [index, name] of refused.entries()) {
    const message = error.fields[name] ?? ''
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
  }
}

/**
 * The sentence above a form about an error; undefined if its inputs have all of it next to them.
 *
 * @param names those of the form's inputs
 */
export function sentenceAbove(error: Error, names: readonly string[]): string | undefined {
  const fields = error instanceof ApiError ? Object.keys(error.fields) : []
  const isSaid = fields.length > 0 && fields.every((field) => names.includes(field))
  return isSaid ? undefined : sentenceOf(error)
}
