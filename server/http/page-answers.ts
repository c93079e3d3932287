import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { logicalDate } from '#contract/logical-date.ts'
import { JournalLock, MoodEntry } from '#contract/moods.ts'
import { isNewcomer } from '#contract/newcomer.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { within } from '#server/domain/within.ts'
import { firstCalls, isJournalCall, LOCK_CALL, VIEWER_CALL } from './first-calls.ts'

/** Answers that take longer are left out, and the page asks for them itself. */
const PATIENCE_MS = 1_000

/** Headers that an API answer depends on. */
const HEADERS = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const

/** One answer as `web/lib/first-answers.ts` reads it; `body` is JSON already. */
interface PageAnswer {
  url: string
  status: number
  total: string | undefined
  body: string
}

export interface PageAnswers {
  /** The text of a `<script type="application/json">` element. */
  json: string
  /** Whether the answers include today's mood. */
  hasMood: boolean
  /** The JSON of each answer by its address. */
  bodies: ReadonlyMap<string, string>
}

const Entries = MoodEntry.pick({ date: true }).array()

/**
 * The answers to a page's first calls, made by the routes themselves for the caller of `request`.
 * Refused and late answers are left out, except the viewer: a visitor's page doesn't ask who they are.
 */
export async function pageAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  { viewer, now }: { viewer: Viewer | undefined; now: Date },
): Promise<PageAnswers> {
  const today = viewer && logicalDate(now, viewer.timeZone)
  const isNew = viewer !== undefined && isNewcomer(viewer.joinedAt, now)
  const urls = firstCalls({ ...addressOf(request), today, isNew })
  const lock = urls.includes(LOCK_CALL) ? ask(app, request, LOCK_CALL) : undefined
  const answerTo = async (url: string): Promise<PageAnswer | undefined> => {
    if (url === LOCK_CALL) return lock
    if (isJournalCall(url) && !hasNoLock(await lock)) return undefined
    return ask(app, request, url)
  }
  const given = await Promise.all(
    urls.map((url) => within(PATIENCE_MS, answerTo(url)).catch(() => undefined)),
  )
  const answers = given.filter((answer) => answer !== undefined)
  const journal = answers.find(({ url }) => isJournalCall(url))
  const entries = journal ? Entries.parse(JSON.parse(journal.body)) : []
  return {
    json: inScript(`{${answers.map(entryOf).join(',')}}`),
    hasMood: entries.some(({ date }) => date === today),
    bodies: new Map(answers.map(({ url, body }) => [url, body])),
  }
}

/** The path and the query of the page's address. */
export function addressOf({ url }: FastifyRequest): { pathname: string; search: URLSearchParams } {
  const [pathname = '', ...query] = url.split('?')
  return { pathname, search: new URLSearchParams(query.join('?')) }
}

async function ask(
  app: FastifyInstance,
  request: FastifyRequest,
  url: string,
): Promise<PageAnswer | undefined> {
  const response = await app.inject({
    url,
    headers: pick(request.headers),
    remoteAddress: request.raw.socket.remoteAddress ?? '',
  })
  const { statusCode: status, headers, payload: body } = response
  const isFound = status === 200 || (status === 401 && url === VIEWER_CALL)
  const total = headers['x-total-count']
  return isFound ? { url, status, total: total?.toString(), body } : undefined
}

function hasNoLock(answer: PageAnswer | undefined): boolean {
  return answer !== undefined && JournalLock.parse(JSON.parse(answer.body)).minutes === null
}

function pick(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const picked: Record<string, string | string[]> = {}
  for (const name of HEADERS) {
    const value = headers[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}

function entryOf({ url, status, total, body }: PageAnswer): string {
  return `${JSON.stringify(url)}:{"status":${status},"total":${JSON.stringify(total ?? null)},"body":${body}}`
}

/** Escapes `<`, which JSON has only in texts, so no text can end the element or open a comment. */
function inScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
