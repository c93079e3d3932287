const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:"

/**
 * The HTML of an email for a sandboxed iframe. It begins with a content security policy that allows
 * inline styles and images, but no scripts and no other requests.
 */
export function sealedMail(html: string): string {
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">${html}`
}

export type PreviewTheme = 'light' | 'dark'

/** `@media (prefers-color-scheme: dark)`, however it is spaced. */
const DARK_ONLY = /@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g

/**
 * The HTML of an email for a sandboxed iframe, as readers with this theme see it, whatever the theme
 * of this device. Links do nothing, because the frame may not open windows.
 */
export function previewPage(html: string, theme: PreviewTheme): string {
  const themed = html.replace(DARK_ONLY, theme === 'dark' ? '@media all' : '@media not all')
  const head = `<base target="_blank"><style>:root{color-scheme:${theme} !important}</style>`
  return sealedMail(`${head}${themed}`)
}
