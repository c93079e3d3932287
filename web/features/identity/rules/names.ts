import {
  capitalized,
  findAll,
  type Match,
  type NameFinding,
  type Rule,
  WORD_END,
} from '../finding.ts'
import { BIBLE_NAMES, DIVINE, SCRIPTURE_AFTER } from './bible-names.ts'
import { RELATION, RELATIONS } from './relations.ts'

const WORD = "\\p{Lu}(?:[\\p{L}-]|['’](?!s\\b)){1,30}"
const NAME_WORD = new RegExp(`(?<![\\p{L}\\d])${WORD}`, 'gu')
const TITLE =
  '(?:(?:Dr|Mr|Mrs|Ms|Rev|Fr|Reverend|Pastor|Father|Sister|Brother|Deacon|Elder|Big|Lil)\\.? +)?'
const NAME = `${TITLE}${WORD}(?: +(?:\\p{Lu}\\.|${WORD})){0,2}`

const OWNER = '(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Aa])'
const BETWEEN = "(?:[a-z'’-]{1,20} +){0,3}?"

/** 'my best friend Anna', 'my wife, Anna,', 'my husband's name is Greg', 'a man named Bill'. */
const RELATED = new RegExp(
  `\\b(?<before>(?<owner>${OWNER}) +${BETWEEN}(?:${RELATION}))(?<named>['’]s name (?:is|was)|,? (?:named|called|is called)|,)? +(?<name>${NAME})${WORD_END}`,
  'gu',
)
const RELATED_MANY = new RegExp(
  `\\b(?<before>(?<owner>${OWNER}) +${BETWEEN}(?:${RELATIONS})),? +(?<name>${NAME}(?:(?:,|,? and|,? &) +${NAME}){1,6})${WORD_END}`,
  'gu',
)

/** Replacements by title, which describe the person by their role. */
const TITLES: Record<string, string> = {
  Dr: 'my doctor',
  Mr: 'someone I know',
  Mrs: 'someone I know',
  Ms: 'someone I know',
  Rev: 'the pastor',
  Reverend: 'the pastor',
  Pastor: 'the pastor',
  Deacon: 'the deacon',
  Coach: 'the coach',
  Officer: 'the officer',
  Professor: 'a professor',
  Fr: 'the priest',
  Father: 'the priest',
  Sister: 'someone at church',
  Brother: 'someone at church',
  Aunt: 'my aunt',
  Uncle: 'my uncle',
  Grandma: 'my grandma',
  Grandpa: 'my grandpa',
}
const TITLED = new RegExp(
  `\\b(?<title>${Object.keys(TITLES).join('|')})(?:(?<=Dr|Mr|Mrs|Ms|Rev|Fr)\\.)? +(?<name>${WORD}(?: +${WORD})?)${WORD_END}`,
  'gu',
)
/** Titles that people in the Bible also have. */
const OLD_TITLES = /^(?:Father|Brother|Sister|Deacon)$/

const OWN = new RegExp(
  `\\b(?:[Mm]y name(?: is|['’]s)|[Cc]all me|[Mm]y friends call me|(?:[Hh]i|[Hh]ello|[Hh]ey)[,.!]?(?: everyone[,.!]?| all[,.!]?)? I['’]m) +(?<name>${NAME})${WORD_END}`,
  'gu',
)

const LIST = /,? and |, | & /

/** Capitalized words that are not names. */
const NO_NAMES: ReadonlySet<string> = new Set(
  `i the a an and but or so if when then that this it he she we they you my our his her is was in on at
  to for of no not yes oh how why what where who which there these those even have has do does did
  can please thank thanks bible scripture scriptures church easter christmas thanksgiving lent advent
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december english spanish american christian catholic baptist
  muslim jewish facebook instagram amen sunday god's`.split(/\s+/),
)

/** Finds names of people after a relation to the writer or a title, and the writer's own name. */
export const names: Rule = (text) => [
  ...[RELATED_MANY, RELATED].flatMap((pattern) =>
    findAll(text, pattern, (match) => related(match, text.slice(match.end))),
  ),
  ...findAll(text, TITLED, ({ start, groups: { title = '', name = '' } }) => {
    if (!isName(name) || (OLD_TITLES.test(title) && isBiblical(name))) return undefined
    return { kind: 'name', softer: capitalized(text, start, TITLES[title] ?? ''), name }
  }),
  ...findAll(text, OWN, ({ whole, groups: { name = '' } }) => {
    // 'Call me Mara' is what Naomi says in the Bible.
    if (!isName(name) || (/call me/i.test(whole) && isBiblical(name))) return undefined
    return { kind: 'name', softer: undefined, name }
  }),
]

function related({ groups, end }: Match, after: string): Omit<NameFinding, 'start'> | undefined {
  const { before = '', owner = '', named = '', name = '' } = groups
  const isLoose = /^a$/i.test(owner)
  if ((isLoose && !/named|called/.test(named)) || !isName(name)) return undefined
  // Matches 'My wife, Anna, …' but not 'My wife, Tuesday or not'.
  const isEnclosed = named === ','
  if (isEnclosed && !/^(?:[,.;!?)]| and\b)/.test(after)) return undefined
  if (isBiblical(name) && (!/^my$/i.test(owner) || SCRIPTURE_AFTER.test(after))) return undefined
  // Without the name, nothing is left of 'My wife's name is Anna'.
  const softer = /^['’]s name/.test(named) ? undefined : before
  // The comma after a name is removed together with the one before it.
  const closing = isEnclosed && after.startsWith(',') ? 1 : 0
  return { kind: 'name', end: end + closing, softer, name }
}

function isName(name: string): boolean {
  const first = firstWord(name)
  return !NO_NAMES.has(first) && !DIVINE.has(first)
}

/** Whether the name, or each name in a list, occurs in the Bible. */
function isBiblical(name: string): boolean {
  return name.split(LIST).every((each) => BIBLE_NAMES.has(each.toLowerCase()))
}

function firstWord(name: string): string {
  return (name.split(/\s/, 1)[0] ?? '').toLowerCase()
}

/**
 * Finds further occurrences of the same names. Bible names are skipped, because they may refer to
 * the Bible.
 */
export function repeated(text: string, found: readonly NameFinding[]): NameFinding[] {
  const people = new Map<string, string | undefined>()
  for (const { kind, name, softer } of found) {
    if (kind !== 'name' || !name) continue
    for (const each of name.split(LIST)) {
      const word = each.replace(/^(?:Dr|Mr|Mrs|Ms|Rev|Fr)\.? +/, '').split(' ', 1)[0] ?? ''
      if (!BIBLE_NAMES.has(word.toLowerCase()) && isName(word)) people.set(word, softer)
    }
  }
  if (people.size === 0) return []
  return findAll(text, NAME_WORD, ({ whole, start }) => {
    if (!people.has(whole)) return undefined
    const phrase = people.get(whole)
    const softer =
      phrase && capitalized(text, start, phrase.charAt(0).toLowerCase() + phrase.slice(1))
    return { kind: 'name', softer }
  })
}
