import type { FastifyRequest } from 'fastify'
import { escapeHtml } from './escape-html.ts'

/**
 * Whether a browser asks for a page to show, and not for a script, a picture or data. What a program
 * gets from a call, it gets even if it accepts pages; a browser says that it opens the call's address.
 */
export function isForPerson({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): boolean {
  if (url.startsWith('/api/') && headers['sec-fetch-mode'] !== 'navigate') return false
  return headers.accept?.includes('text/html') ?? false
}

/**
 * A page for a refusal before any page can be rendered. It needs no other file.
 *
 * @param retryAfterSeconds after which the browser tries again
 */
export function errorPage(message: string, retryAfterSeconds?: number): string {
  const retry = retryAfterSeconds
    ? `<meta http-equiv="refresh" content="${Math.ceil(retryAfterSeconds)}">`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${retry}
<title>This page can’t be shown</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 34rem; margin: 20vh auto 0; padding: 0 1.25rem; font: 1.0625rem/1.6 system-ui, sans-serif; background: light-dark(#faf5ec, #151a19); color: light-dark(#24211c, #ece7dd); }
h1 { font-size: 1.5rem; line-height: 1.3; }
a { color: light-dark(#0f5c5c, #7cc9c3); }
</style>
</head>
<body>
<h1>This page can’t be shown</h1>
<p>${escapeHtml(message)}</p>
<p><a href="/">Go to the start page</a></p>
</body>
</html>
`
}
