const UNITS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const TEENS = [
  ...['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen'],
  ...['eighteen', 'nineteen'],
]
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const NUMBERS = new Map([
  ...UNITS.map((word, index) => [word, index + 1] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
])

const TENS_PATTERN = `(?:${TENS.join('|')})(?:[- ](?:${UNITS.join('|')}))?`

/** Ages in digits or words, except 'one', which is rarely a number. */
export const AGE = `(?:\\d{1,3}|${TENS_PATTERN}|${TEENS.join('|')}|${UNITS.slice(1).join('|')})(?![\\w%]|[,.:/]\\d)`

/** Converts a match of `AGE` to a number. */
export function ageOf(words: string): number {
  if (/^\d/.test(words)) return Number(words)
  return words
    .toLowerCase()
    .split(/[- ]/)
    .reduce((sum, word) => sum + (NUMBERS.get(word) ?? 0), 0)
}

/** 34 as 'thirties'. */
export function decadeOf(age: number): string {
  const tens = TENS[Math.min(Math.floor(age / 10), 9) - 2] ?? 'twenty'
  return tens.replace(/y$/, 'ies')
}

/** 34 as 'thirty'. */
export function tensOf(age: number): string {
  return TENS[Math.min(Math.floor(age / 10), 9) - 2] ?? 'twenty'
}
