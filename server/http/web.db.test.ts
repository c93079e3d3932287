import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { test as base } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

/** What a build leaves behind, as far as the server looks at it. */
const BUILD = {
  'landing.html': '<title>%SITE_TITLE%</title><svg>the mark</svg>',
  'landing-with-logo.html': '<title>%SITE_TITLE%</title><img src="%LOGO_URL%">',
  'index.html': '<title>%SITE_TITLE%</title><div id="root"></div>',
  'manifest.webmanifest': '{ "name": "%SITE_TITLE%", "short_name": "%SITE_TITLE%" }',
  'assets/app-abc.js': 'run()',
}
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'
const LOGO = `/api/images/${'a'.repeat(64)}.webp`

const test = base.extend<{ $file: { web: FastifyInstance } }>({
  web: [
    async ({ context }, use) => {
      const webDir = await mkdtemp(join(tmpdir(), 'folx-web-'))
      for (const [name, text] of Object.entries(BUILD)) {
        await mkdir(dirname(join(webDir, name)), { recursive: true })
        await writeFile(join(webDir, name), text)
      }
      const app = await buildApp(context, webDir)
      await app.ready()
      await use(app)
      await app.close()
      await rm(webDir, { recursive: true, force: true })
    },
    { scope: 'file' },
  ],
})

test('the landing page shows the mark, or the logo of the site in its place', async ({
  web,
  context,
}) => {
  const plain = await web.inject('/')
  expect(plain.payload).toBe('<title>Folx</title><svg>the mark</svg>')
  await context.db.updateTable('websiteSettings').set({ logoUrl: LOGO }).execute()
  const branded = await web.inject('/')
  expect(branded.payload).toBe(`<title>Folx</title><img src="${LOGO}">`)
  expect(branded.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Cookie' })
  await context.db.updateTable('websiteSettings').set({ logoUrl: null }).execute()
})

test('pages and the manifest carry the title of the site, whatever its letters', async ({
  web,
  context,
}) => {
  const siteTitle = '"Ruth" & \\ <Naomi> $&'
  await context.db.updateTable('websiteSettings').set({ siteTitle }).execute()
  const page = await web.inject('/flow')
  expect(page.payload).toContain('<title>&#34;Ruth&#34; &#38; \\ &#60;Naomi&#62; $&#38;</title>')
  const manifest = await web.inject('/manifest.webmanifest')
  expect(manifest.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(JSON.parse(manifest.payload)).toEqual({ name: siteTitle, short_name: siteTitle })
  await context.db.updateTable('websiteSettings').set({ siteTitle: 'Folx' }).execute()
})

test.for([
  ['GET', '/nowhere', '*/*', 200],
  ['HEAD', '/dashboard', '*/*', 200],
  ['GET', '/index.php', BROWSER, 404],
  ['HEAD', '/about.html?from=mail', BROWSER, 404],
  ['GET', '/stories?q=a.b', '*/*', 200],
] as const)('%s %s for %s is a page', async ([method, url, accept, status], { web }) => {
  const response = await web.inject({ method, url, headers: { accept } })
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  const root = '<title>Folx</title><div id="root"></div>'
  expect(response.payload).toBe(method === 'GET' ? root : '')
})

test.for([
  ['GET', '/assets/gone-abc.js', '*/*'],
  ['GET', '/assets/gone-abc.css', 'text/css,*/*;q=0.1'],
  ['GET', '/favicon.ico', 'image/avif,image/webp,*/*;q=0.8'],
  ['GET', '/robots.txt', undefined],
  ['GET', '/api/nowhere', BROWSER],
  ['GET', '/api/nowhere.html', BROWSER],
  ['POST', '/nowhere', BROWSER],
] as const)(
  '%s %s for %s is told that there is nothing',
  async ([method, url, accept], { web }) => {
    const response = await web.inject({ method, url, headers: { ...(accept && { accept }) } })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({
      code: 'not_found',
      message: 'There is nothing at this address.',
    })
  },
)

test('a file with a hash in its name may be kept for ever', async ({ web }) => {
  const response = await web.inject('/assets/app-abc.js')
  expect(response.payload).toBe('run()')
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})
