import { findAll, type Match, type NameFinding, PROPER, type Rule, WORD_END } from '../finding.ts'
import { BIBLE_NAMES, DIVINE } from './bible-names.ts'

const LONG_PROPER = `(?<name>(?:[Tt]he +)?${PROPER})`

const EMPLOYER = new RegExp(
  `\\b(?:work(?:s|ed|ing)?|teach(?:es|ing)?|taught|volunteer(?:s|ed|ing)?|serv(?:es?|ed|ing)|employed|hired|fired|promoted|laid off|job|intern(?:ed)?|nurse|manager|cashier|driver|teacher|position) +(?:part-time +|full-time +|nights +|there +)?(?:at|for|by|with|from) +${LONG_PROPER}`,
  'gu',
)

const HOME = new RegExp(
  `\\b(?:liv(?:e|es|ed|ing)|grew up|raised|born|mov(?:e|ed|ing)|stationed|based|(?:am|['’]m|are|is) from) +(?:over +|back +|out +|here +|just +)?(?:(?:in|to|on|at|near|outside|around|by) +)?${LONG_PROPER}`,
  'gu',
)

const ADDRESS =
  /(?<![\p{L}\d])\d{1,5} +(?:[NSEW]\.? +)?(?:\p{Lu}[\p{L}'’-]{0,30} +|\d{1,3}(?:st|nd|rd|th) +){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Lane|Ln|Court|Ct|Boulevard|Blvd|Way|Place|Pl|Circle|Highway|Hwy)(?![\p{L}\d])/gu

/** 'on Maple Street', without a number. */
const STREET =
  /(?<=\b(?:on|off|at|near|down|along|up|of|and|from|to|by) (?:the )?(?:(?:corner|end|block|side) of )?)(?<name>(?:(?:North|South|East|West|[NSEW]\.?) +)?(?:\p{Lu}[\p{L}'’-]{1,30}|\d{1,3}(?:st|nd|rd|th))(?: +\p{Lu}[\p{L}'’-]{1,30}){0,2}) +(?:Street|St\b\.?(?! +\p{Lu})|Avenue|Ave\b\.?|Road|Rd\b\.?|Drive|Lane|Ln\b\.?|Boulevard|Blvd\b\.?|Terrace|Parkway)(?![\p{L}\d])/gu
/** Streets of the Bible, of sayings and of everywhere. */
const NO_STREETS =
  /^(?:Damascus|Emmaus|Straight|Jericho|Sesame|Skid|High|Memory|Penny|Abbey|Royal|Roman)$/

/**
 * Endings of the names of schools, churches and clinics. The words before them are matched
 * backwards.
 */
const INSTITUTIONS: readonly { kind: NameFinding['kind']; ending: RegExp; softer: string }[] = [
  {
    kind: 'school',
    ending:
      /\b(?:(?:High|Elementary|Middle|Primary) School|Junior High(?: School)?|High|Elementary|Academy|University|College|Seminary|Preschool|Schools?|Prep)\b/g,
    softer: 'a school',
  },
  {
    kind: 'church',
    ending:
      /\b(?:(?:(?:Baptist|Lutheran|Methodist|Presbyterian|Episcopal|Catholic|Orthodox|Pentecostal|Community|Christian|Bible|Nazarene|Evangelical|Reformed|Missionary|AME|United) ){0,3}(?:Church|Chapel|Cathedral|Parish|Temple|Tabernacle|Ministries|Fellowship|Synagogue|Mosque|Assembly of God)(?: [A-Z][a-z]{2,30}\b)?|Baptist|Lutheran|Methodist|Presbyterian)\b/g,
    softer: 'a church',
  },
  { kind: 'place', ending: /\b(?:Hospital|Medical Center|Hospice)\b/g, softer: 'a hospital' },
  { kind: 'place', ending: /\bClinic\b/g, softer: 'a clinic' },
]
const LED_BY = /(?<![\p{L}\p{N}_])(?:(?:\p{Lu}[\p{L}'’&-]{0,30}|St\.|Mt\.) +){1,5}$/u

const SAINT =
  /(?:\bOur Lady of (?:the )?\p{Lu}\p{L}{1,30}|(?<=\b(?:at|to|from|in|near|by|attend|of) )(?:St\.?|Saint) +\p{Lu}\p{L}{1,20}['’]s)(?! (?:letter|epistle|gospel|words|prayer|Hospital|Academy|School|High|Elementary|College))(?![\p{L}\d])/gu
const UNIVERSITY_OF = new RegExp(`\\b(?:University|College) of (?:the )?${PROPER}${WORD_END}`, 'gu')
const CAMP = new RegExp(`\\bCamp +\\p{Lu}\\p{L}{2,30}${WORD_END}`, 'gu')

/** Words that don't name a specific school or church. */
const GENERIC: ReadonlySet<string> = new Set(
  `the a an at in to from of my our your his her their this that and but or i we he she when where since
  after before because so if is was sunday bible vacation high middle junior senior grad graduate old
  christian catholic public private medical law nursing night summer community state most early
  baptist lutheran methodist presbyterian episcopal orthodox pentecostal evangelical reformed roman
  southern free united local home house mega little big small every each another no one god god's lord
  lord's jesus christ christ's holy spirit's solomon's second western eastern protestant anglican
  global universal persecuted underground celtic greek russian black white american trade culinary
  beauty art business elementary primary church`.split(/\s+/),
)
/** Places too large to identify anyone. */
const LARGE: ReadonlySet<string> = new Set(
  `america africa asia europe canada mexico england ireland scotland australia india china germany
  france italy spain nigeria kenya ghana philippines usa us uk states united alabama alaska arizona
  arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa
  kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana
  nebraska nevada new ohio oklahoma oregon pennsylvania rhode south north tennessee texas utah vermont
  virginia washington west wisconsin wyoming midwest earth heaven hell`.split(/\s+/),
)
const NEW_STATES =
  /^(?:New (?:York|Jersey|Mexico|Hampshire|England|Zealand)|(?:South|North) (?:Carolina|Dakota|Africa|America|Korea)|West Virginia|Rhode Island|United (?:States|Kingdom))/
const TIMES =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Easter|Christmas|Thanksgiving|Lent|Advent|I|Him|His|He|Me)\b/

/** Finds names of places where people work, learn, pray and live. */
export const places: Rule = (text) => [
  ...findAll(text, ADDRESS, () => ({ kind: 'address', softer: 'my address' })),
  ...findAll(text, STREET, ({ groups: { name = '' } }) =>
    NO_STREETS.test(name) || isOther(`${name} Street`)
      ? undefined
      : { kind: 'place', softer: 'my street' },
  ),
  ...INSTITUTIONS.flatMap(({ kind, ending, softer }) =>
    findAll(text, ending, (match) => {
      const start = institutionStart(text, match)
      return start === undefined ? undefined : { kind, start, softer }
    }),
  ),
  ...findAll(text, SAINT, () => ({ kind: 'church', softer: 'a church' })),
  ...findAll(text, UNIVERSITY_OF, () => ({ kind: 'school', softer: 'a school' })),
  ...findAll(text, CAMP, () => ({ kind: 'place', softer: 'a camp' })),
  ...findAll(text, EMPLOYER, (match) => {
    const { name, ...range } = properName(match)
    return isOther(name) ? undefined : { kind: 'employer', ...range, softer: employerWords(name) }
  }),
  ...findAll(text, HOME, (match) => {
    const { name, ...range } = properName(match)
    if (isOther(name) || isLarge(name)) return undefined
    return { kind: 'place', ...range, softer: 'my town' }
  }),
]

const LEADING =
  /^(?:I['’]m|The|A|An|At|In|To|From|Of|My|Our|Your|His|Her|Their|This|That|And|But|Or|I|We|He|She|When|Where|Since|After|Before|Because|So|If|Is|Was)$/
const ORDINAL = /^(?:First|Second|Third|Mt|Mount)\.?$/

/**
 * Where an institution's name begins, without leading words such as 'At' in 'At Wheaton College';
 * undefined if it has no name of its own.
 */
function institutionStart(text: string, { whole, start: ending }: Match): number | undefined {
  const before = LED_BY.exec(text.slice(Math.max(0, ending - 160), ending))?.[0]
  const words = before?.trim().split(/ +/) ?? []
  const name = words.slice(words.findLastIndex((word) => LEADING.test(word)) + 1)
  const isSpecific =
    ORDINAL.test(name[0] ?? '') || name.some((word) => !GENERIC.has(word.toLowerCase()))
  const isPraise = whole === 'High' && name.at(-1) === 'Most'
  if (!before || name.length === 0 || !isSpecific || isPraise) return undefined
  const at = before.lastIndexOf(name.join(' '))
  return at < 0 ? undefined : ending - before.length + at
}

/** The name at the end of a match, without an article, and where it stands with one. */
function properName({ whole, start, end, groups: { name = '' } }: Match): {
  name: string
  start: number
  end: number
} {
  return {
    name: name.replace(/^[Tt]he +/, ''),
    start: end - name.length,
    end: start + whole.replace(/[.'’-]+$/, '').length,
  }
}

/** Whether a capitalized word is from the Bible, or a time. */
function isOther(name: string): boolean {
  const first = (name.split(/[ '’]/, 1)[0] ?? '').toLowerCase()
  const isSaying = /^(?:Easy|Main|Wall) Street/.test(name)
  return isSaying || DIVINE.has(first) || BIBLE_NAMES.has(first) || TIMES.test(name)
}

function isLarge(name: string): boolean {
  if (/^(?:New|South|North|West|Rhode|United)\b/.test(name)) return NEW_STATES.test(name)
  return !name.includes(' ') && LARGE.has(name.toLowerCase())
}

function employerWords(name: string): string {
  if (/hospital|clinic|medical|health|hospice/i.test(name)) return 'a hospital'
  if (/school|elementary|\bhigh\b|academy|university|college/i.test(name)) return 'a school'
  if (/church|chapel|assembly|ministr/i.test(name)) return 'a church'
  if (/bank\b|credit union/i.test(name)) return 'a bank'
  if (/diner|caf[eé]|grill|restaurant|pizza/i.test(name)) return 'a restaurant'
  return 'a company'
}
