/** The page and the member that the first calls depend on. */
export interface PageOpening {
  /** The path of the page's address. */
  pathname: string
  /** Its query. */
  search: URLSearchParams
  /** The logical date of the signed-in member; undefined for a visitor. */
  today: string | undefined
  /** Whether the member is a newcomer. */
  isNew: boolean
}

/** The call that returns the viewer. */
export const VIEWER_CALL = '/api/user'
/** The call that says whether the journal has a lock. */
export const LOCK_CALL = '/api/moods/lock'
/** The call that says who may join. */
const JOINING_CALL = '/api/joining'
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
      '/api/daily',
      '/api/daily-actions/week',
      '/api/notifications?page=1&pageSize=5&unread=true',
      LOCK_CALL,
    ],
    '/account': [
      '/api/user/sessions',
      '/api/user/pseudonym',
      '/api/user/factors',
      '/api/user/security-log',
      '/api/email-preferences',
      '/api/notifications/settings',
      '/api/team-messages',
      '/api/mutes',
      LOCK_CALL,
    ],
    '/live': ['/api/live', '/api/live/page', '/api/live/recordings?page=1&pageSize=5'],
  }),
)

/**
 * The addresses a page reads when it opens. The server includes their answers in the document, so
 * nothing waits for another round trip. They must match the page's queries exactly;
 * `e2e/first-answers.spec.ts` fails when a page asks for anything else.
 */
export function firstCalls({ pathname, search, today, isNew }: PageOpening): readonly string[] {
  if (today === undefined) return pathname === '/register' ? [...EVERYONE, JOINING_CALL] : EVERYONE
  if (pathname === '/flow') return [...MEMBERS, ...flowCalls(search, today)]
  if (search.size > 0) return MEMBERS
  const calls = [...MEMBERS, ...(PAGE_CALLS.get(pathname) ?? [])]
  if (pathname !== '/dashboard') return calls
  return [...calls, recentMoods(today), ...(isNew ? ['/api/first-morning'] : [])]
}

/** Pages with an open story, a past day or a filtered list ask for their own answers. */
function flowCalls(search: URLSearchParams, today: string): string[] {
  const tab = search.get('tab')
  if (search.size > (tab === null ? 0 : 1)) return []
  const tabCalls = TAB_CALLS.get(tab ?? 'daily') ?? []
  return [LOCK_CALL, recentMoods(today), ...tabCalls]
}

function recentMoods(today: string): string {
  return `/api/moods?to=${today}&pageSize=6`
}

/**
 * Whether a call reads the journal. Each read extends the time that a locked journal stays open, and
 * a document can load unseen behind the cover after Quick exit. So a page asks for a locked journal
 * itself.
 */
export function isJournalCall(url: string): boolean {
  return url.startsWith('/api/moods?')
}
