import type { Finding, NameFinding, Rule, RuleOptions } from './finding.ts'
import { ages } from './rules/ages.ts'
import { contacts } from './rules/contacts.ts'
import { dates } from './rules/dates.ts'
import { localNames } from './rules/local-names.ts'
import { names, repeated } from './rules/names.ts'
import { places } from './rules/places.ts'

/** Of overlapping findings, the one from the earlier rule is kept. */
const RULES: readonly Rule[] = [contacts, dates, ages, localNames, names, places]

/**
 * Finds details that could identify someone, in the order of the text. Runs on the device: nothing
 * is sent, stored or counted.
 */
export function identityFindings(text: string, options: RuleOptions): Finding[] {
  const found = RULES.flatMap((rule) => rule(text, options))
  const kept = withoutOverlaps(text, [...found, ...repeated(text, found)])
  return kept.sort((one, other) => one.start - other.start)
}

function withoutOverlaps(text: string, found: readonly NameFinding[]): Finding[] {
  const taken = new Uint8Array(text.length)
  return found.flatMap(({ kind, start, end, softer }) => {
    if (taken.subarray(start, end).includes(1)) return []
    taken.fill(1, start, end)
    return { kind, start, end, softer }
  })
}
