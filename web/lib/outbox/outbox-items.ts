import { DAY_MS } from '#contract/durations.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type AnyCall, ApiError, type CallInput, type EndpointOf, urlOf } from '#web/lib/api.ts'
import { openDevice } from '#web/lib/device-database.ts'
import { versionIn } from '#web/lib/versions.ts'

/** A call that waits on this device until the server can be reached. */
export interface OutboxItem {
  /** Ascending; calls are sent in this order. */
  id: number
  memberId: string
  /** A later call with the same key replaces this one. */
  key: string
  method: Endpoint['method']
  /** With parameters and query filled in. */
  url: `/api/${string}`
  /** JSON, or undefined for a call without a body. */
  body: unknown
  /** Says to the member what waits, such as 'Reply'. An item of an earlier release has none. */
  title?: string
  /** The member's words or choice; unset if the title says everything. */
  text?: string | undefined
  /** Milliseconds. Only for expiry; the day that the call is for is part of the call. */
  madeAt: number
  /** How often the server failed with an error (5xx) on this call. */
  failures: number
}

/** A call that the server refused. Stays so that its member can see, copy and discard it. */
export interface RefusedItem extends OutboxItem {
  /** The reason, from the server. */
  sentence: string
  /** The value saved on another device meanwhile, if that is the reason. */
  newer?: object | undefined
}

export type NewItem = Omit<OutboxItem, 'id'>

/** Statuses that are not about the call itself: the server is temporarily unavailable. */
const PASSING_STATUSES = new Set([429, 502, 503, 504])

/** The server refuses anything older (`server/domain/day-stamp.ts`). */
const OLDEST_MS = 30 * DAY_MS

/** Appends an item and removes the member's earlier items with the same key. */
export async function addItem(item: NewItem): Promise<void> {
  const { store, done } = (await openDevice()).transaction('call', 'readwrite', {
    durability: 'strict',
  })
  const earlier = await store.index('key').getAllKeys([item.memberId, item.key])
  await Promise.all(earlier.map((id) => store.delete(id)))
  // The store assigns the id.
  await store.add(item as OutboxItem)
  await done
}

/** A member's waiting items, oldest first. */
export async function listWaiting(memberId: string): Promise<OutboxItem[]> {
  const items = await (await openDevice()).getAllFromIndex('call', 'memberId', memberId)
  return items.toSorted((a, b) => a.id - b.id)
}

export async function removeItem(id: number): Promise<void> {
  await (await openDevice()).delete('call', id)
}

/** Counts a server failure. Does nothing if the item was replaced or discarded meanwhile. */
export async function countFailure(id: number): Promise<void> {
  const { store, done } = (await openDevice()).transaction('call', 'readwrite')
  const item = await store.get(id)
  if (item) await store.put({ ...item, failures: item.failures + 1 })
  await done
}

/** Moves an item to the refused ones, with the reason. Does nothing if it already left. */
export async function refuseItem(id: number, sentence: string, newer?: object): Promise<void> {
  const transaction = (await openDevice()).transaction(['call', 'refusal'], 'readwrite')
  const item = await transaction.objectStore('call').get(id)
  if (item) {
    await transaction.objectStore('refusal').put({ ...item, sentence, newer })
    await transaction.objectStore('call').delete(id)
  }
  await transaction.done
}

/** A member's refused items, oldest first. */
export async function listRefused(memberId: string): Promise<RefusedItem[]> {
  const items = await (await openDevice()).getAllFromIndex('refusal', 'memberId', memberId)
  return items.toSorted((a, b) => a.id - b.id)
}

/** Sends a refused item again, in place of what was saved on another device. */
export async function sendOverNewer({ sentence: _, newer, ...item }: RefusedItem): Promise<void> {
  const body = { ...(item.body instanceof Object && item.body), version: versionIn(newer) }
  const { id, ...call } = { ...item, body }
  await addItem(call)
  await removeRefused(id)
}

export async function removeRefused(id: number): Promise<void> {
  await (await openDevice()).delete('refusal', id)
}

/** How many of a member's items are waiting or were refused. */
export async function countUnsent(memberId: string): Promise<number> {
  const db = await openDevice()
  const counts = await Promise.all([
    db.countFromIndex('call', 'memberId', memberId),
    db.countFromIndex('refusal', 'memberId', memberId),
  ])
  return counts[0] + counts[1]
}

/** Removes all of a member's waiting and refused items from this device. */
export async function removeItemsOf(memberId: string): Promise<void> {
  await removeWhere((item) => item.memberId === memberId)
}

/** Removes other members' items that are so old that the server would refuse them. */
export async function removeOldItemsOfOthers(memberId: string, now: number): Promise<void> {
  await removeWhere((item) => item.memberId !== memberId && now - item.madeAt > OLDEST_MS)
}

async function removeWhere(isGone: (item: OutboxItem) => boolean): Promise<void> {
  const transaction = (await openDevice()).transaction(['call', 'refusal'], 'readwrite')
  for (const name of ['call', 'refusal'] as const) {
    const store = transaction.objectStore(name)
    const gone = (await store.getAll()).filter(isGone)
    await Promise.all(gone.map(({ id }) => store.delete(id)))
  }
  await transaction.done
}

/** Whether a failed call can be retried later unchanged. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'offline' || PASSING_STATUSES.has(error.status)
}

/** The call in the form in which it waits, or undefined if it has a file. */
export function newItem<Call extends AnyCall>(
  endpoint: Call,
  input: CallInput<EndpointOf<Call>>,
  options: Pick<OutboxItem, 'memberId' | 'key' | 'title' | 'text'>,
): NewItem | undefined {
  const body = input.form ? fieldsOf(input.form) : jsonOf(input.body)
  if (input.form && body === undefined) return undefined
  return {
    ...options,
    method: endpoint.method,
    // Filling in parameters leaves the beginning of a path as it is.
    url: urlOf(endpoint, input) as OutboxItem['url'],
    body,
    madeAt: Date.now(),
    failures: 0,
  }
}

/** The part of the API that a call belongs to: 'stories', 'moods', 'daily'. Each keeps its order. */
export function areaOf(url: string): string {
  return /^\/api\/([a-z]+)/.exec(url)?.[1] ?? ''
}

function jsonOf(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body))
}

function fieldsOf(form: FormData): Record<string, string> | undefined {
  const fields: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string') return undefined
    fields[name] = value
  }
  return fields
}
