import { AppError } from '#server/domain/app-error.ts'
import { type OwnNames, refusalOfPassword } from '#server/domain/new-password.ts'
import { hashPassword } from '#server/domain/password.ts'

/** The hash of a new password. Throws `invalid_input` on `field` if it is too easy to guess. */
export async function newPasswordHash(
  password: string,
  { names, field }: { names: OwnNames; field: string },
): Promise<string> {
  const refusal = await refusalOfPassword(password, names)
  if (refusal) throw new AppError('invalid_input', refusal, { fields: { [field]: refusal } })
  return hashPassword(password)
}
