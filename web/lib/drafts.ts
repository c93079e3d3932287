import type { Shape } from '#web/lib/shape.ts'

export const DRAFT_PREFIX = 'folx:draft:'

/** IndexedDB databases of what drafts hold beside text; each row's key begins with its draft's. */
export const DRAFT_DATABASES = { recording: 'story-recording', image: 'daily-image' } as const

/** Where drafts are kept: the browser's storage, or memory where that is refused. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The kept draft, or undefined when there is none or it cannot be read. */
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

const memory = new Map<string, string>()

/** The browser's storage with memory behind it, for when it is full or switched off. */
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
 * Keeps a draft through a reload and no longer than the tab: private writing is not left behind
 * on a device. Where storage is refused the draft lives as long as its form does.
 */
export const tabStorage: DraftStorage = {
  getItem: (key) => attempt(() => sessionStorage.getItem(key)) ?? null,
  setItem: (key, value) => attempt(() => sessionStorage.setItem(key, value)),
  removeItem: (key) => attempt(() => sessionStorage.removeItem(key)),
}
