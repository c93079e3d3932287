/** The parts of a possible reference. */
export interface WrittenReference {
  name: WrittenName
  /** `3:16-18` */
  place: string
  /** The rest of a list: `, 18; 4:1`. */
  more: string
}

/** The name of a book as it was written. */
export interface WrittenName {
  /** The book's file name without its extension. */
  book: string
  /** Position of its first character in the match. */
  offset: number
  /** Without the number. */
  word: string
  /** `1`, `First` or `I`; empty where there is none. */
  ordinal: string
  /** Whether the name can only mean a book. */
  isClear: boolean
}

interface Surroundings {
  text: string
  start: number
  end: number
  /** Whether another reference directly precedes it, as in `Romans 8 and John 3`. */
  follows: boolean
}

/** How many characters before a reference, and after it, are considered. */
const NEAR = 40
/** Larger numbers can't be an hour. */
const LAST_HOUR = 24

/** In lowercase, these are ordinary words that come before amounts and times. */
const ORDINARY = listOf('job, acts, act, song, numbers, judges, mark')
/** With these, even `5:30` isn't a verse unless something says so. */
const SMALL = listOf('is, am, so, ho, re, pr, ac')
/** With only a chapter, a number must precede these: `1 John 3`. */
const PERSONS = listOf('samuel, sam, timothy, tim, peter, pet, john, jn')

/** After a number, these make it a time. */
const TIMES =
  listOf(`am, a.m, a m, a. m, pm, p.m, p m, p. m, o'clock, o’clock, oclock, sharp, tomorrow,
  hour, hours, hr, hrs, et, est, edt, ct, cst, cdt, mt, mst, mdt, pt, pst, pdt`)
/** After a number, these make it an amount. */
const AMOUNTS = listOf(`year, years, yr, yrs, yo, y.o, month, months, week, weeks, day, days,
  hour, hours, hr, hrs, minute, minutes, min, mins, second, seconds, sec, secs, time, times,
  percent, dollar, dollars, buck, bucks, cents, mile, miles, km, kilometers, feet, ft, inches,
  pound, pounds, lb, lbs, kg, star, stars, point, points, kid, kids, child, children, people,
  person, persons, page, pages, step, steps, part, parts, more, other, others,
  of us, of them, of you, of the play, out of, th, st, nd, rd,
  's birthday, 's age, ’s birthday, ’s age`)
/** `3 x 5`, `3 4` */
const CALCULATION = /^\s?[x×+*=]|^\s\d/i

/** After these, `Mark 3:30` is a person and a time. */
const APPOINTMENTS = listOf(`meet, meeting, met, call, called, calling, text, texted, phone, phoned,
  pick up, picked up, drop off, dropped off,
  appointment with, coffee with, lunch with, dinner with, session with`)

/** Words that introduce a chapter of a book with an ambiguous name. */
const CUES = listOf(`in, from, see, cf, cf., read, reads, reading, reread, compare, study, studied,
  studying, memorized, memorizing, turn to, turned to, open to, opened to, go to, going to, back to,
  listened to, listening to, sermon on, sermon about, message on, message about, study on,
  study about, lesson on, lesson about, teaching on, teaching about, devotional on,
  devotional about, preached on, preached about, preaching on, preaching about, meditated on,
  meditated about, meditating on, meditating about,
  book of, gospel of, letter of, epistle of, chapter of, chapters of, word of, words of`)
/** The words allowed between such words and the book: `in the whole of John 3`. */
const FILLERS = listOf('the, book of, gospel of, whole of, all of')
/** Words that may follow such a chapter. */
const CALM_WORDS =
  listOf(`and, or, is, was, says, said, tells, talks, speaks, shows, teaches, reminds,
  reminded, describes, begins, ends, where, when, which, that, again, every, each, today, tonight,
  yesterday, this, last, with, before, after, as, because, but, while, until, the, we, i, he, she,
  they, jesus, god, paul, for, about, through, together, has, on, if, so, it, my, our, by`)
const CALM_SIGNS = /^(?:$|[.!?,;:)\]”"’'…—–\n](?!\d)|\s[([—–-])/

const OPENING = /[([“"—–]\s?$|(?:^|\s)-\s?$/
const CLOSING = /^(?:[)\]”".—–]|\s[([]|\s*$|\s*\n)/
/** Only punctuation and, at most, the abbreviation of a translation. */
const WORDLESS = /^[\s\p{P}]*(?:[A-Z]{2,5}[\s\p{P}]*)?$/u

/** The facts that the rules look at. */
interface Seen {
  /** The book's name in lowercase. */
  word: string
  name: WrittenName
  isCapital: boolean
  isSmall: boolean
  chapter: number
  hasVerse: boolean
  /** Whether a colon, rather than a period or a word, precedes the verse. */
  hasColon: boolean
  more: string
  /** The text before it on its line, and the text after it. */
  before: string
  after: string
  /** Whether another reference or words such as `read` introduce it. */
  isCued: boolean
  isEnclosed: boolean
  around: Surroundings
}

/**
 * The first rule that applies decides; without one, the words aren't a reference. Above each rule
 * are words that it decides, and after `but` ones that it leaves to the next rules.
 */
const RULES: readonly { isMeant: boolean; when: (seen: Seen) => boolean }[] = [
  // Mark 3:15 pm
  { isMeant: false, when: ({ after }) => startsWith(after, TIMES) },
  // Call Mark 3:30
  { isMeant: false, when: ({ before }) => endsWith(before, APPOINTMENTS) },
  // John 3 years old, Mark 3 x 5; but John 3:16 times
  { isMeant: false, when: ({ after, hasColon }) => !hasColon && isAmount(after) },
  // Mark 1,500. German has `Johannes 3,16`; in English that is ambiguous.
  { isMeant: false, when: ({ hasVerse, more }) => !hasVerse && /^,\d/.test(more) },
  // is 53:5, Is 5 enough?
  {
    isMeant: false,
    when: ({ isSmall, isCapital, hasVerse }) => isSmall && !(isCapital && hasVerse),
  },
  // (Is 5:30), see Is 5:30, Is 53:5
  {
    isMeant: true,
    when: ({ isSmall, isCued, isEnclosed, chapter }) =>
      isSmall && (isCued || isEnclosed || chapter > LAST_HOUR),
  },
  // Is 5:30 too early?
  { isMeant: false, when: ({ isSmall }) => isSmall },
  // psalm 23
  { isMeant: false, when: ({ isCapital, hasVerse }) => !isCapital && !hasVerse },
  // john 3.16, isa 40.31; but isaiah 40.31
  {
    isMeant: false,
    when: ({ isCapital, hasColon, name, word }) =>
      !isCapital && !hasColon && !(name.isClear && word.length >= 4),
  },
  // job 5:15; but in job 5:15
  {
    isMeant: false,
    when: ({ isCapital, hasColon, isCued, word }) =>
      !isCapital && hasColon && !isCued && ORDINARY.includes(word),
  },
  // dan 3:17; but see dan 3:17, isa 40:31, john 3:16
  {
    isMeant: false,
    when: ({ isCapital, isCued, name, word }) =>
      !isCapital && !isCued && !name.isClear && word.length < 4,
  },
  // John 3:16
  { isMeant: true, when: ({ hasVerse }) => hasVerse },
  // (John 3)
  { isMeant: true, when: ({ isEnclosed }) => isEnclosed },
  // in John 3, Jesus says; but in John 3 months
  { isMeant: true, when: ({ isCued, after }) => isCued && isCalm(after) },
  // Romans 8, Ps. 23; but PS5
  {
    isMeant: true,
    when: ({ name, around }) =>
      isClear(name) && /[\s.]/.test(around.text.slice(around.start, around.end)),
  },
  // A line that says only John 3
  { isMeant: true, when: ({ name, word, around }) => !isClear(name) && isAlone(word, around) },
]

/**
 * Whether words are meant as a reference: `John 3:16` and `in John 3` are; `John 3 years old`,
 * `Mark 3:15 pm` and `is 5:30 too early` are not. A chapter without a verse needs a name that can
 * only mean a book, or a context that speaks of one.
 */
export function isMeant(reference: WrittenReference, around: Surroundings): boolean {
  const seen = lookAt(reference, around)
  return RULES.find(({ when }) => when(seen))?.isMeant ?? false
}

function lookAt({ name, place, more }: WrittenReference, around: Surroundings): Seen {
  const { text, start, end, follows } = around
  const [, chapter = '', separator = ''] = /^(\d+)(\D*)/.exec(place) ?? []
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(Math.max(lineStart, start - NEAR), start)
  const after = text.slice(end, end + NEAR)
  const word = name.word.toLowerCase()
  return {
    word,
    name,
    isCapital: /^\p{Lu}/u.test(name.word),
    isSmall: SMALL.includes(word) && !name.ordinal,
    chapter: Number(chapter),
    hasVerse: /^(?:[:.]|[,\s]*v)/i.test(separator),
    hasColon: separator.startsWith(':'),
    more,
    before,
    after,
    isCued: follows || endsWithCue(before),
    isEnclosed: OPENING.test(before) && CLOSING.test(after),
    around,
  }
}

function isAmount(after: string): boolean {
  return startsWith(after, AMOUNTS) || CALCULATION.test(after)
}

function isCalm(after: string): boolean {
  return CALM_SIGNS.test(after) || (/^\s/.test(after) && startsWith(after, CALM_WORDS))
}

/** Whether a chapter alone is enough. `I`, `First` and `PS` are ambiguous; `1` and `Ps` are not. */
function isClear({ isClear, word, ordinal }: WrittenName): boolean {
  if (!ordinal && /^\p{Lu}{2,4}$/u.test(word)) return false
  return isClear && (/^\d/.test(ordinal) || !PERSONS.includes(word.toLowerCase()))
}

/** Whether the text is this reference and nothing else; a short name is not enough. */
function isAlone(word: string, { text, start, end }: Surroundings): boolean {
  if (word.length < 4 || word === 'song') return false
  const rest = text.length - (end - start)
  return rest <= NEAR && WORDLESS.test(text.slice(0, start)) && WORDLESS.test(text.slice(end))
}

/** Whether a text begins with one of these phrases, directly or after a space or a hyphen. */
function startsWith(text: string, phrases: readonly string[]): boolean {
  const rest = text.replace(/^[\s-]/, '').toLowerCase()
  return phrases.some(
    (phrase) => rest.startsWith(phrase) && !/^[\p{L}\p{N}]/u.test(rest.slice(phrase.length)),
  )
}

/** Whether a text ends with one of these phrases and a space. */
function endsWith(text: string, phrases: readonly string[]): boolean {
  if (!/\s$/.test(text)) return false
  const rest = text.slice(0, -1).toLowerCase()
  return phrases.some(
    (phrase) => rest.endsWith(phrase) && !/\p{L}$/u.test(rest.slice(0, -phrase.length)),
  )
}

/** `in ` is such a word, and so is `in the book of `. */
function endsWithCue(before: string): boolean {
  if (endsWith(before, CUES)) return true
  const filler = FILLERS.find((each) => endsWith(before, [each]))
  return filler !== undefined && endsWithCue(before.slice(0, -filler.length - 1))
}

function listOf(phrases: string): readonly string[] {
  return phrases.split(',').map((phrase) => phrase.trim())
}
