/** Spreadsheets treat a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** One record of a CSV file (RFC 4180). Spreadsheets run none of its cells as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export interface CsvRecord {
  /** Line number of its first line, from 1. */
  line: number
  fields: string[]
}

/**
 * The records of a CSV file (RFC 4180). Spreadsheets separate fields by commas, semicolons or tabs,
 * depending on the language. A field that `csvLine` kept from being a formula is read as it was.
 */
export function readCsv(text: string, separators = ',;'): CsvRecord[] {
  // A field, quoted (with doubled quotes inside) or plain, followed by its separator.
  const plain = `[^${separators}\\r\\n]*`
  const field = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"${plain}|(${plain}))([${separators}]|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, fields: [] }
  let line = 1
  const given = text.replace(/^\uFEFF/, '')
  while (field.lastIndex <= given.length) {
    const match = field.exec(given)
    if (!match) break
    const [whole, quoted, bare = '', end = ''] = match
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0
    const cell = quoted === undefined ? bare : quoted.replaceAll('""', '"')
    record.fields.push(/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
    if (end !== '' && separators.includes(end)) continue
    records.push(record)
    record = { line, fields: [] }
    if (end === '') break
  }
  return records
}

/** The separator of a file with a line of headings: the first one in it that is outside of quotes. */
export function separatorOf(text: string): string {
  return /^[^"\r\n]*?(?:"[^"]*"[^"\r\n]*?)*?([,;\t])/.exec(text)?.[1] ?? ','
}
