import { capitalized, findAll, type Rule } from '../finding.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DAY = '(?<day>[12]?\\d|3[01])(?:st|nd|rd|th)?'
const YEAR = '(?:,? +(?:of )?(?<year>(?:19|20)\\d\\d))?'
const LEAD = '(?<lead>(?:on|since) +)?(?:the +)?'
const END = '(?![\\w:]|[./]\\d)'

const PATTERNS = [
  new RegExp(`(?<![\\w/])${LEAD}${MONTH} +${DAY}${YEAR}${END}`, 'gi'),
  new RegExp(`(?<![\\w/:])${LEAD}${DAY} +(?:of +)?${MONTH}${YEAR}${END}`, 'gi'),
  new RegExp(
    `(?<![\\w/.-])${LEAD}\\d{1,2}(?<sep>[/.-])\\d{1,2}\\k<sep>(?<year>(?:19|20)?\\d\\d)(?![\\w/-])`,
    'gi',
  ),
  new RegExp(`(?<![\\w/.-])${LEAD}(?<year>(?:19|20)\\d\\d)-\\d\\d-\\d\\d(?![\\w/-])`, 'gi'),
]

/** Days that are the same for everyone. */
const HOLIDAYS = new Set([
  'January 1',
  'January 6',
  'February 14',
  'July 4',
  'September 11',
  'October 31',
  'November 1',
  'November 2',
  'December 24',
  'December 25',
  'December 26',
  'December 31',
])

/** Exact days. */
export const dates: Rule = (text, { now }) =>
  PATTERNS.flatMap((pattern) =>
    findAll(text, pattern, ({ start, groups: { month, day, year, lead = '' } }) => {
      const monthName = month && monthOf(month)
      if (!year && monthName && HOLIDAYS.has(`${monthName} ${day}`)) return undefined
      // 'You may 3 times' and 'we march 12 miles' are not dates.
      if (!year && (month === 'may' || month === 'march' || month === 'mar')) return undefined
      const softer = year ? withYear(year, { lead, now }) : withMonth(monthName ?? '', lead)
      return { kind: 'date', softer: capitalized(text, start, softer) }
    }),
  )

function monthOf(words: string): string {
  const begin = words.slice(0, 3).toLowerCase()
  return MONTHS.find((month) => month.toLowerCase().startsWith(begin)) ?? ''
}

function withMonth(month: string, lead: string): string {
  if (/^since/i.test(lead)) return `since ${month}`
  return lead ? `in ${month}` : month
}

function withYear(year: string, { lead, now }: { lead: string; now: Date }): string {
  const years = now.getFullYear() - fullYear(Number(year), now)
  if (/^since/i.test(lead)) return years > 1 ? 'for some years now' : 'for a while now'
  if (years < 0) return 'soon'
  if (years === 0) return 'this year'
  if (years === 1) return 'last year'
  if (years < 10) return 'a few years ago'
  return years < 20 ? 'years ago' : 'many years ago'
}

function fullYear(year: number, now: Date): number {
  if (year > 99) return year
  return year + (year > now.getFullYear() % 100 ? 1900 : 2000)
}
