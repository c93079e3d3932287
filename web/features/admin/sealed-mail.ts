const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:"

/**
 * The HTML of an email for a sandboxed iframe. It begins with a content security policy that allows
 * inline styles and images, but no scripts and no other requests.
 */
export function sealedMail(html: string): string {
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">${html}`
}
