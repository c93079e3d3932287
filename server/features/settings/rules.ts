import type { Versioned } from '#contract/fields.ts'
import type { HouseRules, HouseRulesInput } from '#contract/rules.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { escapeText, plainTextOf, sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { requireKnown, versionOf } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { libraryRules } from '#server/library/library.ts'
import { recordAudit } from '../audit/service.ts'

/** The community's own house rules, or the built-in ones. */
export async function readRules(db: Queryable): Promise<Versioned<HouseRules>> {
  const row = await db.selectFrom('websiteSettings').select('houseRules').executeTakeFirstOrThrow()
  return presentRules(row.houseRules)
}

/** Throws `conflict` if the rules have changed since `version`. */
export async function saveRules(
  context: Context,
  admin: Admin,
  { version, html }: HouseRulesInput & { version?: string | undefined },
): Promise<Versioned<HouseRules>> {
  const next = ownRules(html)
  const isChanged = await inTransaction(context.db, async (trx) => {
    const { houseRules: before } = await trx
      .selectFrom('websiteSettings')
      .select('houseRules')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const [saved, changes] = [{ html: before }, { html: next }]
    requireKnown({ version, saved, changes, newer: () => presentRules(before) })
    if (next === before) return false
    await trx.updateTable('websiteSettings').set({ houseRules: next }).execute()
    await recordAudit(trx, admin, {
      action: 'settings-changed',
      subjectId: 'website',
      detail: { changed: ['houseRules'] },
    })
    return true
  })
  if (isChanged) context.changes.announce({ kind: 'topic', topic: 'settings' })
  return presentRules(next)
}

/** What is stored: nothing if the text is empty or the built-in one, which a later release may change. */
function ownRules(html: string): string {
  const clean = sanitizeHtml(html)
  return plainTextOf(clean) === '' || clean === builtInRules() ? '' : clean
}

function presentRules(own: string): Versioned<HouseRules> {
  const html = own || builtInRules()
  const headings = headingsOf(html)
  return { html, headings, isBuiltIn: own === '', version: versionOf({ html: own }) }
}

/** The headings of level 2, each of which names a rule. */
function headingsOf(sanitizedHtml: string): string[] {
  const found = sanitizedHtml.matchAll(/<h2>(.*?)<\/h2>/gs)
  return [...new Set(Array.from(found, ([, heading = '']) => plainTextOf(heading)))]
}

function builtInRules(): string {
  const { paragraphs, rules } = libraryRules()
  const htmlOf = (texts: string[]): string =>
    texts.map((text) => `<p>${escapeText(text)}</p>`).join('')
  const parts = rules.map((rule) => `<h2>${escapeText(rule.title)}</h2>${htmlOf(rule.paragraphs)}`)
  return htmlOf(paragraphs) + parts.join('')
}
