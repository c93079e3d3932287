import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { Application, NewApplication } from '#contract/joining.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { type Listed, type Slice, sliceOf } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import { type ClaimRow, presentClaim } from '#server/domain/claim.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { hasAccount, proveCode, takeProvenCode } from '../accounts/codes.ts'
import { queueMail } from '../email/service.ts'
import {
  applicationApprovedMail,
  applicationDeclinedMail,
} from '../email/templates/joining-mails.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import {
  type About,
  announceQueue,
  recordDecision,
  requireUnclaimed,
  whoWasFirst,
} from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { siteTitle } from '../settings/service.ts'
import { requireAdult } from './admission.ts'
import { makeInvitation } from './invitations.ts'
import { holdSettings } from './service.ts'

/** How long unanswered applications are kept, and invitations after their end. */
const KEPT_MS = 30 * DAY_MS
/** The most applications that can wait at the same time. */
const MOST_APPLICATIONS = 1_000
/** How many days an applicant's invitation is valid. */
const INVITATION_DAYS = 14

const ACCOUNT_EXISTS = 'This address already has an account. Sign in instead.'

/**
 * Stores an application whose address was verified with a code. Throws `conflict` if the community
 * takes no applications, and if the address has an account, which only its owner can learn.
 */
export async function apply(
  context: Context,
  { application, browser }: { application: NewApplication; browser: Browser },
): Promise<void> {
  const { email, message, code } = application
  await context.limits.consume('application-address', browser.address)
  await inTransaction(context.db, requireAsked)
  await requireAdult(context.db, application.isAdult)
  const proven = await proveCode(context, { email, code, browser })
  if (await hasAccount(context, email)) {
    throw new AppError('conflict', ACCOUNT_EXISTS, { fields: { email: ACCOUNT_EXISTS } })
  }
  await inTransaction(context.db, async (trx) => {
    await requireAsked(trx)
    if (await isFull(trx, { most: MOST_APPLICATIONS, email })) {
      throw new AppError(
        'conflict',
        'Many applications are waiting. Please try again in a few days.',
      )
    }
    await takeProvenCode(context, trx, proven)
    await putApplication(trx, { email, message, createdAt: context.now() })
    await notifyTeamOf(context, trx, 'team-application')
  })
  announceQueue(context)
}

async function requireAsked(trx: Trx): Promise<void> {
  if ((await holdSettings(trx)).mode === 'asked') return
  throw new AppError('conflict', 'This community isn’t taking applications right now.')
}

/** Applications that are waiting for an answer, oldest first. */
export async function readApplications(
  context: Context,
  admin: Admin,
  query: PageQuery,
): Promise<Page<Application>> {
  const { rows, total } = await listApplications(context.db, {
    since: keptSince(context),
    ...sliceOf(query),
  })
  const reader = { viewerId: admin.id, now: context.now() }
  return { items: rows.map((row) => presentApplication(row, reader)), total }
}

/** Locks an application that an administrator wants to decide about. */
export async function lockApplicationItem(
  context: Context,
  trx: Trx,
  admin: Admin,
  applicationId: number,
): Promise<About> {
  await lockApplication(context, trx, admin, applicationId)
  return about(applicationId)
}

/** Returns its address. */
async function lockApplication(
  context: Context,
  trx: Trx,
  admin: Admin,
  applicationId: number,
): Promise<string> {
  const found = await trx
    .selectFrom('application')
    .select('email')
    .where('applicationId', '=', applicationId)
    .where('createdAt', '>', keptSince(context))
    .forUpdate()
    .executeTakeFirst()
  if (found) return found.email
  const otherwise = 'This application was already answered, or has expired.'
  throw new AppError('conflict', await whoWasFirst(trx, admin, about(applicationId), otherwise))
}

/** The application as the subject of a review. */
function about(applicationId: number): About {
  return { subject: 'application', id: applicationId }
}

/** Emails the applicant an invitation. Nothing stored afterwards says whose it is. */
export async function approveApplication(
  context: Context,
  admin: Admin,
  applicationId: number,
): Promise<void> {
  await decide(
    context,
    { admin, applicationId, action: 'application-approved' },
    async (trx, to) => {
      if ((await holdSettings(trx)).mode === 'closed') {
        throw new AppError(
          'conflict',
          'The community is closed, so an invitation wouldn’t work. Change who may join first.',
        )
      }
      const { url } = await makeInvitation(context, trx, {
        kind: 'application',
        createdBy: admin.id,
        maxUses: 1,
        days: INVITATION_DAYS,
      })
      const brand = await siteTitle(trx)
      const mail = applicationApprovedMail({ brand, url, days: INVITATION_DAYS })
      await queueMail(context, trx, { kind: 'invitation', to, mail })
    },
  )
}

/** Emails the applicant that they can't join, with the reason if one is given. */
export async function declineApplication(
  context: Context,
  admin: Admin,
  { applicationId, reason }: { applicationId: number; reason: string },
): Promise<void> {
  await decide(
    context,
    { admin, applicationId, action: 'application-declined' },
    async (trx, to) => {
      const mail = applicationDeclinedMail({ brand: await siteTitle(trx), reason })
      await queueMail(context, trx, { kind: 'application-declined', to, mail })
    },
  )
}

/**
 * Deletes the application as it is answered. Throws `conflict` if another administrator has claimed or
 * answered it, or it has expired.
 */
async function decide(
  context: Context,
  input: {
    admin: Admin
    applicationId: number
    action: 'application-approved' | 'application-declined'
  },
  queueEmail: (trx: Trx, email: string) => Promise<void>,
): Promise<void> {
  const { admin, applicationId, action } = input
  await inTransaction(context.db, async (trx) => {
    const email = await lockApplication(context, trx, admin, applicationId)
    await requireUnclaimed(context, trx, admin, about(applicationId))
    await queueEmail(trx, email)
    await trx.deleteFrom('application').where('applicationId', '=', applicationId).execute()
    await setWaiting(trx, 'application', applicationId)
    await recordDecision(context, trx, admin, { ...about(applicationId), action })
  })
  announceQueue(context)
}

/** Deletes old applications and invitations. */
export async function forgetOldJoining(context: Context): Promise<void> {
  const kept = keptSince(context)
  const before = { applications: kept, invitations: kept, now: context.now() }
  const wasWaiting = await inTransaction(context.db, (trx) => deleteOld(trx, before))
  if (wasWaiting) announceQueue(context)
}

function keptSince({ now }: Context): Date {
  return new Date(now().getTime() - KEPT_MS)
}

interface ApplicationRow {
  applicationId: number
  email: string
  message: string
  createdAt: Date
}

/** Stores an application, replacing an earlier one from the same address. */
async function putApplication(
  trx: Queryable,
  application: Omit<ApplicationRow, 'applicationId'>,
): Promise<void> {
  const { message, createdAt } = application
  const { applicationId } = await trx
    .insertInto('application')
    .values(application)
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ message, createdAt }))
    .returning('applicationId')
    .executeTakeFirstOrThrow()
  await setWaiting(trx, 'application', applicationId)
}

/** Whether `most` applications from other addresses are waiting already. */
async function isFull(
  trx: Queryable,
  { most, email }: { most: number; email: string },
): Promise<boolean> {
  const rows = await trx
    .selectFrom('application')
    .select('applicationId')
    .where('email', '<>', email)
    .limit(most)
    .execute()
  return rows.length >= most
}

/** The applications made after `since`, oldest first, with the total count. */
function listApplications(
  db: Queryable,
  { since, ...slice }: Slice & { since: Date },
): Promise<Listed<ApplicationRow & ClaimRow>> {
  return listWaiting(db, {
    subjects: ['application'],
    columns: sql`a.application_id, a.email, a.message, a.created_at`,
    from: sql`join application a on a.application_id = item.subject_id`,
    after: since,
    ...slice,
  })
}

/**
 * Deletes applications made before `applications`, invitations that ended before `invitations`, and
 * hashes of invited addresses that have expired. Returns whether it deleted an application.
 */
async function deleteOld(
  trx: Queryable,
  before: { applications: Date; invitations: Date; now: Date },
): Promise<boolean> {
  const rows = await trx
    .deleteFrom('application')
    .where('createdAt', '<=', before.applications)
    .returning('applicationId')
    .execute()
  const deleted = rows.map(({ applicationId }) => applicationId)
  await setWaiting(trx, 'application', deleted)
  await trx.deleteFrom('invitation').where('expiresAt', '<=', before.invitations).execute()
  await trx.deleteFrom('invitedAddress').where('expiresAt', '<=', before.now).execute()
  return deleted.length > 0
}

function presentApplication(
  row: ApplicationRow & ClaimRow,
  reader: { viewerId: string; now: Date },
): Application {
  const { applicationId: id, email, message, createdAt } = row
  const claim = presentClaim(row, reader)
  return { id, email, message, createdAt: createdAt.toISOString(), claim }
}
