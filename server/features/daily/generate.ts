import type { DailyType, GeneratedContent, Quotation } from '#contract/daily.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { plainTextOf, sanitizeHtml } from '#server/domain/sanitize-html.ts'
import type { Admin } from '#server/domain/viewer.ts'
import type { WritingRequest, WrittenText } from '#server/ports/ai/port.ts'
import { frameText, putContent } from './publish.ts'
import { checkQuotations, mayPublishUnseen } from './quotations.ts'
import { announceDaily, communityToday } from './service.ts'
import { type DailySettingsRow, getDailySettings, type NewContent } from './store.ts'

const LIBRARY_USED = 'A text from the built-in library is used instead.'
const TEMPLATE_OMITTED =
  'The daily message prompt misquotes the Bible, so the message leaves it out.'

interface WritingTask {
  type: DailyType
  settings: DailySettingsRow
  /** Library texts that an administrator has seen and skipped. */
  seenLibraryKeys?: readonly string[]
  /** Whether the text is published without review. */
  isUnseen: boolean
}

/** Generates a draft for an administrator. Publishes nothing. */
export async function generateDraft(
  context: Context,
  admin: Admin,
  input: { type: DailyType; seenLibraryKeys: string[] },
): Promise<GeneratedContent> {
  await context.limits.consume('generate-admin', admin.id)
  const settings = await getDailySettings(context.db)
  return writeText(context, { ...input, settings, isUnseen: false })
}

/** Generates both texts and publishes them for today, replacing existing content. */
export async function generateToday(
  context: Context,
  admin: Admin,
): Promise<{ message: GeneratedContent; reflection: GeneratedContent }> {
  await context.limits.consume('generate-admin', admin.id)
  const settings = await getDailySettings(context.db)
  const [message, reflection] = await Promise.all([
    writeText(context, { type: 'message', settings, isUnseen: true }),
    writeText(context, { type: 'reflection', settings, isUnseen: true }),
  ])
  await inTransaction(context.db, async (trx) => {
    const day = await communityToday(context, trx)
    for (const text of [message, reflection]) {
      const place = { day, type: text.type }
      await putContent(context, trx, { admin, place, content: contentOf(text) })
    }
  })
  announceDaily(context)
  return { message, reflection }
}

/**
 * Returns a text from the provider or, if none is set up or it fails, from the library. A text that
 * is published without review contains no misquotation, neither the provider's nor the template's.
 */
export async function writeText(context: Context, task: WritingTask): Promise<GeneratedContent> {
  const { type, settings } = task
  const request = await requestOf(context, task)
  const attempt = await askProvider(context, request, task)
  const isProviders = attempt !== undefined && 'html' in attempt
  const text = isProviders
    ? { html: attempt.html, libraryKey: null }
    : await readLibrary(context, request)
  const framed = frameText({ type, html: text.html }, settings.dailyMessagePrompt)
  const quotations = await checkQuotations(context.scripture, framed)
  const omitsTemplate = task.isUnseen && framed !== text.html && !mayPublishUnseen(quotations)
  const reasons = [
    ...(attempt && !isProviders ? [`${attempt.refusal} ${LIBRARY_USED}`] : []),
    ...(omitsTemplate ? [TEMPLATE_OMITTED] : []),
  ]
  return {
    type,
    content: omitsTemplate ? text.html : framed,
    source: isProviders ? 'provider' : 'library',
    libraryKey: text.libraryKey,
    quotations: omitsTemplate ? await checkQuotations(context.scripture, text.html) : quotations,
    fallbackReason: reasons.length > 0 ? reasons.join(' ') : null,
  }
}

export function contentOf(text: GeneratedContent): NewContent {
  const { content, source, libraryKey } = text
  return { format: 'text', content, source, libraryKey, imageKey: null }
}

async function requestOf(context: Context, task: WritingTask): Promise<WritingRequest> {
  const { type, settings, seenLibraryKeys = [] } = task
  const shown = await listUsedLibraryKeys(context.db, type)
  return {
    type,
    agentStyle: settings.agentStyle,
    reflectionPrompt: settings.reflectionPrompt,
    usedLibraryKeys: [...seenLibraryKeys, ...shown],
  }
}

async function readLibrary(context: Context, request: WritingRequest): Promise<WrittenText> {
  const { html, libraryKey } = await context.writers.library.write(request)
  return { html: sanitizeHtml(html), libraryKey }
}

/** The provider's text, sanitized, or why it cannot be used; undefined without a provider. */
async function askProvider(
  context: Context,
  request: WritingRequest,
  { type, isUnseen }: WritingTask,
): Promise<{ html: string } | { refusal: string } | undefined> {
  const { provider } = context.writers
  if (!provider) return undefined
  try {
    const html = sanitizeHtml((await provider.write(request)).html)
    if (plainTextOf(html) === '') throw unusable('The AI provider’s text was empty.')
    if (isUnseen) requireMatching(await checkQuotations(context.scripture, html))
    return { html }
  } catch (error) {
    // Expected failures have our own message; any other may repeat the provider's text.
    const isExpected = error instanceof AppError
    const refusal = isExpected ? error.message : 'The AI provider could not be used.'
    const failure = error instanceof Error ? error.name : typeof error
    context.log.warn(
      { type, refusal, failure },
      'a library text is used instead of the AI provider',
    )
    return { refusal }
  }
}

function requireMatching(quotations: Quotation[]): void {
  if (mayPublishUnseen(quotations)) return
  throw unusable('The AI provider’s text quotes the Bible in words that do not match.')
}

function unusable(sentence: string): AppError {
  return new AppError('provider_unavailable', sentence)
}

/** Number of shown library texts to look back at; more than the library has of one type. */
const REMEMBERED_TEXTS = 400

/** The keys of published and scheduled library texts of this type, latest first. */
async function listUsedLibraryKeys(db: Queryable, type: DailyType): Promise<string[]> {
  const rows = await db
    .selectFrom('dailyContent')
    .select('libraryKey')
    .where('type', '=', type)
    .where('libraryKey', 'is not', null)
    .orderBy('day', 'desc')
    .limit(REMEMBERED_TEXTS)
    .execute()
  return rows.flatMap((row) => row.libraryKey ?? [])
}
