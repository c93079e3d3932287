import type { z } from 'zod'

/**
 * What was typed, kept for this tab through a reload. Never for secrets.
 * A browser that refuses storage keeps nothing, and the form works on.
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
    // Storage is full or refused: the draft lives as long as the page does.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
