import { escapeHtml } from './escape-html.ts'

/** As `firstText` in `web/app/page-shells.tsx` writes it: `%/api/daily verse.text%`. */
const PLACEHOLDER = /%(\/api\/[\w/-]+) ([\w.]+)%/g

/**
 * Fills the placeholders of a shell with texts of the page's first answers. A missing text leaves
 * its place empty.
 *
 * @param bodies the JSON of each answer by its address
 */
export function fillTexts(html: string, bodies: ReadonlyMap<string, string>): string {
  return html.replace(PLACEHOLDER, (_, url: string, path: string) => {
    const body = bodies.get(url)
    return body === undefined ? '' : escapeHtml(textAt(JSON.parse(body), path))
  })
}

function textAt(body: unknown, path: string): string {
  const text = path.split('.').reduce((value, name) => propertyOf(value, name), body)
  return typeof text === 'string' ? text : ''
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
