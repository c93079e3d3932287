import { likeIn, type NameFinding, type Rule } from '../finding.ts'
import { AGE, ageOf, decadeOf, tensOf } from './numbers.ts'
import { FEMALE, MALE, RELATION } from './relations.ts'

const HEDGE = '(?:(?:now|only|just|almost|nearly|about|already|still|barely) )?'

/** What may follow an age without 'years old'. 'I'm 34 days sober' is not an age. */
const AFTER =
  '(?=\\s*(?:[.,;!?)—–]|$)|\\s+(?:and|when|now|but|with|who|so|or|because|this|next|last|in the|yesterday|today|tomorrow|before|after|I|he|she|we|then)\\b)'

const OLD = '(?: (?:years|yrs?)(?: old| of age| young))'

/** 'a 34-year-old', and the noun that follows. */
const ADJECTIVE = new RegExp(
  `(?<![\\w-])(?<article>an? )?(?<age>${AGE})[- ](?:years?|yr)[- ]olds?(?![\\w-])(?<noun> [a-z]+)?`,
  'gi',
)

const SUBJECT = `(?<subject>I|he|she|who|${RELATION}|child|kid|baby|boy|girl|man|woman|youngest|oldest|eldest)`
const PREDICATE = new RegExp(
  `(?<!\\w)${SUBJECT}(?<verb>['’]m|['’]s| am| is| was|m) ${HEDGE}(?<age>${AGE})(?:${OLD}|${AFTER})`,
  'gi',
)
const TURNED = new RegExp(
  `(?<!\\w)(?<verb>turned|turning|turns?) (?<age>${AGE})(?:${OLD}|${AFTER})`,
  'gi',
)
/** After a name that follows a relation: 'my daughter Grace is 6'. */
const NAMED = new RegExp(`(?<!\\w)(?<verb>is|was) ${HEDGE}(?<age>${AGE})(?:${OLD}|${AFTER})`, 'g')
const BEFORE_NAMED = new RegExp(`(?:${RELATION}),? \\p{Lu}[\\p{L}'’-]{1,20},? $`, 'u')
const AT = new RegExp(
  `(?<!\\w)(?:at (?:the )?age(?: of)? |at |aged |age )(?<age>${AGE})(?:${OLD}|${AFTER})`,
  'gi',
)
const BARE = new RegExp(`(?<![\\w-])(?<age>${AGE})${OLD}(?!\\w)`, 'gi')

/** Things that can be described as years old. */
const THINGS =
  /^ (?:marriage|house|home|truck|car|van|church|building|habit|wound|addiction|company|tradition|dog|cat|horse|tree|bible|book|hymn|song|grudge|secret|relationship|friendship|wine|bottle)$/i

const PERSON = new RegExp(
  `^ (?:${RELATION}|son|daughter|child|kid|baby|boy|girl|man|woman|mother|father|nurse|teacher|widow|widower|student|veteran|grandmother|grandfather)s?$`,
  'i',
)

/** Exact ages. */
export const ages: Rule = (text) => [
  ...find(text, ADJECTIVE, adjective),
  ...find(text, PREDICATE, predicate),
  ...find(text, TURNED, turned),
  ...find(text, NAMED, named).filter(({ start }) =>
    BEFORE_NAMED.test(text.slice(Math.max(0, start - 60), start)),
  ),
  ...find(text, AT, at),
  ...find(text, BARE, bare),
]

interface AgeMatch {
  whole: string
  age: number
  groups: Record<string, string | undefined>
}

function find(
  text: string,
  pattern: RegExp,
  soften: (match: AgeMatch) => { length?: number; softer: string } | undefined,
): NameFinding[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 0: whole, groups = {} }) => {
    const age = ageOf(groups.age ?? '')
    if (age < 1 || age > 110) return []
    const result = soften({ whole, age, groups })
    if (!result) return []
    const { length = whole.length, softer } = result
    return { kind: 'age', start: index, end: index + length, softer: likeIn(text, index, softer) }
  })
}

function adjective({
  whole,
  age,
  groups,
}: AgeMatch): { length: number; softer: string } | undefined {
  const { article = '', noun = '' } = groups
  if (THINGS.test(noun)) return undefined
  const isBeforePerson = PERSON.test(noun)
  const word = ageWord(age, isBeforePerson)
  const start = article && (word.startsWith('e') ? 'an ' : 'a ')
  return { length: whole.length - noun.length, softer: start + word }
}

function ageWord(age: number, isBeforePerson: boolean): string {
  if (age < 13) return isBeforePerson ? 'young' : 'young child'
  if (age < 20) return isBeforePerson ? 'teenage' : 'teenager'
  return `${tensOf(age)}-something`
}

function predicate({ age, groups }: AgeMatch): { softer: string } | undefined {
  const { subject = '', verb = '' } = groups
  if (verb.toLowerCase() === 'm' && subject.toUpperCase() !== 'I') return undefined
  // 'I'm two' is rarely the age of a writer.
  if (/^i$/i.test(subject) && age < 5) return undefined
  return { softer: `${subject}${verb} ${yearsOf(age, ownerOf(subject))}` }
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

function named({ age, groups }: AgeMatch): { softer: string } {
  return { softer: `${groups.verb} ${yearsOf(age, 'their')}` }
}

function turned({ age, groups }: AgeMatch): { softer: string } | undefined {
  if (age < 5) return undefined
  const forms = { turned: 'had', turning: 'having', turns: 'has', turn: 'have' }
  const verb = (groups.verb ?? '').toLowerCase()
  // The pattern knows these four.
  return { softer: `${forms[verb as keyof typeof forms]} a birthday` }
}

function at({ whole, age }: AgeMatch): { softer: string } | undefined {
  const isTime = /^at \d/i.test(whole) && age < 13 && !/old|age/i.test(whole)
  if (isTime || (/^at [a-z]+$/i.test(whole) && age < 10)) return undefined
  if (age < 20) return { softer: age < 13 ? 'as a child' : 'as a teenager' }
  return { softer: `in my ${decadeOf(age)}` }
}

function bare({ age }: AgeMatch): { softer: string } {
  return { softer: yearsOf(age, 'my') }
}
