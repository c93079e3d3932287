const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:"

/**
 * The HTML of a mail for a sandboxed frame. It starts with its own policy, under which it shows
 * text, styles and pictures, and runs and fetches nothing else.
 */
export function sealedMail(html: string): string {
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">${html}`
}
