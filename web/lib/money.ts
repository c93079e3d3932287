import { moneyText } from '#contract/currencies.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'

/** Returns a function that formats amounts in the site's currency. */
export function useMoney(): (amount: string) => string {
  const { currency = 'usd' } = useSiteSettings() ?? {}
  return (amount) => moneyText(amount, currency)
}
