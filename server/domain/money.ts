/** US cents of dollars as `12`, `12.5` or `12.50`. Reads the digits, so that no cent is rounded. */
export function centsOf(dollars: string): number {
  const [whole = '', fraction = ''] = dollars.split('.')
  return Number(`${whole}${fraction.padEnd(2, '0')}`)
}

/** Dollars as the API writes them, `12.50`. */
export function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
