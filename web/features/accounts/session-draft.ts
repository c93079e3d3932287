import type { z } from 'zod'

/**
 * Reads typed text that this tab keeps through a reload. Never for secrets. If the browser blocks
 * storage, nothing is kept and the form still works.
 */
export function readDraft<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}

export function writeDraft(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked, so the draft lasts only as long as the page.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
