/** What a page's first calls depend on. */
export interface PageOpening {
  /** The path of the page's address. */
  pathname: string
  /** Its query. */
  search: URLSearchParams
  /** The logical date of the signed-in member; undefined for a visitor. */
  today: string | undefined
}

/** The call that says who is here. */
export const VIEWER_CALL = '/api/user'
/** The call that says whether the journal has a lock. */
export const LOCK_CALL = '/api/moods/lock'
const EVERYONE = [VIEWER_CALL, '/api/website-settings']
const MEMBERS = [...EVERYONE, '/api/notifications/count']

const TAB_CALLS = new Map<string, readonly string[]>(
  Object.entries({
    daily: ['/api/daily'],
    faith: [
      '/api/daily-actions',
      '/api/daily-myactions',
      '/api/daily-actions/week',
      '/api/trivia/today',
      '/api/products',
    ],
    exit: [
      '/api/stories?page=1&pageSize=6',
      '/api/stories?page=1&pageSize=20&mine=true',
      '/api/tags',
    ],
    guidance: ['/api/guidance/answer-time'],
  }),
)

const PAGE_CALLS = new Map<string, readonly string[]>(
  Object.entries({
    '/dashboard': [
      '/api/stories?mine=true&page=1&pageSize=4',
      '/api/purchases?page=1&pageSize=4',
      '/api/live',
      '/api/live/page',
    ],
    '/account': [
      '/api/user/sessions',
      '/api/user/pseudonym',
      '/api/user/factors',
      '/api/user/security-log',
      '/api/email-preferences',
      '/api/notifications/settings',
      LOCK_CALL,
    ],
    '/live': ['/api/live', '/api/live/page', '/api/live/recordings?page=1&pageSize=5'],
  }),
)

/**
 * The addresses that a page asks for when it opens: the server answers them in the page itself, so
 * that nothing waits for another round trip. The addresses are exactly those of the page's queries;
 * `e2e/first-answers.spec.ts` fails when a page asks for anything else.
 */
export function firstCalls({ pathname, search, today }: PageOpening): readonly string[] {
  if (today === undefined) return EVERYONE
  if (pathname === '/flow') return [...MEMBERS, ...flowCalls(search, today)]
  return [...MEMBERS, ...(search.size === 0 ? (PAGE_CALLS.get(pathname) ?? []) : [])]
}

/** An open story, a past day and a filtered list ask for themselves. */
function flowCalls(search: URLSearchParams, today: string): string[] {
  const tab = search.get('tab')
  if (search.size > (tab === null ? 0 : 1)) return []
  const tabCalls = TAB_CALLS.get(tab ?? 'daily') ?? []
  return [LOCK_CALL, `/api/moods?to=${today}&pageSize=6`, ...tabCalls]
}

/**
 * Whether a call reads the journal. Each look keeps a lock open for longer, and a document can come
 * to nobody who looks: behind the cover after Quick exit. So a journal with a lock is left to the page.
 */
export function isJournalCall(url: string): boolean {
  return url.startsWith('/api/moods?')
}
