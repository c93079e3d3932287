import { sql } from 'kysely'
import {
  TRIVIA_LIMITS,
  type TriviaFileOutcome,
  TriviaQuestionInput,
  TriviaSubject,
} from '#contract/trivia.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { csvLine, readCsv, separatorOf } from '#server/domain/csv.ts'
import { versionOf } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { COLUMNS, type QuestionRow, updateQuestion } from './bank.ts'

const OPTIONS = [1, 2, 3, 4, 5, 6].map((number) => `Option ${number}`)
const TEXTS = ['Subject', 'Question', ...OPTIONS, 'Right answer', 'Explanation', 'Source']
/** Without a number, a question is found by its text. In use, unless the file says no. */
const HEADINGS = ['Number', ...TEXTS, 'In use']
/** A file with fewer options may leave out their columns. */
const NEEDED = HEADINGS.filter((name) => TEXTS.includes(name) && !OPTIONS.slice(2).includes(name))

/** The bank as a CSV file, oldest first. */
export async function exportQuestions({ db }: Context): Promise<string> {
  const rows = await readBank(db)
  return `\uFEFF${csvLine(HEADINGS)}${rows.map((row) => csvLine(cellsOf(row))).join('')}`
}

function cellsOf(row: QuestionRow): string[] {
  const { triviaQuestionId, subject, question, options, answer, explanation, source } = row
  return [
    String(triviaQuestionId),
    subject,
    question,
    ...OPTIONS.map((_, index) => options[index] ?? ''),
    answer,
    explanation,
    source,
    row.isEnabled ? 'yes' : 'no',
  ]
}

/**
 * Adds and changes what a file has, if nothing in it is wrong and it is still what `version` says.
 * Without `version`, only says what that would be.
 */
export function importQuestions(
  context: Context,
  admin: Admin,
  { text, version }: { text: string; version?: string | undefined },
): Promise<TriviaFileOutcome> {
  return inTransaction(context.db, async (trx) => {
    if (version !== undefined) await lockBank(trx)
    const { outcome, entries } = planOf(text, await readBank(trx))
    if (version === undefined) return outcome
    if (outcome.problems.length > 0 || outcome.version !== version) {
      throw new AppError(
        'conflict',
        'The questions were changed meanwhile. Nothing was imported. Choose the file again.',
      )
    }
    await saveAll(trx, entries, context.now())
    await recordAudit(trx, admin, {
      action: 'trivia-questions-imported',
      detail: { added: outcome.added.length, changed: outcome.changed.length },
    })
    return outcome
  })
}

async function saveAll(trx: Queryable, entries: readonly Entry[], now: Date): Promise<void> {
  const added = entries.flatMap(({ known, input }) =>
    known ? [] : [{ ...input, createdAt: now, updatedAt: now }],
  )
  if (added.length > 0) await trx.insertInto('triviaQuestion').values(added).execute()
  for (const { known, input } of entries) {
    if (known && isChanged(known, input)) {
      await updateQuestion(trx, known.triviaQuestionId, { ...input, now })
    }
  }
}

function readBank(db: Queryable): Promise<QuestionRow[]> {
  return db.selectFrom('triviaQuestion').select(COLUMNS).orderBy('triviaQuestionId').execute()
}

/** Others may read the questions until the transaction ends, but not change them. */
async function lockBank(trx: Queryable): Promise<void> {
  await sql`lock table trivia_question in share row exclusive mode`.execute(trx)
}

/** A question of a file. */
interface Entry {
  /** The question of the bank that it changes; undefined for a new one. */
  known: QuestionRow | undefined
  input: TriviaQuestionInput
}

interface Plan {
  outcome: TriviaFileOutcome
  entries: Entry[]
}

function planOf(text: string, bank: readonly QuestionRow[]): Plan {
  const [first, ...rest] = readCsv(text, separatorOf(text))
  const headings = first?.fields.map((field) => field.trim().toLowerCase()) ?? []
  const records = rest.filter(({ fields }) => fields.some((field) => field.trim() !== ''))
  const refusal = refusalOf(headings, records)
  if (refusal) return { outcome: outcomeOf([], [{ line: 1, reason: refusal }]), entries: [] }

  const entries: Entry[] = []
  const problems: TriviaFileOutcome['problems'] = []
  const find = finderOf(bank)
  const lines = new Map<QuestionRow | string, number>()
  for (const { line, fields } of records) {
    const cells = new Map(headings.map((name, index) => [name, fields[index] ?? '']))
    const cell = (name: string): string => cells.get(name.toLowerCase())?.trim() ?? ''
    const read = TriviaQuestionInput.safeParse(questionOf(cell))
    const known = find({ number: cell('Number'), question: cell('Question') })
    const same = known ?? textKey(cell('Question'))
    const earlier = lines.get(same)
    lines.set(same, line)
    const reasons = new Set([
      ...unreadable(cell),
      ...(known === null ? [`There’s no question with the number ${cell('Number')}.`] : []),
      ...(read.error?.issues ?? [])
        .filter(({ path }) => path[0] !== 'subject')
        .map(({ message }) => message),
      ...(earlier === undefined ? [] : [`Line ${earlier} has the same question.`]),
    ])
    for (const reason of reasons) problems.push({ line, reason })
    if (read.data && known !== null) entries.push({ known, input: read.data })
  }
  return { outcome: outcomeOf(entries, problems), entries }
}

/** Why none of the file's lines can be read; undefined if they can. */
function refusalOf(headings: readonly string[], records: readonly unknown[]): string | undefined {
  const missing = NEEDED.filter((name) => !headings.includes(name.toLowerCase()))
  if (missing.length > 0) {
    return `The first line must name the columns. Missing: ${missing.join(', ')}.`
  }
  if (records.length === 0) return 'There are no questions in this file.'
  if (records.length > TRIVIA_LIMITS.fileQuestions) return 'Use files of 2,000 questions at most.'
  return undefined
}

/** Finds what a line changes: undefined if it is new, null if it names a question that isn’t there. */
function finderOf(
  bank: readonly QuestionRow[],
): (line: { number: string; question: string }) => QuestionRow | undefined | null {
  const byNumber = new Map(bank.map((row) => [String(row.triviaQuestionId), row]))
  const byText = new Map(bank.map((row) => [textKey(row.question), row]))
  return ({ number, question }) =>
    number === '' ? byText.get(textKey(question)) : (byNumber.get(number) ?? null)
}

function textKey(question: string): string {
  return question.trim().replace(/\s+/g, ' ').toLowerCase()
}

const IN_USE: Readonly<Record<string, boolean>> = { '': true, yes: true, no: false }

function questionOf(cell: (name: string) => string): unknown {
  const right = cell('Right answer')
  const options = OPTIONS.map(cell).filter((option) => option !== '')
  return {
    subject: cell('Subject').toLowerCase(),
    question: cell('Question'),
    options,
    // The number of an option, if it isn’t the text of one.
    answer: options.includes(right) ? right : cell(`Option ${right}`) || right,
    explanation: cell('Explanation'),
    source: cell('Source'),
    isEnabled: IN_USE[cell('In use').toLowerCase()] ?? true,
  }
}

/** What the form offers as a choice, and a file can get wrong. */
function unreadable(cell: (name: string) => string): string[] {
  const isSubject = TriviaSubject.safeParse(cell('Subject').toLowerCase()).success
  return [
    ...(isSubject ? [] : ['The subject must be bible, business or growth.']),
    ...(Object.hasOwn(IN_USE, cell('In use').toLowerCase()) ? [] : ['“In use” must be yes or no.']),
  ]
}

function outcomeOf(
  entries: readonly Entry[],
  problems: TriviaFileOutcome['problems'],
): TriviaFileOutcome {
  const changes = entries.filter(({ known, input }) => known && isChanged(known, input))
  const added = entries.filter(({ known }) => !known)
  const questions = (of: readonly Entry[]): string[] => of.map(({ input }) => input.question)
  return {
    added: questions(added),
    changed: questions(changes),
    unchanged: entries.length - added.length - changes.length,
    problems,
    version: versionOf([changes.map(({ known }) => contentOf(known)), questions(added)]),
  }
}

function isChanged(known: QuestionRow, input: TriviaQuestionInput): boolean {
  return JSON.stringify(contentOf(known)) !== JSON.stringify(contentOf(input))
}

/** What a file says about a question. */
function contentOf(question: TriviaQuestionInput | QuestionRow | undefined): unknown {
  if (!question) return null
  const { subject, question: text, options, answer, explanation, source, isEnabled } = question
  return [subject, text, options, answer, explanation, source, isEnabled]
}
