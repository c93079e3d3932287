/** The currencies a community can sell in: ISO 4217, lower case, with two decimal places. */
export const CURRENCIES = [
  'usd',
  'aud',
  'brl',
  'cad',
  'chf',
  'czk',
  'dkk',
  'eur',
  'gbp',
  'hkd',
  'inr',
  'mxn',
  'nok',
  'nzd',
  'php',
  'pln',
  'sek',
  'sgd',
  'zar',
] as const

export type Currency = (typeof CURRENCIES)[number]

const formatters = new Map<Currency, Intl.NumberFormat>()

/** Formats a decimal string as an amount, such as `$1,234.50`. */
export function moneyText(amount: string, currency: Currency): string {
  const formatter =
    formatters.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formatters.set(currency, formatter)
  return formatter.format(Number(amount))
}
