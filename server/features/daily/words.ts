import { sql } from 'kysely'
import {
  type BusinessWordFile,
  BusinessWordInput,
  type BusinessWords,
  WORD_LIMITS,
} from '#contract/business-words.ts'
import type { BusinessWord } from '#contract/daily.ts'
import { DAY_MS } from '#contract/durations.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { csvLine, readCsv, separatorOf } from '#server/domain/csv.ts'
import { versioned } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { libraryWords, wordOf } from '#server/library/library.ts'
import { recordAudit } from '../audit/service.ts'

const HEADINGS = ['Word', 'Meaning', 'Example']

/** The business word of a day: from the community's own list or, without one, a built-in one. */
export async function wordOfDay(db: Queryable, date: DateText): Promise<BusinessWord> {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
  const { rows } = await sql<BusinessWord>`
    select word, meaning, example from business_word
    order by position
    offset (select coalesce(mod(mod(${day}, count) + count, count), 0)
      from (select nullif(count(*)::int, 0) as count from business_word) own)
    limit 1`.execute(db)
  return rows[0] ?? wordOf(date)
}

/** All business words, in the order in which days show them. */
export async function readWords(db: Queryable): Promise<BusinessWords> {
  const own = await db
    .selectFrom('businessWord')
    .select(['word', 'meaning', 'example'])
    .orderBy('position')
    .execute()
  const isBuiltIn = own.length === 0
  const words = isBuiltIn
    ? libraryWords().map(({ word, meaning, example }) => ({ word, meaning, example }))
    : own
  return { ...versioned({ words }), isBuiltIn }
}

/** Replaces the whole list. Throws `conflict` if it changed since `version`. */
export async function saveWords(
  context: Context,
  admin: Admin,
  { words, version }: { words: BusinessWordInput[]; version?: string | undefined },
): Promise<BusinessWords> {
  requireDifferent(words)
  const saved = await inTransaction(context.db, async (trx) => {
    await sql`lock table business_word in share row exclusive mode`.execute(trx)
    const before = await readWords(trx)
    if (version !== undefined && version !== before.version) {
      const sentence = 'Someone else changed the words meanwhile. Close this and try again.'
      throw new AppError('conflict', sentence)
    }
    await replaceWords(trx, words)
    const after = await readWords(trx)
    const count = after.isBuiltIn ? 0 : after.words.length
    await recordAudit(trx, admin, { action: 'business-words-changed', detail: { words: count } })
    return after
  })
  context.changes.announce({ kind: 'topic', topic: 'daily' })
  return saved
}

async function replaceWords(trx: Trx, words: readonly BusinessWordInput[]): Promise<void> {
  await trx.deleteFrom('businessWord').execute()
  if (words.length === 0) return
  const rows = words.map((word, position) => ({ position, ...word }))
  await trx.insertInto('businessWord').values(rows).execute()
}

/** Throws `invalid_input` if a word is there twice. */
function requireDifferent(words: readonly BusinessWordInput[]): void {
  const seen = new Set<string>()
  for (const { word } of words) {
    const key = wordKey(word)
    if (seen.has(key)) throw new AppError('invalid_input', `“${word}” is already in the list.`)
    seen.add(key)
  }
}

function wordKey(word: string): string {
  return word.toLowerCase().replace(/\s+/g, ' ')
}

/** The words as a CSV file. */
export async function exportWords(db: Queryable): Promise<string> {
  const { words } = await readWords(db)
  const lines = words.map(({ word, meaning, example }) => csvLine([word, meaning, example]))
  return `\uFEFF${csvLine(HEADINGS)}${lines.join('')}`
}

/** Reads a CSV file of words, with everything that is wrong with it. */
export function readWordFile(text: string): BusinessWordFile {
  const [first, ...rest] = readCsv(text, separatorOf(text))
  const headings = first?.fields.map((field) => field.trim().toLowerCase()) ?? []
  const records = rest.filter(({ fields }) => fields.some((field) => field.trim() !== ''))
  const refusal = refusalOf(headings, records)
  if (refusal) return { words: [], problems: [{ line: 1, reason: refusal }] }

  const words: BusinessWordInput[] = []
  const problems: BusinessWordFile['problems'] = []
  const lines = new Map<string, number>()
  for (const { line, fields } of records) {
    const cell = (name: string): string => fields[headings.indexOf(name)]?.trim() ?? ''
    const read = BusinessWordInput.safeParse({
      word: cell('word'),
      meaning: cell('meaning'),
      example: cell('example'),
    })
    for (const { message } of read.error?.issues ?? []) problems.push({ line, reason: message })
    if (!read.data) continue
    const earlier = lines.get(wordKey(read.data.word))
    if (earlier === undefined) words.push(read.data)
    else problems.push({ line, reason: `Line ${earlier} has the same word.` })
    lines.set(wordKey(read.data.word), line)
  }
  return { words, problems }
}

/** Why none of the file's lines can be read; undefined if they can. */
function refusalOf(headings: readonly string[], records: readonly unknown[]): string | undefined {
  const missing = HEADINGS.filter((name) => !headings.includes(name.toLowerCase()))
  if (missing.length > 0) {
    return `The first line must name the columns. Missing: ${missing.join(', ')}.`
  }
  if (records.length === 0) return 'There are no words in this file.'
  if (records.length > WORD_LIMITS.list) return 'Use files of 1,000 words at most.'
  return undefined
}
