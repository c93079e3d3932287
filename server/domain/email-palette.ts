/** Fonts of every email. Email programs use the first one that is installed on the device. */
export const SERIF = "Fraunces, Georgia, 'Times New Roman', serif"
export const SANS = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Colors of every email, used in inline styles. */
export const LIGHT = {
  ground: '#f6f0e4',
  card: '#fffdf8',
  line: '#e7dcc6',
  ink: '#2b2925',
  quiet: '#655d50',
  accent: '#0f766e',
  onAccent: '#ffffff',
  link: '#0b5f58',
  quote: '#d9a441',
  codeGround: '#e9f3f0',
}

/**
 * Overrides for phones and dark themes. Email programs that drop style sheets show the inline
 * styles.
 */
export const SHEET = `
@media (max-width: 480px) {
.card { padding: 24px 18px 8px !important }
}
@media (prefers-color-scheme: dark) {
.ground { background: #191714 !important }
.card { background: #24211d !important; border-color: #3a352d !important; border-top-color: #5eb5aa !important }
.ink, .quote { color: #f0eade !important }
.line { border-color: #3a352d !important }
.quiet { color: #b8ae9d !important }
.brand, .link { color: #7fcabf !important }
.button { background: #5eb5aa !important; color: #10201e !important }
.code { background: #17302d !important; color: #a5e0d7 !important }
}
`

export const BUTTON_STYLE = `display:inline-block;padding:14px 28px;border-radius:10px;background:${LIGHT.accent};color:${LIGHT.onAccent};font-weight:600;text-decoration:none`
/** `side`: where lines begin. Email programs don't know `border-inline-start`. */
export function quoteStyle(side: 'left' | 'right'): string {
  return `margin:0 0 20px;padding:4px 0;padding-${side}:18px;border-${side}:3px solid ${LIGHT.quote};color:${LIGHT.ink};font:400 18px/1.5 ${SERIF}`
}
