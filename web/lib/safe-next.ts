const HERE = 'https://here.invalid'
const UNSAFE = /[\\\s\p{Cc}]/u
/** Pages that redirect to `next` themselves. */
const ENTRANCES = new Set(['/auth', '/auth/code', '/register'])

/**
 * The path to go to after sign-in, or undefined if it isn't a page of this site: other hosts
 * (`//evil`, `/\evil`, `https:`), scripts, control characters.
 */
export function safeNext(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || UNSAFE.test(value)) return undefined
  if (!URL.canParse(value, HERE)) return undefined
  const url = new URL(value, HERE)
  if (url.origin !== HERE || ENTRANCES.has(url.pathname)) return undefined
  const path = url.pathname + url.search + url.hash
  // `/.//evil` becomes `//evil` when it is normalized.
  return path.startsWith('//') ? undefined : path
}

/** The address of an entrance that leads to `next` afterwards. */
export function withNext(path: string, next: string | undefined): string {
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`
}
