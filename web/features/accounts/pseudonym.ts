import { AnonymousUsername, Email, Username } from '#contract/accounts.ts'

/** Shorter community usernames are not checked (member document, section 5). */
const CHECKED_FROM = 3

const schemas = { username: Username, email: Email, anonymousUsername: AnonymousUsername }

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

interface Names {
  anonymousUsername: string
  username: string
  email: string
}

/** Shorter names occur inside too many others for a match to mean anything. */
const TELLING_LENGTH = 3

/** Whether a community username gives away the login name or the email address. */
export function revealsIdentity({ anonymousUsername, username, email }: Names): boolean {
  const pseudonym = fold(anonymousUsername)
  if (pseudonym === '') return false
  const [localPart = ''] = email.split(/[@+]/)
  return [fold(username), fold(localPart)].some(
    (name) => name === pseudonym || (name.length >= TELLING_LENGTH && pseudonym.includes(name)),
  )
}

/** Keeps only letters and digits, without case or accents. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Registration inputs that must be unique. */
export type UniqueInput = 'username' | 'email' | 'anonymousUsername'

/** `unknown` means that the check failed; the registration call decides. */
export type Availability = 'idle' | 'checking' | 'available' | 'taken' | 'unknown'

/** The value to check with the server; undefined while it is not valid. */
export function candidateOf(input: UniqueInput, text: string): string | undefined {
  const value = schemas[input].safeParse(text).data
  return input === 'anonymousUsername' && (value?.length ?? 0) < CHECKED_FROM ? undefined : value
}

/** The validation error of a name while it is typed. An email is validated only on submit. */
export function problemOf(input: UniqueInput, text: string): string | undefined {
  if (input === 'email' || text.trim() === '') return undefined
  return schemas[input].safeParse(text).error?.issues[0]?.message
}

/** The message next to an input. */
export function availabilityMessage(input: UniqueInput, availability: Availability): string {
  if (availability === 'checking') return 'Checking…'
  if (availability === 'taken') return TAKEN[input]
  return availability === 'available' ? FREE[input] : ''
}
