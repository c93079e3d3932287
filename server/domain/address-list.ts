import { Email } from '#contract/accounts.ts'
import { readCsv } from './csv.ts'

export interface AddressList {
  /** Each address once, as the server stores it. */
  addresses: string[]
  /** Number of repeated addresses. */
  duplicates: number
  /** Line numbers, from 1, without a valid address. */
  invalid: number[]
}

const HEADERS = new Set(['email', 'e-mail', 'email address', 'e-mail address'])

/**
 * Reads a list of addresses: one per line, or CSV (RFC 4180, also with semicolons) with a header
 * that names an `email` column. Empty lines are skipped.
 */
export function readAddressList(text: string): AddressList {
  const records = readCsv(text)
  const [first] = records
  const header = first?.fields.findIndex((field) => HEADERS.has(field.trim().toLowerCase())) ?? -1
  const column = Math.max(0, header)
  const addresses = new Set<string>()
  const list: AddressList = { addresses: [], duplicates: 0, invalid: [] }
  for (const { line, fields } of header >= 0 ? records.slice(1) : records) {
    if (fields.every((field) => field.trim() === '')) continue
    const email = Email.safeParse(fields[column]).data
    if (email === undefined) list.invalid.push(line)
    else if (addresses.has(email)) list.duplicates += 1
    else addresses.add(email)
  }
  return { ...list, addresses: [...addresses] }
}
