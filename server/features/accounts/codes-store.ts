import type { Queryable } from '#server/db/connect.ts'

/** Stores a browser's code for an address, replacing its earlier one. Deletes expired codes. */
export async function putCode(
  db: Queryable,
  code: CodeRequest & { codeHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  const { now, ...values } = code
  const { codeHash, expiresAt } = values
  await db.deleteFrom('oneTimeCode').where('expiresAt', '<=', now).execute()
  await db
    .insertInto('oneTimeCode')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'browserHash'])
        .doUpdateSet({ codeHash, expiresAt, wrongTries: 0 }),
    )
    .execute()
}

/** Identifies a code: the address, and the browser that requested it. */
interface CodeRequest {
  email: string
  browserHash: Buffer
}

export interface CodeTry extends CodeRequest {
  codeHash: Buffer
  maxTries: number
  now: Date
}

/** Uses up a code; false if it is wrong, expired, unknown or out of tries. */
export async function takeCode(db: Queryable, code: CodeTry): Promise<boolean> {
  const result = await db
    .deleteFrom('oneTimeCode')
    .where('email', '=', code.email)
    .where('browserHash', '=', code.browserHash)
    .where('codeHash', '=', code.codeHash)
    .where('wrongTries', '<', code.maxTries)
    .where('expiresAt', '>', code.now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Whether a code is right; counts the try if it is not. A single statement, so that simultaneous
 * tries are judged one after another and cannot exceed `maxTries`.
 */
export async function tryCode(db: Queryable, code: CodeTry): Promise<boolean> {
  const tried = await db
    .updateTable('oneTimeCode')
    .set((eb) => ({
      wrongTries: eb
        .case()
        .when('codeHash', '=', code.codeHash)
        .then(eb.ref('wrongTries'))
        .else(eb('wrongTries', '+', 1))
        .end(),
    }))
    .where('email', '=', code.email)
    .where('browserHash', '=', code.browserHash)
    .where('wrongTries', '<', code.maxTries)
    .where('expiresAt', '>', code.now)
    .returning('codeHash')
    .executeTakeFirst()
  return tried?.codeHash.equals(code.codeHash) ?? false
}

/**
 * Locks all codes requested for an address, in a fixed order. A sign-in may end all of them and the
 * member's reset links. Every transaction locks the codes first, then the member, then the links,
 * so that no two of them deadlock.
 */
export async function lockCodes(trx: Queryable, email: string): Promise<void> {
  const codes = trx.selectFrom('oneTimeCode').select('browserHash').where('email', '=', email)
  await codes.orderBy('browserHash').forUpdate().execute()
}

/** Deletes all codes requested for an address. */
export async function deleteCodes(db: Queryable, email: string): Promise<void> {
  await lockCodes(db, email)
  await db.deleteFrom('oneTimeCode').where('email', '=', email).execute()
}
