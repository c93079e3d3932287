import { aText, type Shape } from '#web/lib/shape.ts'
import { versionIn } from '#web/lib/versions.ts'

const DRAFT_PREFIX = 'folx:draft:'

/** IndexedDB databases for the files of drafts. Each row's key begins with the draft's key. */
export const DRAFT_DATABASES = { recording: 'story-recording', image: 'daily-image' } as const

/** Where drafts are kept: the browser's storage, or memory if the browser refuses it. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The kept draft, or undefined if there is none or it doesn't have this shape. */
export function readDraft<T>(
  key: string,
  shape: Shape<T>,
  storage: DraftStorage = browserStorage,
): T | undefined {
  try {
    return shape.safeParse(JSON.parse(storage.getItem(DRAFT_PREFIX + key) ?? 'null')).data
  } catch {
    return undefined
  }
}

export function writeDraft(
  key: string,
  draft: unknown,
  storage: DraftStorage = browserStorage,
): void {
  storage.setItem(DRAFT_PREFIX + key, JSON.stringify(draft))
}

/** A text on its own, or with the version that it began from. */
export const KeptText: Shape<string> = {
  safeParse: (kept) => aText.safeParse(kept instanceof Object && 'text' in kept ? kept.text : kept),
}

/** The version of what is being edited that a draft began from; undefined if it doesn't say. */
export function draftVersion(key: string, storage?: DraftStorage): string | undefined {
  return readDraft(key, { safeParse: (draft) => ({ data: versionIn(draft) }) }, storage)
}

export function clearDraft(key: string, storage: DraftStorage = browserStorage): void {
  storage.removeItem(DRAFT_PREFIX + key)
}

export interface KeepOptions<T> {
  /** Whether a value isn't worth keeping. */
  isEmpty: (value: T) => boolean
  /** Also keeps when it was last changed, ISO 8601, as `savedAt`. */
  isDated?: boolean
  /** The version of what is being edited: a new draft begins from it. */
  version?: (() => string | undefined) | undefined
  /** `tabStorage` for private writing; otherwise the draft outlives the tab. */
  storage?: DraftStorage
}

/** Keeps a draft, or removes it once nothing is left of it. */
export function keepDraft<T>(key: string, value: T, options: KeepOptions<T>): void {
  const { isEmpty, isDated, version, storage } = options
  if (isEmpty(value)) {
    clearDraft(key, storage)
    return
  }
  const began = version && (draftVersion(key, storage) ?? version())
  const fields = typeof value === 'string' ? { text: value } : value
  const draft = began === undefined ? value : { ...fields, version: began }
  if (isDated && isKept(key, draft, storage)) return
  writeDraft(key, isDated ? { ...draft, savedAt: new Date().toISOString() } : draft, storage)
}

/** Whether the kept draft differs only in its date. */
function isKept(key: string, draft: unknown, storage: DraftStorage | undefined): boolean {
  const undated = (kept: unknown): { data?: string } => {
    const { savedAt, ...rest } = Object(kept)
    return savedAt ? { data: JSON.stringify(rest) } : {}
  }
  return readDraft(key, { safeParse: undated }, storage) === JSON.stringify(draft)
}

/** Drafts that the browser's storage refused. */
const memory = new Map<string, string>()
/** The drafts that this tab follows, as it last read or wrote them. */
const known = new Map<string, string | null>()

/** The browser's storage, backed by memory in case it is full or turned off. */
const browserStorage: DraftStorage = {
  getItem: (key) => {
    const kept = memory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null
    if (known.has(key)) known.set(key, kept)
    return kept
  },
  setItem: (key, value) => {
    memory.set(key, value)
    if (known.has(key)) known.set(key, value)
    attempt(() => {
      localStorage.setItem(key, value)
      // Another tab may change it later.
      memory.delete(key)
    })
  },
  removeItem: (key) => {
    memory.delete(key)
    if (known.has(key)) known.set(key, null)
    attempt(() => localStorage.removeItem(key))
  },
}

/**
 * Calls `follow` when another tab has changed the draft, right away or once this page is shown again.
 * Drafts in other storages belong to one tab. Returns a function that stops it.
 */
export function followDraft(
  key: string,
  storage: DraftStorage | undefined,
  follow: () => void,
): () => void {
  if (storage) return () => undefined
  const name = DRAFT_PREFIX + key
  const stored = (): string | null => attempt(() => localStorage.getItem(name)) ?? null
  known.set(name, stored())
  const look = (): void => {
    if (memory.has(name) || stored() === known.get(name)) return
    known.set(name, stored())
    follow()
  }
  window.addEventListener('storage', look)
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    known.delete(name)
    window.removeEventListener('storage', look)
    window.removeEventListener('pageshow', look)
    document.removeEventListener('visibilitychange', look)
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/**
 * Keeps a draft across reloads but not after the tab is closed, so that private writing is not left
 * on a device. If the browser refuses storage, the draft is lost with its form.
 */
export const tabStorage: DraftStorage = {
  getItem: (key) => attempt(() => sessionStorage.getItem(key)) ?? null,
  setItem: (key, value) => attempt(() => sessionStorage.setItem(key, value)),
  removeItem: (key) => attempt(() => sessionStorage.removeItem(key)),
}

/** Ends the keys that list library texts already shown as drafts, which nobody wrote. */
const SEEN_SUFFIX = ':seen'

/** How many drafts and recordings a member has on this device. */
export async function countDrafts(memberId: string): Promise<number> {
  const begun = new Set<string>()
  for (const storage of storages()) {
    for (const key of draftKeysIn(storage, memberId)) {
      if (!key.endsWith(SEEN_SUFFIX)) begun.add(key.slice(DRAFT_PREFIX.length))
    }
  }
  await eachRow(memberId, ({ draftKey }) => void begun.add(draftKey))
  return begun.size
}

/** Removes the member's drafts and recordings. Those of others on the device stay. */
export async function removeDrafts(memberId: string): Promise<void> {
  for (const storage of storages()) {
    for (const key of draftKeysIn(storage, memberId)) storage.removeItem(key)
  }
  await eachRow(memberId, ({ remove }) => remove())
}

/** The storages that the browser allows. */
function storages(): Storage[] {
  return [() => localStorage, () => sessionStorage].flatMap((open) => {
    try {
      return [open()]
    } catch {
      return []
    }
  })
}

function draftKeysIn(storage: Storage, memberId: string): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(DRAFT_PREFIX) && isOf(key, memberId))
}

function isOf(draftKey: string, memberId: string): boolean {
  return draftKey.split(':').includes(memberId)
}

interface FileRow {
  draftKey: string
  remove: () => Promise<void>
}

async function eachRow(
  memberId: string,
  visit: (row: FileRow) => void | Promise<void>,
): Promise<void> {
  const { openDB } = await import('idb')
  // Opening a database that doesn't exist would create it.
  const there = (await indexedDB.databases()).map(({ name }) => name)
  for (const name of Object.values(DRAFT_DATABASES).filter((each) => there.includes(each))) {
    const db = await openDB(name)
    for (const store of db.objectStoreNames) {
      const keys = await db.getAllKeys(store)
      // In parallel: a recording has many rows, and sign-out waits only briefly.
      await Promise.all(
        keys.map(async (key) => {
          const draftKey = String(Array.isArray(key) ? key[0] : key)
          if (isOf(draftKey, memberId)) {
            await visit({ draftKey, remove: () => db.delete(store, key) })
          }
        }),
      )
    }
    db.close()
  }
}
