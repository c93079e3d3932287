import type { DailyType, GeneratedContent, Quotation } from '#contract/daily.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { plainTextOf, sanitiseHtml } from '#server/domain/sanitise-html.ts'
import type { Admin } from '#server/domain/viewer.ts'
import type { WritingRequest, WrittenText } from '#server/ports/ai/port.ts'
import { putContent } from './publish-service.ts'
import { checkQuotations, mayPublishUnseen } from './quotations-service.ts'
import { announceDaily, communityToday } from './service.ts'
import { type DailySettingsRow, getDailySettings } from './settings-store.ts'
import { listUsedLibraryKeys, type NewContent } from './store.ts'
import { frameText } from './template-present.ts'

const STANDS_IN = 'A text from the built-in library is used instead.'
const STANDS_ALONE = 'The daily message prompt misquotes the Bible, so the message leaves it out.'

interface WritingTask {
  type: DailyType
  settings: DailySettingsRow
  /** Library texts that an administrator has passed over. */
  seenLibraryKeys?: readonly string[]
  /** Whether the text is published before anybody has read it. */
  isUnseen: boolean
}

/** A draft for an administrator to read. Nothing is published. */
export async function generateDraft(
  context: Context,
  admin: Admin,
  input: { type: DailyType; seenLibraryKeys: string[] },
): Promise<GeneratedContent> {
  await context.limits.consume('generate-admin', admin.id)
  const settings = await getDailySettings(context.db)
  return writeText(context, { ...input, settings, isUnseen: false })
}

/** Generates both texts and publishes them for today, in place of what is there. */
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
 * Writes a text: by the provider where one is set up, else, and when it fails, from the library.
 * What is published unseen holds no quotation that does not match, of the provider's or the template's.
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
  const standsAlone = task.isUnseen && framed !== text.html && !mayPublishUnseen(quotations)
  const reasons = [
    ...(attempt && !isProviders ? [`${attempt.refusal} ${STANDS_IN}`] : []),
    ...(standsAlone ? [STANDS_ALONE] : []),
  ]
  return {
    type,
    content: standsAlone ? text.html : framed,
    source: isProviders ? 'provider' : 'library',
    libraryKey: text.libraryKey,
    quotations: standsAlone ? await checkQuotations(context.scripture, text.html) : quotations,
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
  return { html: sanitiseHtml(html), libraryKey }
}

/** What the provider wrote, sanitised, or why it cannot be used; undefined without a provider. */
async function askProvider(
  context: Context,
  request: WritingRequest,
  { type, isUnseen }: WritingTask,
): Promise<{ html: string } | { refusal: string } | undefined> {
  const { provider } = context.writers
  if (!provider) return undefined
  try {
    const html = sanitiseHtml((await provider.write(request)).html)
    if (plainTextOf(html) === '') throw unusable('The AI provider’s text was empty.')
    if (isUnseen) requireMatching(await checkQuotations(context.scripture, html))
    return { html }
  } catch (error) {
    // The sentence of an expected failure is our own; anything else may repeat the provider's text.
    const isExpected = error instanceof AppError
    const refusal = isExpected ? error.message : 'The AI provider could not be used.'
    const failure = error instanceof Error ? error.name : typeof error
    context.log.warn({ type, refusal, failure }, 'the library stands in for the AI provider')
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
