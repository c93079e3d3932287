/**
 * Checks a stored value. Every zod schema is a Shape; the ones below don't need zod, which weighs more
 * than the first views that read stored values.
 */
export interface Shape<T> {
  safeParse(value: unknown): { data?: T | undefined }
}

export const aText: Shape<string> = {
  safeParse: (value) => (typeof value === 'string' ? { data: value } : {}),
}

export function oneOf<const Word extends string>(words: readonly Word[]): Shape<Word> {
  return {
    safeParse: (value) => ({ data: words.find((word) => word === value) }),
  }
}

export const aWholeNumber: Shape<number> = {
  safeParse: (value) => (Number.isSafeInteger(value) ? { data: Number(value) } : {}),
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return { safeParse: (value) => (value === null ? { data: null } : shape.safeParse(value)) }
}

/** An object with these fields; other fields are dropped. */
export function fieldsOf<T extends object>(
  shapes: { [Name in keyof T]: Shape<T[Name]> },
): Shape<T> {
  return {
    safeParse: (value) => {
      if (typeof value !== 'object' || value === null) return {}
      const given = new Map<string, unknown>(Object.entries(value))
      const data: Partial<T> = {}
      for (const name in shapes) {
        const field = shapes[name].safeParse(given.get(name)).data
        if (field === undefined) return {}
        data[name] = field
      }
      // The loop has set every field of `shapes`.
      return { data: data as T }
    },
  }
}
