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
