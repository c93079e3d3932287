const EMAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/
const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** The URL for a typed address; `https:` if no scheme was typed. Undefined if it isn't an address. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return undefined
  if (EMAIL.test(text) && !text.includes(':')) return `mailto:${text}`
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !SCHEMES.has(url.protocol)) return undefined
  if (url.protocol === 'mailto:') return EMAIL.test(url.pathname) ? url.href : undefined
  return url.hostname.includes('.') || url.hostname === 'localhost' ? url.href : undefined
}
