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
