import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { isolated } from '#contract/direction.ts'
import type { Versioned } from '#contract/fields.ts'
import {
  CoachingSchedule,
  Helpline,
  WebsiteSettings,
  type WebsiteSettingsInput,
} from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { WebsiteSettings as WebsiteSettingsTable } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { requireKnown, versionOf } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { createImageStorage, type ImageSize } from '../images/service.ts'

const IMAGES = ['logoUrl', 'footerImage1', 'footerImage2'] as const

/** The settings that every page reads. */
export async function readSettings(db: Queryable): Promise<WebsiteSettings> {
  return presentSettings(await getSettings(db))
}

export async function readVersionedSettings(db: Queryable): Promise<Versioned<WebsiteSettings>> {
  return withVersion(await readSettings(db))
}

function withVersion(settings: WebsiteSettings): Versioned<WebsiteSettings> {
  return { ...settings, version: versionOf(editable(settings)) }
}

function editable(settings: WebsiteSettings): Omit<WebsiteSettings, 'restoredFrom'> {
  const { restoredFrom: _, ...fields } = settings
  return fields
}

/** The site's name for emails, whose sentences it can't reorder. */
export async function siteTitle(db: Queryable): Promise<string> {
  return isolated((await getSettings(db)).siteTitle)
}

/**
 * Changes the given settings. Throws `invalid_input` for an image or a product that doesn't exist,
 * and `conflict` for another currency after the first sale or a setting that has changed since
 * `version`.
 */
export async function saveSettings(
  context: Context,
  admin: Admin,
  { version, ...input }: WebsiteSettingsInput & { version?: string | undefined },
): Promise<Versioned<WebsiteSettings>> {
  const { before, changes } = await inTransaction(context.db, async (trx) => {
    const before = presentSettings(await lockSettings(trx))
    const changes = changesOf(before, input)
    const newer = (): Versioned<WebsiteSettings> => withVersion(before)
    requireKnown({ version, saved: editable(before), changes, newer })
    if (Object.keys(changes).length > 0) await apply(context, trx, { admin, before, changes })
    return { before, changes }
  })
  if (Object.keys(changes).length > 0) {
    context.changes.announce({ kind: 'topic', topic: 'settings' })
  }
  // The community's logical day may be a different one now.
  if (changes.timeZone) context.changes.announce({ kind: 'topic', topic: 'daily' })
  return withVersion({ ...before, ...changes })
}

function changesOf(before: WebsiteSettings, input: WebsiteSettingsInput): Partial<WebsiteSettings> {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) =>
        // The input's keys are names of settings.
        value !== undefined && !isDeepStrictEqual(value, before[name as keyof WebsiteSettings]),
    ),
  )
}

async function apply(
  context: Context,
  trx: Trx,
  input: { admin: Admin; before: WebsiteSettings; changes: Partial<WebsiteSettings> },
): Promise<void> {
  const { admin, before, changes } = input
  await requireProduct(trx, changes.membershipProductId)
  if (changes.currency) await requireNoSale(trx)
  await replaceImages(context, trx, { before, changes })
  await updateSettings(trx, changes)
  await recordAudit(trx, admin, {
    action: 'settings-changed',
    subjectId: 'website',
    detail: { changed: Object.keys(changes) },
  })
}

/** Needs no lock: products are never deleted. */
async function requireProduct(trx: Trx, productId: number | undefined): Promise<void> {
  if (productId === undefined || (await isProduct(trx, productId))) return
  const sentence = 'There’s no product with this id.'
  throw new AppError('invalid_input', sentence, { fields: { membershipProductId: sentence } })
}

/** Past payments keep their currency, and an open checkout could still be paid in the old one. */
async function requireNoSale(trx: Trx): Promise<void> {
  if (!(await hasSales(trx))) return
  const sentence = 'The currency can’t be changed after the first sale.'
  throw new AppError('conflict', sentence, { fields: { currency: sentence } })
}

/**
 * Keeps the new images from being removed until the change is stored, and queues the old ones for
 * removal.
 */
async function replaceImages(
  context: Context,
  trx: Trx,
  { before, changes }: { before: WebsiteSettings; changes: Partial<WebsiteSettings> },
): Promise<void> {
  for (const field of IMAGES) {
    const address = changes[field]
    if (address === undefined) continue
    if (address && !(await siteImages.hold(context, trx, address))) {
      const sentence = 'Upload the image first.'
      throw new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
    }
    const old = before[field]
    if (old) await siteImages.discard(context, trx, nameOf(old))
  }
}

function nameOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

/** The logo and the footer images. */
export const siteImages = createImageStorage({
  folder: 'images/',
  path: '/api/images/',
  removal: 'remove-site-image',
  // A form with an uploaded image can be open for a while before it is saved.
  unclaimedSeconds: 24 * 60 * 60,
  isInUse: (db, { address }) => isImageShown(db, address),
})

/** By form field. */
const SIZES = {
  logo: { maxWidth: 512, maxHeight: 512 },
  image: { maxWidth: 1_600, maxHeight: 900 },
} as const satisfies Record<string, ImageSize>

/**
 * Stores a logo (`logo`) or a footer image (`image`). It is shown once the settings are saved with
 * its URL.
 */
export function uploadSiteImage(
  context: Context,
  admin: Admin,
  input: { field: keyof typeof SIZES; file: { path: string; bytes: number } | undefined },
): Promise<{ url: string }> {
  const size = SIZES[input.field]
  return siteImages.upload(context, { ...input, admin, size, limit: 'site-image-admin' })
}

const Helplines = z.array(Helpline)

function presentSettings(row: SettingsRow): WebsiteSettings {
  return {
    ...row,
    helplines: Helplines.parse(row.helplines),
    coaching: CoachingSchedule.parse(row.coaching),
    currency: WebsiteSettings.shape.currency.parse(row.currency),
    restoredFrom: row.restoredFrom?.toISOString() ?? null,
  }
}

type SettingsRow = Pick<Selectable<WebsiteSettingsTable>, keyof WebsiteSettings>

/** Each setting is a column of the same name. */
const ROW = WebsiteSettings.keyof().options

function getSettings(db: Queryable): Promise<SettingsRow> {
  return db.selectFrom('websiteSettings').select(ROW).executeTakeFirstOrThrow()
}

/** The same, locked until the transaction ends. */
function lockSettings(trx: Queryable): Promise<SettingsRow> {
  return trx.selectFrom('websiteSettings').select(ROW).forUpdate().executeTakeFirstOrThrow()
}

/** Changes the given settings, at least one. */
async function updateSettings(trx: Queryable, changes: Partial<WebsiteSettings>): Promise<void> {
  const { helplines, coaching, ...rest } = changes
  await trx
    .updateTable('websiteSettings')
    .set({
      ...rest,
      ...(helplines && { helplines: JSON.stringify(helplines) }),
      ...(coaching && { coaching: JSON.stringify(coaching) }),
    })
    .execute()
}

/** Whether the settings refer to this image. */
async function isImageShown(db: Queryable, address: string): Promise<boolean> {
  const { logoUrl, footerImage1, footerImage2 } = await getSettings(db)
  return [logoUrl, footerImage1, footerImage2].includes(address)
}

export async function startSettingsJobs(context: Context): Promise<void> {
  await context.jobs.work('remove-site-image', ({ key }) => siteImages.removeUnused(context, key))
}

/** Whether a product exists, for sale or not. A product is never deleted. */
async function isProduct(db: Queryable, productId: number): Promise<boolean> {
  const query = db.selectFrom('product').select('productId').where('productId', '=', productId)
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether anything was ever sold or is being bought right now. */
async function hasSales(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isSold: boolean }>`
    select exists (select from purchase) or exists (select from payment)
      or exists (select from checkout where status in ('opening', 'open', 'processing')) as is_sold
  `.execute(db)
  return rows[0]?.isSold ?? false
}
