import confusables from 'unicode-confusables'

/**
 * Two names with the same key look alike to a person: compatibility forms, case, accents in
 * another encoding and characters of other scripts are folded together (Unicode TR 39, section 4,
 * skeleton). `I`, `l`, `1` and `i` count as one letter, for in most fonts a capital I is an l.
 */
export function nameKey(name: string): string {
  // Twice, because a first folding can bring out letters that look like others again.
  return fold(fold(name)).replaceAll('i', 'l').replace(/\s+/gu, ' ').trim()
}

/** Capitals first: some look like Latin ones whose small letters do not, such as Cyrillic М. */
function fold(name: string): string {
  const capitals = skeleton(name.normalize('NFKC').toUpperCase())
  return skeleton(capitals.toLowerCase()).toLowerCase()
}

function skeleton(text: string): string {
  return confusables.rectifyConfusion(text.normalize('NFD')).normalize('NFD')
}

/** Names that speak for the community, and so belong to nobody. */
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
/** Digits that stand in for letters. */
const LEET: Record<string, string> = { '3': 'e', '4': 'a', '5': 's', '7': 't' }

const reservedKeys = new Set(RESERVED.map(bareKey))

/** The key without blanks, punctuation and trailing digits: `Admin_1` is still `admin`. */
function bareKey(name: string): string {
  const withoutDigits = name.normalize('NFKC').replace(/\p{Nd}+$/u, '')
  const digitsAsLetters = withoutDigits.replace(/[3457]/g, (digit) => LEET[digit] ?? digit)
  return nameKey(digitsAsLetters).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a name is, or looks like, one that speaks for the community. */
export function isReservedName(name: string): boolean {
  return reservedKeys.has(bareKey(name))
}
