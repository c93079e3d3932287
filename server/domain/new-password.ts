/** A member's names, which others may know or guess. */
export interface OwnNames {
  username: string
  email: string
  anonymousUsername: string
}

/** Shorter names appear in too many good passwords by chance. */
const SHORTEST_NAME = 4

/**
 * The sentence that says why a password is refused, or undefined if it is accepted (NIST SP
 * 800-63B, section 3.1.1.2: common passwords, and context-specific words).
 */
export async function refusalOfPassword(
  password: string,
  names: OwnNames,
): Promise<string | undefined> {
  const folded = foldText(password)
  const found = ownWords(names).find(
    ({ word }) => word.length >= SHORTEST_NAME && folded.includes(word),
  )
  if (found) return `Your password can’t contain your ${found.name}. Choose a different one.`
  const isCommon = (await loadCommonPasswords())(password.normalize('NFKC').toLowerCase())
  return isCommon
    ? 'Many people use this password, so it is easy to guess. Choose a different one.'
    : undefined
}

function ownWords({
  username,
  email,
  anonymousUsername,
}: OwnNames): { name: string; word: string }[] {
  const [local = ''] = email.split('@')
  const [beforePlus = ''] = local.split('+')
  return [
    { name: 'username', word: foldText(username) },
    { name: 'email address', word: foldText(local) },
    { name: 'email address', word: foldText(beforePlus) },
    { name: 'community username', word: foldText(anonymousUsername) },
  ]
}

/** Removes case and spaces, which don't make a different word. */
function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}

let common: Promise<(password: string) => boolean> | undefined

/**
 * Loads a list of the 50,000 most common passwords with 8 characters or more, in lowercase. It
 * covers every such password among the 100,000 most common. 2.4 MB, read on first use.
 */
function loadCommonPasswords(): Promise<(password: string) => boolean> {
  common ??= import('fxa-common-password-list').then(
    ({ default: list }) =>
      (password) =>
        list.test(password),
  )
  return common
}
