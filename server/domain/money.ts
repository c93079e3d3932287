/**
 * Converts dollars written as `12`, `12.5` or `12.50` to cents. Works on the digits, so there is no
 * rounding error.
 */
export function centsOf(dollars: string): number {
  const [whole = '', fraction = ''] = dollars.split('.')
  return Number(`${whole}${fraction.padEnd(2, '0')}`)
}

/** Converts cents to dollars as the API writes them, such as `12.50`. */
export function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
