import { Email } from '#contract/accounts.ts'

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
  const records = readRecords(text.replace(/^\uFEFF/, ''))
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

interface CsvRecord {
  /** Line number of its first line, from 1. */
  line: number
  fields: string[]
}

/** A field, quoted (with doubled quotes inside) or plain, followed by its separator. */
const FIELD = /(?:"((?:[^"]|"")*)"[^,;\r\n]*|([^,;\r\n]*))(,|;|\r\n|\n|\r|$)/y

function readRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, fields: [] }
  let line = 1
  FIELD.lastIndex = 0
  while (FIELD.lastIndex <= text.length) {
    const match = FIELD.exec(text)
    if (!match) break
    const [whole, quoted, plain = '', end = ''] = match
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0
    record.fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',' || end === ';') continue
    records.push(record)
    record = { line, fields: [] }
    if (end === '') break
  }
  return records
}
