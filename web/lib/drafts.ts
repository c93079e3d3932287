import type { Shape } from '#web/lib/shape.ts'

export const DRAFT_PREFIX = 'folx:draft:'

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

export function clearDraft(key: string, storage: DraftStorage = browserStorage): void {
  storage.removeItem(DRAFT_PREFIX + key)
}

export interface KeepOptions<T> {
  /** Whether a value isn't worth keeping. */
  isEmpty: (value: T) => boolean
  /** Also keeps when it was last changed, ISO 8601, as `savedAt`. */
  isDated?: boolean
  /** `tabStorage` for private writing; otherwise the draft outlives the tab. */
  storage?: DraftStorage
}

/** Keeps a draft, or removes it once nothing is left of it. */
export function keepDraft<T>(key: string, value: T, options: KeepOptions<T>): void {
  const { isEmpty, isDated, storage } = options
  if (isEmpty(value)) clearDraft(key, storage)
  else writeDraft(key, isDated ? { ...value, savedAt: new Date().toISOString() } : value, storage)
}

const memory = new Map<string, string>()

/** The browser's storage, backed by memory in case it is full or turned off. */
const browserStorage: DraftStorage = {
  getItem: (key) => memory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => {
    memory.set(key, value)
    attempt(() => localStorage.setItem(key, value))
  },
  removeItem: (key) => {
    memory.delete(key)
    attempt(() => localStorage.removeItem(key))
  },
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
