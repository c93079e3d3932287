import Bowser from 'bowser'

/** Browser and system of a `User-Agent` header in words, such as 'Firefox on Android'. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return 'An unknown device'
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  if (!browser.name) return 'An unknown device'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
