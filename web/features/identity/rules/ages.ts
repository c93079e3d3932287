import { findAll, type Rule } from '../finding.ts'
import { FEMALE, MALE, RELATION } from './relations.ts'

const UNITS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const NUMBERS = new Map([
  ...UNITS.map((word, index) => [word, index + 1] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
])

/** An age in digits or words, except 'one', which is rarely a number. */
const AGE = `(?<age>(?:\\d{1,3}|(?:${TENS.join('|')})(?:[- ](?:${UNITS.join('|')}))?|${TEENS.join('|')}|${UNITS.slice(1).join('|')})(?![\\w%]|[,.:/]\\d))`

const HEDGE = '(?:(?:now|only|just|almost|nearly|about|already|still|barely) )?'
const OLD = '(?: (?:years|yrs?)(?: old| of age| young))'
/** 'years old', or what may follow an age without it. 'I'm 34 days sober' is not an age. */
const END = `(?:${OLD}|(?=\\s*(?:[.,;!?)—–]|$)|\\s+(?:and|when|now|but|with|who|so|or|because|this|next|last|in the|yesterday|today|tomorrow|before|after|I|he|she|we|then)\\b))`

const SUBJECT = `(?<subject>I|he|she|who|${RELATION}|child|kid|baby|boy|girl|man|woman|youngest|oldest|eldest)`

/** Things that can be described as years old. */
const THINGS =
  /^ (?:marriage|house|home|truck|car|van|church|building|habit|wound|addiction|company|tradition|dog|cat|horse|tree|bible|book|hymn|song|grudge|secret|relationship|friendship|wine|bottle)$/i
const PERSON = new RegExp(
  `^ (?:${RELATION}|son|daughter|child|kid|baby|boy|girl|man|woman|mother|father|nurse|teacher|widow|widower|student|veteran|grandmother|grandfather)s?$`,
  'i',
)

interface AgeMatch {
  whole: string
  age: number
  groups: Record<string, string | undefined>
}

/** Patterns of ages, each with the softer words for a match; without them, it is not an age. */
const PATTERNS: readonly [pattern: RegExp, soften: (match: AgeMatch) => string | undefined][] = [
  // 'a 34-year-old', before a noun.
  [
    new RegExp(
      `(?<![\\w-])(?<article>an? )?${AGE}[- ](?:years?|yr)[- ]olds?(?![\\w-])(?=(?<noun> [a-z]+)?)`,
      'gi',
    ),
    ({ age, groups: { article, noun = '' } }) => {
      if (THINGS.test(noun)) return undefined
      const word = ageWord(age, PERSON.test(noun))
      return article ? `${word.startsWith('e') ? 'an' : 'a'} ${word}` : word
    },
  ],
  // 'my mother is 81'
  [
    new RegExp(`(?<!\\w)${SUBJECT}(?<verb>['’]m|['’]s| am| is| was|m) ${HEDGE}${AGE}${END}`, 'gi'),
    ({ age, groups: { subject = '', verb = '' } }) => {
      const isWriter = /^i$/i.test(subject)
      // 'I'm two' is rarely the age of a writer.
      if (isWriter ? age < 5 : verb.toLowerCase() === 'm') return undefined
      return `${subject}${verb} ${yearsOf(age, ownerOf(subject))}`
    },
  ],
  [
    new RegExp(`(?<!\\w)(?<verb>turned|turning|turns?) ${AGE}${END}`, 'gi'),
    ({ age, groups: { verb = '' } }) =>
      age < 5 ? undefined : `${BIRTHDAY_VERBS[verb.toLowerCase()]} a birthday`,
  ],
  // After a name that follows a relation: 'my daughter Grace is 6'.
  [
    new RegExp(
      `(?<!\\w)(?<verb>is|was)(?<=(?:${RELATION}),? \\p{Lu}[\\p{L}'’-]{1,20},? (?:is|was)) ${HEDGE}${AGE}${END}`,
      'gu',
    ),
    ({ age, groups: { verb } }) => `${verb} ${yearsOf(age, 'their')}`,
  ],
  [
    new RegExp(`(?<!\\w)(?:at (?:the )?age(?: of)? |at |aged |age )${AGE}${END}`, 'gi'),
    ({ whole, age }) => {
      const isTime = /^at \d/i.test(whole) && age < 13 && !/old|age/i.test(whole)
      if (isTime || (/^at [a-z]+$/i.test(whole) && age < 10)) return undefined
      if (age < 20) return age < 13 ? 'as a child' : 'as a teenager'
      return `in my ${decadeOf(age)}`
    },
  ],
  [new RegExp(`(?<![\\w-])${AGE}${OLD}(?!\\w)`, 'gi'), ({ age }) => yearsOf(age, 'my')],
]

const BIRTHDAY_VERBS: Record<string, string> = {
  turned: 'had',
  turning: 'having',
  turns: 'has',
  turn: 'have',
}

/** Exact ages. */
export const ages: Rule = (text) =>
  PATTERNS.flatMap(([pattern, soften]) =>
    findAll(text, pattern, ({ whole, groups, start }) => {
      const age = ageOf(groups.age ?? '')
      const softer = age >= 1 && age <= 110 ? soften({ whole, age, groups }) : undefined
      return softer === undefined ? undefined : { kind: 'age', softer: likeIn(text, start, softer) }
    }),
  )

/** The number that a match of `AGE` means. */
function ageOf(words: string): number {
  if (/^\d/.test(words)) return Number(words)
  const parts = words.toLowerCase().split(/[- ]/)
  return parts.reduce((sum, word) => sum + (NUMBERS.get(word) ?? 0), 0)
}

function ageWord(age: number, isBeforePerson: boolean): string {
  if (age < 13) return isBeforePerson ? 'young' : 'young child'
  if (age < 20) return isBeforePerson ? 'teenage' : 'teenager'
  return `${tensOf(age)}-something`
}

function yearsOf(age: number, owner: string): string {
  if (age < 13) return 'a child'
  return age < 20 ? 'a teenager' : `in ${owner} ${decadeOf(age)}`
}

function ownerOf(subject: string): string {
  const word = subject.toLowerCase()
  if (word === 'i') return 'my'
  if (word === 'he' || MALE.test(word)) return 'his'
  return word === 'she' || FEMALE.test(word) ? 'her' : 'their'
}

/** 34 as 'thirties'. */
function decadeOf(age: number): string {
  return tensOf(age).replace(/y$/, 'ies')
}

/** 34 as 'thirty'. */
function tensOf(age: number): string {
  return TENS[Math.min(Math.floor(age / 10), 9) - 2] ?? 'twenty'
}

/** Capitalizes the words if the text at `start` is capitalized. */
function likeIn(text: string, start: number, words: string): string {
  return /\p{Lu}/u.test(text.charAt(start)) ? words.charAt(0).toUpperCase() + words.slice(1) : words
}
