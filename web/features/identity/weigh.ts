import type { Finding, FindingKind } from './finding.ts'

/** Details that identify a person on their own. */
const DIRECT: ReadonlySet<FindingKind> = new Set([
  ...(['phone', 'email', 'link', 'handle', 'plate', 'address'] as const),
])

/** The other details that narrow it down, as worded in a list. */
const PARTS: Partial<Record<FindingKind, string>> = {
  name: 'a name',
  age: 'an age',
  date: 'a date',
  employer: 'a workplace',
  school: 'a school',
  church: 'a church',
  place: 'a place',
}

export const KIND_LABELS: Record<FindingKind, string> = {
  phone: 'Phone number',
  email: 'Email address',
  link: 'Link',
  handle: 'Account name',
  plate: 'License plate',
  address: 'Address',
  age: 'Age',
  date: 'Date',
  name: 'Name',
  employer: 'Workplace',
  school: 'School',
  church: 'Church',
  place: 'Place',
}

/** One sentence on what the findings reveal together; undefined if the combination adds nothing. */
export function weigh(findings: readonly Finding[]): string | undefined {
  const kinds = new Set(findings.map(({ kind }) => kind))
  const direct = [...kinds].find((kind) => DIRECT.has(kind))
  if (direct) {
    const label = KIND_LABELS[direct].toLowerCase()
    return `${/^[ae]/.test(label) ? 'An' : 'A'} ${label} can lead straight to a person.`
  }
  const parts = [...kinds].flatMap((kind) => PARTS[kind] ?? [])
  if (parts.length < 2) return undefined
  const list = new Intl.ListFormat('en').format(parts)
  return `Together, ${list} reveal more than each alone: few people match ${parts.length === 2 ? 'both' : 'all of them'}.`
}
