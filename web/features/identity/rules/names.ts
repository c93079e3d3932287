import {
  capitalized,
  findAll,
  type Match,
  type NameFinding,
  type Rule,
  WORD_END,
} from '../finding.ts'
import { BIBLE_NAMES, DIVINE, SCRIPTURE_AFTER } from './bible-names.ts'
import { GIVEN_NAMES } from './given-names.ts'
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

const FULL_NAME = `${WORD}(?: +\\p{Lu}\\.)? +${WORD}`
/** Where a writer gives their own name. */
const OWN = new RegExp(
  `\\b(?:[Mm]y name(?: is|['’]s)|[Cc]all me|[Mm]y friends call me|[Tt]he name['’]s|(?:[Hh]i|[Hh]ello|[Hh]ey)[,.!]?(?: everyone[,.!]?| all[,.!]?)? I['’]m) +(?<name>${NAME})${WORD_END}`,
  'gu',
)
/** 'I'm Rosa Delgado': one capitalized word alone may be a faith or a nationality. */
const OWN_FULL = new RegExp(`\\b(?:I['’]m|I am) +(?<name>${FULL_NAME})${WORD_END}`, 'gu')
/** 'this is Rosa writing', 'it's Rosa again' */
const OWN_WRITING = new RegExp(
  `\\b(?:[Tt]his is|[Ii]t['’]?s|[Ii]t is) +(?<name>${NAME}) +(?:writing|speaking|typing|posting|here|again)${WORD_END}`,
  'gu',
)
/** 'Signed, Rosa', 'In Christ, Rosa D.', at the end of a line. */
const SIGNED = new RegExp(
  `(?:^|[.!?]['’"”]? +|\\n[ \\t]*)(?:[Ss]igned|[Ss]incerely|(?:[Kk]ind |[Bb]est |[Ww]arm )?[Rr]egards|[Bb]lessings|[Mm]uch love|[Ww]ith love|[Ll]ove|[Yy]ours(?: truly| in Christ)?|[Ii]n (?:Christ|Him|prayer|hope)|[Yy]our (?:brother|sister)(?: in Christ)?|[Gg]od bless|[Tt]ake care|[Tt]hank you|[Tt]hanks),? *\\n? *[—–-]?[ \\t]*(?<=[,\\n—–-] *)(?<name>${WORD}(?: +(?:${WORD}|\\p{Lu}\\.))?)[ \\t]*[.!]?[ \\t]*(?=\\n|$)`,
  'gu',
)
/** 'Peter, my husband,' and 'I told Anna, my sister.' */
const BEFORE_RELATION = new RegExp(
  `(?<name>${NAME}), (?<owner>my|our) +(?<between>(?:[a-z'’-]{1,20} +){0,2}?)(?<relation>${RELATION})(?=(?<after>[,.;!?)]| and\\b| who\\b| is\\b| was\\b| has\\b|$))`,
  'gu',
)

/** Words that may begin a sentence before ', my husband' and are no name. Also words that end in '-ly'. */
const OPENERS: ReadonlySet<string> = new Set(
  `yesterday today tonight tomorrow sometimes however still once again anyway meanwhile also first
  second third last later afterward afterwards before since like unlike besides maybe perhaps instead
  friends family folks everyone everybody brothers sisters saints church growing well now only even
  therefore nowadays somehow somewhere years months weeks days people others both either neither thankful
  go come listen wait behold alas see look hear rest moreover return arise hush stop dear oh o forgive
  pray hurry stay trust remember welcome congratulations goodbye hello hi hey
  lord father mother mom dad grandma grandpa sunday sorry yes someone nobody him her me us them`.split(
    /\s+/,
  ),
)
const NAMES_IN_LY =
  /^(?:Emily|Kelly|Molly|Sally|Holly|Lily|Billy|Polly|Beverly|Kimberly|Carly|Shelly|Wally|Lilly|Ally|Elly|Nelly|Dolly)$/

/** In small letters: 'my name is rosa delgado', 'i'm rosa', 'my son jake'. */
const SMALL_OWN =
  /\bmy name(?: is|['’]?s) +(?<name>[a-z][a-z'’-]{1,20}(?: +[a-z][a-z'’-]{1,20})?)(?=[.,;!?)\n]| and\b| but\b|$)/g
const SMALL_GIVEN = new RegExp(
  `\\b(?:(?<before>(?:my|our)(?: [a-z'’-]{1,20}){0,2}? (?:${RELATION}))(?:,? (?:named|called))?,?|i['’]?m|i am|this is|it['’]?s) +(?<name>[a-z]{3,12})(?![\\p{L}\\p{N}_]|['’](?!s\\b))`,
  'gu',
)
/** 'My name is on the list', 'my name is written in heaven'. */
const NO_SMALL_NAMES: ReadonlySet<string> = new Set(
  `not on in at of to for from by with a an the one no nothing known written called spelled still now
  also never always being so too worth clear gone cleared his her their just already mentioned engraved
  there above below under common rare hard easy different changed mud dirt like after and or but legion
  what hidden safe forgotten remembered precious holy up out over near here first last long short new old
  mine yours important private irrelevant unknown enough good bad plain graven carved pronounced that
  this going coming tied attached listed missing misspelled only quite rather really very all`.split(
    /\s+/,
  ),
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

/** Words that follow 'I'm' and are no name: faiths, origins, and what people say they are or aren't. */
const NO_OWN_NAMES: ReadonlySet<string> = new Set(
  `american african european asian mexican canadian irish italian german polish greek korean chinese
  filipino puerto rican black white native hispanic latino latina protestant methodist lutheran
  presbyterian episcopal pentecostal orthodox evangelical anglican adventist mennonite quaker nazarene
  southern northern roman born alpha omega peace joy faith hope grace mercy sorry`.split(/\s+/),
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
  ...[OWN_FULL, OWN_WRITING, SIGNED].flatMap((pattern) =>
    findAll(text, pattern, ({ whole, end, groups: { name = '' } }) => {
      const isOwn = (word: string): boolean => isName(word) && !NO_OWN_NAMES.has(word.toLowerCase())
      if (!name.split(' ').every(isOwn)) return undefined
      const start = end - whole.length + whole.lastIndexOf(name)
      return { kind: 'name', start, end: start + name.length, softer: undefined, name }
    }),
  ),
  ...findAll(text, BEFORE_RELATION, (match) => beforeRelation(text, match)),
  ...findAll(text, SMALL_OWN, ({ start, whole, groups: { name = '' } }) => {
    const [first = '', last = ''] = name.split(/ +/)
    if (NO_SMALL_NAMES.has(first) || NO_NAMES.has(first)) return undefined
    const isLast = last !== '' && !NO_SMALL_NAMES.has(last) && !NO_NAMES.has(last)
    const end = start + whole.length - (isLast ? 0 : name.length - first.length)
    return { kind: 'name', end, softer: undefined }
  }),
  ...findAll(text, SMALL_GIVEN, ({ groups: { name = '', before } }) =>
    GIVEN_NAMES.has(name) && (before === undefined || !isBibleTalk(before, name))
      ? { kind: 'name', softer: before }
      : undefined,
  ),
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

/** 'our brother paul' is the apostle; 'my brother paul' is the writer's. */
function isBibleTalk(before: string, name: string): boolean {
  return before.startsWith('our') && BIBLE_NAMES.has(name)
}

function beforeRelation(text: string, match: Match): Omit<NameFinding, 'start'> | undefined {
  const { start, end, groups } = match
  const { name = '', owner = '', between = '', relation = '', after = '' } = groups
  const isFirst =
    start === 0 || /[.!?…:]["”’']?\s+$|\n\s*$/.test(text.slice(Math.max(0, start - 4), start))
  const first = firstWord(name)
  const isOpener = OPENERS.has(first) || (/ly$/.test(first) && !NAMES_IN_LY.test(name))
  if (!isName(name) || isOpener || (isBiblical(name) && owner !== 'my')) return undefined
  // 'Honest, my wife is right' begins a sentence; 'Peter, my husband, is right' encloses the relation.
  if (isFirst && !/^[,.;!?)]$/.test(after)) return undefined
  const closing = after === ',' ? 1 : 0
  const softer = capitalized(text, start, `${owner} ${between}${relation}`)
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
