import { type FindingKind, findAll, type Match, type NameFinding, type Rule } from '../finding.ts'

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4}(?![\w-])/gi

/** A link with a protocol, or a host with a common top-level domain. */
const LINK =
  /(?<![\w@./-])(?:https?:\/\/[^\s<>"']{3,2000}|(?:[a-z\d-]{1,63}\.){1,4}(?:com|org|net|edu|gov|info|me|io|co|us|uk|ca|church|blog|tv|app|site|ly|gg|ee)(?![\w-]|\.[a-z])(?:\/[^\s<>"']{0,2000})?)/gi

/** Sites that reveal nothing about the person who links to them. */
const HARMLESS_SITES =
  /^(?:https?:\/\/)?(?:www\.)?(?:bible|biblegateway|biblehub|blueletterbible|youversion|esv|988lifeline|findahelpline|aa|na|celebraterecovery|al-anon)\.(?:com|org)(?:\/|$)/i

const PHONE =
  /(?<![\w.+/-])(?:\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}|(?:1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\d{3}[.-]\d{4}|\d{10})(?![\w/-])/g

/** The prefixes of numbers of organizations, such as helplines, in North America. */
const TOLL_FREE = /^(?:\+?1[ .-]?)?\(?8(?:00|33|44|55|66|77|88)\)?[ .-]/

/** A US Social Security number; without hyphens only after its name. */
const SOCIAL_SECURITY =
  /(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])|(?<=\b(?:social(?: security)?|ssn|ss#)(?: (?:number|no\.?|is|was|#)){0,3}[ :#]{1,3})\d{3} ?\d{2} ?\d{4}(?![\w-])/gi

const AT_HANDLE = /(?<![\w.@])@[a-z\d][\w.-]{1,40}/gi
const NAMED_HANDLE =
  /(?:instagram|insta|ig|snapchat|snap|tiktok|twitter|telegram|discord|venmo|cash ?app|facebook|fb|skype|kik|whatsapp|handle|username|user name)(?: (?:handle|name|account|is|as|at|me|page))*[ :]+(?<handle>[\w.-]*[\d_.][\w.-]*\w)/gi

const PLATE =
  /(?<=(?:plates?|license|licence|tags?)(?: (?:plates?|number|no\.?|is|are|was|reads?|says?|it|with|of)){0,3}[ :]{1,3})(?=[A-Z\d -]{0,8}\d)[A-Z\d]{1,4}(?:[ -][A-Z\d]{2,5}|[A-Z\d]{1,4})(?![A-Za-z\d])/g

/** Social Security and phone numbers, email addresses, links, account names and license plates. */
export const contacts: Rule = (text, { known }) => {
  const handles = known.map((name) => `@${name.toLowerCase()}`)
  return [
    ...findAll(text, EMAIL, (match) => trimmed(match, 'email', 'my email address')),
    ...findAll(text, LINK, (match) =>
      HARMLESS_SITES.test(match.whole) ? undefined : trimmed(match, 'link', 'a website'),
    ),
    ...findAll(text, SOCIAL_SECURITY, () => ({ kind: 'ssn', softer: undefined })),
    ...findAll(text, PHONE, (match) =>
      isOwnNumber(match.whole) ? trimmed(match, 'phone', 'my phone number') : undefined,
    ),
    ...findAll(text, AT_HANDLE, (match) => {
      const words = text.slice(match.start, match.start + 80).toLowerCase()
      if (handles.some((handle) => words.startsWith(handle))) return undefined
      return trimmed(match, 'handle', 'my account')
    }),
    ...findAll(text, NAMED_HANDLE, ({ end, groups: { handle = '' } }) => {
      return { kind: 'handle', start: end - handle.length, softer: 'my account' }
    }),
    ...findAll(text, PLATE, (match) => trimmed(match, 'plate', undefined)),
  ]
}

function isOwnNumber(number: string): boolean {
  const digits = number.replace(/\D/g, '').length
  return digits >= 7 && digits <= 15 && !TOLL_FREE.test(number)
}

/** The match without punctuation that ends the sentence. */
function trimmed(
  { whole, start }: Match,
  kind: FindingKind,
  softer: string | undefined,
): Pick<NameFinding, 'kind' | 'softer' | 'end'> {
  return { kind, softer, end: start + whole.replace(/[.,;:!?)]+$/, '').length }
}
