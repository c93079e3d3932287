import { type Selectable, sql } from 'kysely'
import type { EmailSettings, MailingKind } from '#contract/email.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Mailing } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { sanitizeMail } from '#server/domain/mail-html.ts'
import { escapeText } from '#server/domain/sanitize-html.ts'
import { communityTimeZone, readDailyPage } from '../daily/service.ts'
import { readEmailSettings } from '../email/settings.ts'
import { siteTitle } from '../settings/service.ts'
import {
  currentDigest,
  type Digest,
  type Due,
  dailyDues,
  digestDues,
  digestOf,
} from './automatic-policy.ts'
import { GETS } from './recipients-store.ts'
import { announceMailings, queueBatches } from './sending.ts'
import { findMailingByKey, insertMailing, updateMailing } from './store.ts'

/** The most titles in a digest; nobody reads a longer email. */
const MOST_STORIES = 30

type AutomaticKind = Exclude<MailingKind, 'broadcast'>

interface Content {
  subject: string
  html: string
}

/** Starts the automatic mailings that are due and updates those being sent. Any node can run it. */
export async function runAutomatic(context: Context): Promise<void> {
  const settings = await readEmailSettings(context.db)
  for (const mailing of await listOpenAutomatic(context.db)) {
    await keepTrue(context, settings, mailing)
  }
  if (settings.dailyMessage.isOn) await beginDaily(context, settings.dailyMessage.hour)
  if (settings.weeklyDigest.isOn) await beginDigest(context, settings.weeklyDigest)
}

async function beginDaily(context: Context, hour: number): Promise<void> {
  const page = await readDailyPage(context)
  const kind = 'daily-message'
  if (await isKnown(context, kind, page.today)) return
  const content = await dailyContent(context, page.today)
  if (!content) return
  const zones = await listAudienceZones(context.db, kind)
  const communityZone = await communityTimeZone(context.db)
  const dues = dailyDues({ zones, hour, communityZone, now: context.now() })
  await begin(context, { kind, date: page.today, content, dues })
}

async function beginDigest(
  context: Context,
  settings: EmailSettings['weeklyDigest'],
): Promise<void> {
  const { hour } = settings
  const now = context.now()
  const digest = currentDigest({ ...settings, now })
  const kind = 'weekly-digest'
  if (!digest || (await isKnown(context, kind, digest.date))) return
  const content = await digestContent(context, digest)
  if (!content) return
  const zones = await listAudienceZones(context.db, kind)
  await begin(context, {
    kind,
    content,
    ...digest,
    dues: digestDues({ ...digest, zones, hour, now }),
  })
}

async function isKnown(context: Context, kind: AutomaticKind, date: DateText): Promise<boolean> {
  return (await findMailingByKey(context.db, keyOf(kind, date))) !== undefined
}

function keyOf(kind: AutomaticKind, date: DateText): string {
  return `${kind} ${date}`
}

/** Starts a mailing unless it exists already, for example because another node started it. */
async function begin(
  context: Context,
  given: { kind: AutomaticKind; date: DateText; content: Content; dues: Due[] },
): Promise<void> {
  const { kind, date, content, dues } = given
  if (dues.length === 0) return
  const now = context.now()
  const sendAt = new Date(Math.min(...dues.map(({ at }) => at.getTime())))
  const isBegun = await inTransaction(context.db, async (trx) => {
    const row = await insertMailing(trx, {
      kind,
      clientKey: keyOf(kind, date),
      createdBy: null,
      sendAt,
      createdAt: now,
      ...content,
    })
    if (!row) return false
    const { mailingId } = row
    const recipientCount = await insertRecipientsByZone(trx, { mailingId, kind, dues })
    const { provider } = context.config.mail
    await updateMailing(trx, mailingId, { status: 'sending', recipientCount, provider })
    await queueBatches(context, trx, mailingId)
    return true
  })
  if (!isBegun) return
  context.log.info({ kind, date }, 'an automatic mailing was started')
  announceMailings(context)
}

/**
 * Updates a mailing that is being sent. That takes a day across all time zones, in which its texts
 * can be corrected, unpublished or hidden. Emails not sent yet get the current content. The mailing
 * is canceled if no content is left or its kind is turned off.
 */
async function keepTrue(
  context: Context,
  settings: EmailSettings,
  mailing: AutomaticMailing,
): Promise<void> {
  const { mailingId } = mailing
  const content = await currentContent(context, settings, mailing)
  if (content?.html === mailing.html && content.subject === mailing.subject) return
  if (content) await rewriteOpen(context.db, { mailingId, ...content })
  else await cancelOpen(context.db, { mailingId, now: context.now() })
  announceMailings(context)
}

function currentContent(
  context: Context,
  settings: EmailSettings,
  { kind, clientKey }: AutomaticMailing,
): Promise<Content | undefined> {
  const date = clientKey.slice(kind.length + 1)
  const { dailyMessage, weeklyDigest } = settings
  if (kind === 'daily-message' && dailyMessage.isOn) return dailyContent(context, date)
  if (kind === 'weekly-digest' && weeklyDigest.isOn) {
    return digestContent(context, digestOf(date, weeklyDigest.hour))
  }
  return Promise.resolve(undefined)
}

/** The content of a day's email; undefined if no message is published for the day. */
async function dailyContent(context: Context, date: DateText): Promise<Content | undefined> {
  const { message, reflection } = await readDailyPage(context, date)
  if (!message) return undefined
  const parts = [`<h2>Daily Message</h2>${message.content}`]
  if (reflection) parts.push(`<hr><h2>Daily Reflection</h2>${reflection.content}`)
  parts.push(button(context, { path: '/flow', label: 'Begin your day' }))
  const html = sanitizeMail(parts.join(''))
  return { subject: `Your daily message from ${await siteTitle(context.db)}`, html }
}

/** The content of a digest; undefined if there are no new stories. */
async function digestContent(context: Context, digest: Digest): Promise<Content | undefined> {
  const stories = await listApproved(context.db, { ...digest, limit: MOST_STORIES + 1 })
  if (stories.length === 0) return undefined
  const { publicUrl } = context.config
  // Titles only, because no email contains a pseudonym.
  const items = stories
    .slice(0, MOST_STORIES)
    .map(
      ({ storyId, title }) =>
        `<li><a href="${publicUrl}/flow?story=${storyId}">${escapeText(title)}</a></li>`,
    )
  const isMore = stories.length > MOST_STORIES
  const html = sanitizeMail(
    `<h2>New stories this week</h2><ul>${items.join('')}</ul>${
      isMore ? '<p>And there are more.</p>' : ''
    }${button(context, { path: '/flow?tab=exit', label: 'Read the stories' })}`,
  )
  return { subject: `New stories on ${await siteTitle(context.db)}`, html }
}

function button(context: Context, { path, label }: { path: string; label: string }): string {
  return `<p><a class="button" href="${context.config.publicUrl}${path}">${label}</a></p>`
}

const AUTOMATIC = ['mailingId', 'kind', 'clientKey', 'subject', 'html'] as const

type AutomaticMailing = Pick<Selectable<Mailing>, (typeof AUTOMATIC)[number]>

/** Automatic mailings that are being sent or paused. */
function listOpenAutomatic(db: Queryable): Promise<AutomaticMailing[]> {
  return db
    .selectFrom('mailing')
    .select(AUTOMATIC)
    .where('status', 'in', ['sending', 'paused'])
    .where('kind', '<>', 'broadcast')
    .execute()
}

/** Replaces a mailing's content, unless it has ended meanwhile. Returns whether it did. */
async function rewriteOpen(
  db: Queryable,
  { mailingId, subject, html }: { mailingId: number; subject: string; html: string },
): Promise<boolean> {
  const result = await db
    .updateTable('mailing')
    .set({ subject, html })
    .where('mailingId', '=', mailingId)
    .where('status', 'in', ['sending', 'paused'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

async function cancelOpen(
  db: Queryable,
  { mailingId, now }: { mailingId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('mailing')
    .set({ status: 'cancelled', finishedAt: now })
    .where('mailingId', '=', mailingId)
    .where('status', 'in', ['sending', 'paused'])
    .execute()
}

interface NewStory {
  storyId: number
  title: string
}

/** Public stories that were approved in a period, oldest first. */
async function listApproved(
  db: Queryable,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<NewStory[]> {
  const { rows } = await sql<NewStory>`
    select story_id, title from story
    where status = 'approved' and hidden_at is null and approved_at is not null
      and approved_at >= ${since} and approved_at < ${until}
    order by approved_at, story_id limit ${limit}`.execute(db)
  return rows
}

/** The time zones of the members who would get a mailing. */
async function listAudienceZones(db: Queryable, kind: MailingKind): Promise<string[]> {
  const { rows } = await sql<{ timeZone: string }>`
    select distinct m.time_zone from member m where ${GETS(kind)}`.execute(db)
  return rows.map((row) => row.timeZone)
}

/** Stores the recipients of a mailing, each due at their zone's moment. Returns their number. */
async function insertRecipientsByZone(
  trx: Queryable,
  input: { mailingId: number; kind: MailingKind; dues: { timeZone: string; at: Date }[] },
): Promise<number> {
  const { mailingId, kind, dues } = input
  const result = await sql`
    insert into mailing_recipient (mailing_id, member_id, due_at)
    select ${mailingId}, m.member_id, due.at
    from member m
    join unnest(
      ${dues.map(({ timeZone }) => timeZone)}::text[],
      ${dues.map(({ at }) => at.toISOString())}::timestamptz[]
    ) as due (time_zone, at) on due.time_zone = m.time_zone
    where ${GETS(kind)}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}
