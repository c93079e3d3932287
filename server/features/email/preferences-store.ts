import type { MailingKind } from '#contract/email.ts'
import type { Queryable } from '#server/db/connect.ts'

export interface MailChoice {
  kind: MailingKind
  isWanted: boolean
}

/** The choices that a member has made; kinds they never changed are missing. */
export function listMailChoices(db: Queryable, memberId: string): Promise<MailChoice[]> {
  return db
    .selectFrom('mailingChoice')
    .select(['kind', 'isWanted'])
    .where('memberId', '=', memberId)
    .orderBy('kind')
    .execute()
}

/** Saves a member's choices. Violates a foreign key if the account was deleted. */
export async function saveMailChoices(
  trx: Queryable,
  input: { memberId: string; choices: readonly MailChoice[]; now: Date },
): Promise<void> {
  const { memberId, choices, now: changedAt } = input
  if (choices.length === 0) return
  await trx
    .insertInto('mailingChoice')
    .values(choices.map((choice) => ({ memberId, changedAt, ...choice })))
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'kind'])
        .doUpdateSet((eb) => ({
          isWanted: eb.ref('excluded.isWanted'),
          changedAt: eb.ref('excluded.changedAt'),
        }))
        .whereRef('mailingChoice.isWanted', '<>', 'excluded.isWanted'),
    )
    .execute()
}

export interface AddressState {
  emailVerified: boolean
  isBounced: boolean
}

/** The reasons why a member's address gets no mailings; undefined if the account was deleted. */
export async function findAddressState(
  db: Queryable,
  memberId: string,
): Promise<AddressState | undefined> {
  const row = await db
    .selectFrom('member')
    .leftJoin('emailSuppression', (join) =>
      join
        .onRef('emailSuppression.email', '=', 'member.email')
        .on('emailSuppression.liftedAt', 'is', null),
    )
    .select(['member.emailVerifiedAt', 'emailSuppression.emailSuppressionId'])
    .where('member.memberId', '=', memberId)
    .executeTakeFirst()
  return (
    row && {
      emailVerified: row.emailVerifiedAt !== null,
      isBounced: row.emailSuppressionId !== null,
    }
  )
}
