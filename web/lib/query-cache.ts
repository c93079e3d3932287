import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { DAY_MS } from '#contract/durations.ts'
import { accountCalls, moodCalls, settingsCalls } from '#web/lib/calls.gen.ts'
import { type AnswerOwner, type KeptAnswer, openDevice } from '#web/lib/device-database.ts'

/** Which queries can be read offline, by the path that begins their key. */
const KEPT_PATHS =
  /^\/api\/(user|website-settings|daily|daily-actions(\/week)?|daily-myactions|moods(\/lock)?|local-names|trivia\/today|tags|prayer-requests(\/mine)?|products|purchases|stories(\/\d+(\/replies)?)?|scripture\/[^/]+)$/
const KEPT_MS = 7 * DAY_MS
const MOST_ANSWERS = 50
const WRITE_AFTER_MS = 1_000

const userPath = accountCalls.currentUser.path
const lockKey = [moodCalls.getLock.path]
const moodsKey = [moodCalls.list.path]

/** Hashes of the queries that still show kept answers, not fresh ones. */
const restored = new Set<string>()

/**
 * Fills the query cache with the answers that this device kept for a member. Returns the kept `User`,
 * or undefined if there is none.
 *
 * @param memberId whose answers; if undefined, the last member's
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
  // `writeQueries` wrote it from the answer to this query, so it is a `User`.
  return answers.find(({ queryKey }) => queryKey[0] === userPath)?.data as User | undefined
}

/** Refetches everything that was restored. Queries that fail keep their restored data. */
export async function refreshRestored(client: QueryClient): Promise<void> {
  if (restored.size === 0) return
  await client.invalidateQueries({ predicate: ({ queryHash }) => restored.has(queryHash) })
}

/**
 * Keeps what a member reads, for the next offline start. Returns a function that stops it. Nothing is
 * written for a member who no longer owns this device's kept answers.
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
    // Whether moods may be kept depends on this answer.
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

/** No page opens without these, so they are never trimmed. */
function isNeeded({ queryKey }: KeptAnswer): boolean {
  const path = queryKey[0]
  return path === userPath || path === settingsCalls.get.path || path === lockKey[0]
}

function isKept({ queryKey, state }: Query): boolean {
  return state.data !== undefined && KEPT_PATHS.test(pathOf(queryKey)) && !isSearch(queryKey)
}

function pathOf(queryKey: readonly unknown[]): string {
  return String(queryKey[0]).split('?')[0] ?? ''
}

/** Searches aren't kept, because each typed word creates its own list. */
function isSearch([, query]: readonly unknown[]): boolean {
  return typeof query === 'object' && query !== null && 'q' in query && Boolean(query.q)
}

function isMoodList(queryKey: readonly unknown[]): boolean {
  return queryKey[0] === moodsKey[0]
}

/** A journal is not kept on the device if it has a lock or if that is unknown. */
function hasNoLock(client: QueryClient): boolean {
  return client.getQueryData<{ minutes: number | null }>(lockKey)?.minutes === null
}

/** A fingerprint of the contract, set by the build: answers of another contract can't be used. */
const CONTRACT: string = import.meta.env?.VITE_CONTRACT ?? ''

/** Makes a member the owner of this device's kept answers; removes those of another owner. */
export async function claimAnswers(memberId: string): Promise<void> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'], 'readwrite')
  const owner = await transaction.objectStore('owner').get('answers')
  if (!isOwner(owner, memberId)) await transaction.objectStore('answer').clear()
  await transaction.objectStore('owner').put({ memberId, contract: CONTRACT }, 'answers')
  await transaction.done
}

/**
 * The answers kept for a member, or for the last member if undefined, that are not older than
 * `oldest`. Empty if this device keeps those of someone else.
 */
export async function readAnswers(
  memberId: string | undefined,
  oldest: number,
): Promise<KeptAnswer[]> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'])
  const owner = await transaction.objectStore('owner').get('answers')
  if (!isOwner(owner, memberId ?? owner?.memberId)) return []
  const answers = await transaction.objectStore('answer').getAll()
  return answers.filter(({ updatedAt }) => updatedAt >= oldest)
}

/** Keeps answers for a member, unless they no longer own this device's kept answers. */
export async function writeAnswers(
  memberId: string,
  answers: readonly KeptAnswer[],
): Promise<void> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'], 'readwrite')
  if (isOwner(await transaction.objectStore('owner').get('answers'), memberId)) {
    const store = transaction.objectStore('answer')
    await Promise.all(answers.map((answer) => store.put(answer)))
  }
  await transaction.done
}

/** Removes answers other than the needed ones and the newest `most`, and any older than `oldest`. */
async function trimAnswers(input: {
  most: number
  oldest: number
  isNeeded: (answer: KeptAnswer) => boolean
}): Promise<void> {
  const { store, done } = (await openDevice()).transaction('answer', 'readwrite')
  const answers = (await store.getAll()).filter((answer) => !input.isNeeded(answer))
  const newestFirst = answers.toSorted((a, b) => b.updatedAt - a.updatedAt)
  const gone = newestFirst.filter(
    ({ updatedAt }, place) => place >= input.most || updatedAt < input.oldest,
  )
  await Promise.all(gone.map(({ hash }) => store.delete(hash)))
  await done
}

async function removeAnswers(isGone: (answer: KeptAnswer) => boolean): Promise<void> {
  const { store, done } = (await openDevice()).transaction('answer', 'readwrite')
  const gone = (await store.getAll()).filter(isGone)
  await Promise.all(gone.map(({ hash }) => store.delete(hash)))
  await done
}

function isOwner(owner: AnswerOwner | undefined, memberId: string | undefined): boolean {
  return owner !== undefined && owner.memberId === memberId && owner.contract === CONTRACT
}
