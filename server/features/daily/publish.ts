import { sql } from 'kysely'
import {
  type AdminDailyContent,
  AI_RESPONSE_PLACE,
  type DailyType,
  type dailyEndpoints,
} from '#contract/daily.ts'
import type { FieldsOf } from '#contract/endpoint.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { plainTextOf, sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import { recordAudit } from '../audit/service.ts'
import {
  createImageStorage,
  type ImageSize,
  type NamedImage,
  withImage,
} from '../images/service.ts'
import { refusalOfDay } from './policy.ts'
import { presentContent } from './present.ts'
import { announceDaily, communityToday, quotationsOf } from './service.ts'
import {
  type DailyPlace,
  type DailyRow,
  getDailySettings,
  type NewContent,
  type NewRow,
  ROW,
} from './store.ts'

type PublishFields = FieldsOf<typeof dailyEndpoints.publish>

/** Defaults for API clients that send no alternative text; our page requires one. */
const ALT_TEXTS: Record<DailyType, string> = {
  message: 'Daily Message',
  reflection: 'Daily Reflection',
}

interface PublishForm {
  fields: PublishFields
  image: { path: string; bytes: number } | undefined
}

/**
 * Publishes a text or an image for today or a later day, replacing existing content. Throws
 * `conflict` if that has changed since `version`.
 */
export async function publish(
  context: Context,
  admin: Admin,
  form: PublishForm,
): Promise<AdminDailyContent> {
  const place = await readPlace(context, form.fields)
  const row =
    form.fields.format === 'text'
      ? await publishText(context, admin, { place, fields: form.fields })
      : await publishImage(context, admin, { place, ...form })
  announceDaily(context)
  return presentContent(row, await quotationsOf(context, row))
}

async function publishText(
  context: Context,
  admin: Admin,
  { place, fields }: { place: DailyPlace; fields: PublishFields },
): Promise<DailyRow> {
  const content = sanitizeHtml(fields.content ?? '')
  if (plainTextOf(content) === '') throw refusal('content', 'Content is required')
  const origin = await originOf(context, { ...fields, content })
  return inTransaction(context.db, (trx) =>
    putKnown(context, trx, {
      admin,
      place,
      version: fields.version,
      content: { format: 'text', content, ...origin, imageKey: null },
    }),
  )
}

/** The origin of a text. A library text counts as one only if unchanged; otherwise it is manual. */
async function originOf(
  context: Context,
  text: Pick<PublishFields, 'type' | 'source' | 'libraryKey'> & { content: string },
): Promise<Pick<NewContent, 'source' | 'libraryKey'>> {
  const { type, source, libraryKey } = text
  if (source !== 'library') return { source, libraryKey: null }
  const html = libraryKey && (await context.writers.library.find({ type, libraryKey }))
  if (!libraryKey || !html) return { source: 'manual', libraryKey: null }
  const { dailyMessagePrompt } = await getDailySettings(context.db)
  const framed = frameText({ type, html }, dailyMessagePrompt)
  // A form's text arrives trimmed, with CR and LF at its line ends.
  const isUnchanged = text.content.replaceAll('\r\n', '\n') === framed.trim()
  return isUnchanged ? { source, libraryKey } : { source: 'manual', libraryKey: null }
}

async function publishImage(
  context: Context,
  admin: Admin,
  { place, fields, image: upload }: PublishForm & { place: DailyPlace },
): Promise<DailyRow> {
  const altText = fields.altText ?? ALT_TEXTS[place.type]
  if (altText === '') throw refusal('altText', 'Describe the image for people who can’t see it.')
  if (!upload || upload.bytes === 0) throw refusal('content', 'Choose an image.')
  return withImage(context, { path: upload.path, ...DAILY_IMAGE_SIZE }, async (image) => {
    await dailyImages.promiseCleanup(context, image)
    return inTransaction(context.db, async (trx) => {
      const imageKey = await dailyImages.store(context, trx, image)
      const content = {
        format: 'image',
        content: imageHtml(image, altText),
        source: 'manual',
        libraryKey: null,
        imageKey,
      } as const
      return putKnown(context, trx, { admin, place, version: fields.version, content })
    })
  })
}

/** Stores content in place of what the page showed. Throws `conflict` for another one. */
async function putKnown(
  context: Context,
  trx: Trx,
  put: Parameters<typeof putContent>[2] & { version: string | undefined },
): Promise<DailyRow> {
  const { place, content, version } = put
  await lockPlace(trx, place)
  const row = await findContent(trx, place)
  const newer = row && presentContent(row, await quotationsOf(context, row))
  const saved = row && { content: row.content }
  requireKnown({ version, saved, changes: { content: content.content }, newer: () => newer })
  return putContent(context, trx, put)
}

/** Until the transaction ends, nobody else publishes for this day and type. */
async function lockPlace(trx: Trx, { day, type }: DailyPlace): Promise<void> {
  const key = `daily ${day} ${type}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

function findContent(db: Queryable, place: DailyPlace): Promise<DailyRow | undefined> {
  return db
    .selectFrom('dailyContent')
    .select(ROW)
    .where('day', '=', place.day)
    .where('type', '=', place.type)
    .executeTakeFirst()
}

/**
 * Stores content for a day and type, replacing any, in the caller's transaction. Records it in the
 * audit log.
 */
export async function putContent(
  context: Context,
  trx: Trx,
  { admin, place, content }: { admin: Admin; place: DailyPlace; content: NewContent },
): Promise<DailyRow> {
  const oldKey = await lockImageKey(trx, place)
  const now = context.now()
  const row = await upsertContent(trx, { ...place, ...content, createdAt: now, updatedAt: now })
  if (oldKey && oldKey !== content.imageKey) {
    await context.jobs.send(trx, 'remove-daily-image', { key: oldKey })
  }
  await recordAudit(trx, admin, {
    action: 'daily-published',
    subjectId: `${place.day} ${place.type}`,
    detail: { format: content.format, source: content.source },
  })
  return row
}

/** Throws `invalid_input` for a day that is over or too far ahead. */
async function readPlace(
  context: Context,
  { date, type }: { date?: DateText | undefined; type: DailyType },
): Promise<DailyPlace> {
  const today = await communityToday(context, context.db)
  const day = date ?? today
  const sentence = refusalOfDay(day, today)
  if (sentence) throw refusal('date', sentence)
  return { day, type }
}

function refusal(field: 'content' | 'altText' | 'date', sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
}

export const dailyImages = createImageStorage({
  folder: 'daily/',
  path: '/api/daily/images/',
  removal: 'remove-daily-image',
  unclaimedSeconds: 60 * 60,
  isInUse: (db, { name, address }) => isImageInUse(db, { key: `daily/${name}`, address }),
})

/** Taller than any phone's screen. */
const DAILY_IMAGE_SIZE: ImageSize = { maxWidth: 1_600, maxHeight: 4_800 }

/** The content of a daily message or reflection that is an image. */
function imageHtml(image: NamedImage, altText: string): string {
  const { name, width, height } = image
  const source = dailyImages.addressOf(name)
  return sanitizeHtml(
    `<img src="${source}" alt="${escapeHtml(altText)}" width="${width}" height="${height}">`,
  )
}

const TAG = /<\/?[a-z][^>]*>/i
const EMPTY_PARAGRAPH = /<p(?:\s[^>]*)?>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>/gi

/** A text as published, sanitized: a message is put in its template, a reflection is not. */
export function frameText(text: { type: DailyType; html: string }, template: string): string {
  return sanitizeHtml(text.type === 'message' ? fillTemplate(template, text.html) : text.html)
}

/**
 * Inserts a text, which has its own paragraphs, into the template of the Daily Message. A template
 * without tags is plain text. The result is not sanitized.
 */
export function fillTemplate(template: string, html: string): string {
  const isHtml = TAG.test(template)
  const at = template.indexOf(AI_RESPONSE_PLACE)
  if (at < 0) return html
  const before = template.slice(0, at)
  const after = template.slice(at + AI_RESPONSE_PLACE.length)
  if (!isHtml) return [paragraphs(before), html, paragraphs(after)].join('')
  // Paragraphs cannot be nested, so one around the placeholder is closed before it and reopened
  // after.
  const [end, start] = isInParagraph(before) ? ['</p>', '<p>'] : ['', '']
  const head = `${before}${end}`.replace(EMPTY_PARAGRAPH, '')
  const tail = `${start}${after}`.replace(EMPTY_PARAGRAPH, '')
  return `${head}${html}${tail}`
}

function isInParagraph(html: string): boolean {
  const opened = [...html.matchAll(/<p(?:\s[^>]*)?>/gi)].at(-1)?.index ?? -1
  return opened > html.toLowerCase().lastIndexOf('</p>')
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\n/g, '<br>')}</p>`)
    .join('')
}

/** The image key of a place's content, or null. Locks the row until the transaction ends. */
async function lockImageKey(trx: Queryable, place: DailyPlace): Promise<string | null> {
  const row = await trx
    .selectFrom('dailyContent')
    .select('imageKey')
    .where('day', '=', place.day)
    .where('type', '=', place.type)
    .forUpdate()
    .executeTakeFirst()
  return row?.imageKey ?? null
}

/** Inserts or replaces the content of a place. */
function upsertContent(trx: Queryable, row: NewRow): Promise<DailyRow> {
  return trx
    .insertInto('dailyContent')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['day', 'type']).doUpdateSet((eb) => ({
        format: eb.ref('excluded.format'),
        content: eb.ref('excluded.content'),
        source: eb.ref('excluded.source'),
        libraryKey: eb.ref('excluded.libraryKey'),
        imageKey: eb.ref('excluded.imageKey'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .returning(ROW)
    .executeTakeFirstOrThrow()
}

/** Whether an image is the content of a day, or was pasted into its text. */
async function isImageInUse(
  db: Queryable,
  image: { key: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from daily_content
    where image_key = ${image.key} or position(${image.address} in content) > 0 limit 1
  `.execute(db)
  return rows.length > 0
}
