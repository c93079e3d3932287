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

/** The message above the form; undefined if those next to its inputs cover everything. */
export function noticeOf(error: Error, names: readonly string[]): string | undefined {
  const refused = error instanceof ApiError ? Object.keys(error.fields) : []
  const isSaid = refused.length > 0 && refused.every((name) => names.includes(name))
  return isSaid ? undefined : sentenceOf(error)
}
