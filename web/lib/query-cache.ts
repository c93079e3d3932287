import type { Query, QueryClient } from '@tanstack/react-query'
import { accountEndpoints, type User } from '#contract/accounts.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import type { KeptAnswer } from '#web/lib/device-database.ts'
import {
  claimAnswers,
  readAnswers,
  removeAnswers,
  trimAnswers,
  writeAnswers,
} from '#web/lib/query-cache-store.ts'

/** What can be read without a connection, by the path that its query's key begins with. */
const KEPT_PATHS =
  /^\/api\/(user|website-settings|daily|daily-actions(\/week)?|daily-myactions|moods(\/lock)?|local-names|trivia\/today|tags|prayer-requests(\/mine)?|products|purchases|stories(\/\d+(\/replies)?)?|scripture\/[^/]+)$/
const KEPT_MS = 7 * 24 * 60 * 60 * 1000
const MOST_ANSWERS = 50
const WRITE_AFTER_MS = 1_000

const userPath = accountEndpoints.currentUser.path
const lockKey = [moodEndpoints.getLock.path]
const moodsKey = [moodEndpoints.list.path]

/** The queries that show what was kept rather than what the server says now. */
const restored = new Set<string>()

/**
 * Fills the queries of a member with the answers that this device kept, those of others being
 * forgotten. Answers who they belong to; nobody's without a kept `User`.
 *
 * @param memberId whose answers; without it, those of the last member
 */
export async function restoreAnswers(
  client: QueryClient,
  memberId: string | undefined,
): Promise<User | undefined> {
  const answers = await readAnswers(memberId, Date.now() - KEPT_MS)
  for (const { hash, queryKey, data, updatedAt } of answers) {
    if (client.getQueryCache().get(hash)?.state.data !== undefined) continue
    if (queryKey[0] === userPath) continue
    client.setQueryData(queryKey, data, { updatedAt })
    restored.add(hash)
  }
  // Written by `writeQueries` from the answer to this very query.
  return answers.find(({ queryKey }) => queryKey[0] === userPath)?.data as User | undefined
}

/** Asks the server again for all that was restored. What it does not answer stays as it is. */
export async function refreshRestored(client: QueryClient): Promise<void> {
  if (restored.size === 0) return
  await client.invalidateQueries({ predicate: ({ queryHash }) => restored.has(queryHash) })
}

/**
 * Keeps what a member reads, for the next start without a connection. Returns how to stop.
 * Nothing is written for a member to whom this device no longer belongs.
 */
export function keepAnswers(client: QueryClient, memberId: string): () => void {
  const changed = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    const queries = [...changed]
    changed.clear()
    if (queries.length > 0) writeQueries(client, memberId, queries).catch(() => undefined)
  }
  const note = (query: Query): void => {
    if (!isKept(query)) return
    changed.add(query)
    timer ??= setTimeout(write, WRITE_AFTER_MS)
    // What may be kept of the journal hangs on this answer.
    if (query.queryKey[0] === lockKey[0]) {
      for (const moods of client.getQueryCache().findAll({ queryKey: moodsKey })) note(moods)
    }
  }
  const stopListening = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (!event.action.manual) restored.delete(event.query.queryHash)
    note(event.query)
  })
  const handleHidden = (): void => {
    if (document.visibilityState === 'hidden') write()
  }
  document.addEventListener('visibilitychange', handleHidden)
  let isStopped = false
  void claimAnswers(memberId)
    .then(() => {
      if (!isStopped) client.getQueryCache().getAll().forEach(note)
    })
    .catch(() => undefined)
  return () => {
    isStopped = true
    stopListening()
    document.removeEventListener('visibilitychange', handleHidden)
    write()
  }
}

async function writeQueries(
  client: QueryClient,
  memberId: string,
  queries: readonly Query[],
): Promise<void> {
  const mayKeepMoods = hasNoLock(client)
  if (!mayKeepMoods) await removeAnswers(({ queryKey }) => isMoodList(queryKey))
  const answers = queries
    .filter(({ queryKey }) => mayKeepMoods || !isMoodList(queryKey))
    .map(({ queryHash, queryKey, state }) => ({
      hash: queryHash,
      queryKey,
      data: state.data,
      updatedAt: state.dataUpdatedAt,
    }))
  await writeAnswers(memberId, answers)
  await trimAnswers({ most: MOST_ANSWERS, oldest: Date.now() - KEPT_MS, isNeeded })
}

/** Without these no page opens, however much else has been read since they were fetched. */
function isNeeded({ queryKey }: KeptAnswer): boolean {
  const path = queryKey[0]
  return path === userPath || path === settingsEndpoints.get.path || path === lockKey[0]
}

function isKept({ queryKey, state }: Query): boolean {
  return state.data !== undefined && KEPT_PATHS.test(pathOf(queryKey)) && !isSearch(queryKey)
}

function pathOf(queryKey: readonly unknown[]): string {
  return String(queryKey[0]).split('?')[0] ?? ''
}

/** Each word that is typed into a search makes a list of its own. */
function isSearch([, query]: readonly unknown[]): boolean {
  return typeof query === 'object' && query !== null && 'q' in query && Boolean(query.q)
}

function isMoodList(queryKey: readonly unknown[]): boolean {
  return queryKey[0] === moodsKey[0]
}

/** A journal with a lock is not to be found on the device; nor is one of which that is unknown. */
function hasNoLock(client: QueryClient): boolean {
  return client.getQueryData<{ minutes: number | null }>(lockKey)?.minutes === null
}
