import { AnonymousUsername, Email, Username } from '#contract/accounts.ts'

/** The inputs of registration that nobody else may have. */
export type UniqueInput = 'username' | 'email' | 'anonymousUsername'

/** `unknown`: the check itself failed, and registration will tell. */
export type Availability = 'idle' | 'checking' | 'available' | 'taken' | 'unknown'

/** A community username is checked from this length (member document, section 5). */
const CHECKED_FROM = 3

const schemas = { username: Username, email: Email, anonymousUsername: AnonymousUsername }

/** The value to ask the server about, or undefined while there is nothing to ask. */
export function candidateOf(input: UniqueInput, text: string): string | undefined {
  const value = schemas[input].safeParse(text).data
  return input === 'anonymousUsername' && (value?.length ?? 0) < CHECKED_FROM ? undefined : value
}

export const TAKEN: Record<UniqueInput, string> = {
  username: 'Username is already taken',
  email: 'Email is already registered',
  anonymousUsername: 'Community username is already taken',
}

const FREE: Record<UniqueInput, string> = {
  username: 'Username is available',
  email: '',
  anonymousUsername: 'Community username is available',
}

/** What is wrong with a name while it is typed; an email is unfinished until it is submitted. */
export function problemOf(input: UniqueInput, text: string): string | undefined {
  if (input === 'email' || text.trim() === '') return undefined
  return schemas[input].safeParse(text).error?.issues[0]?.message
}

/** What to say beside an input about its value. */
export function availabilityNews(input: UniqueInput, availability: Availability): string {
  if (availability === 'checking') return 'Checking…'
  if (availability === 'taken') return TAKEN[input]
  return availability === 'available' ? FREE[input] : ''
}
