import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Updateable } from 'kysely'
import { expect } from 'vitest'
import { DailyPage } from '#contract/daily.ts'
import type { Context } from '#server/context.ts'
import type { WebsiteSettings } from '#server/db/schema.gen.ts'
import { test as base } from '#server/testing/world.ts'
import { buildApp } from './app.ts'
import { escapeHtml } from './escape-html.ts'

/** The files of a build that the server reads. */
const BUILD = {
  'landing.html':
    '<title>%SITE_TITLE%</title><svg>the mark</svg>© %YEAR%<p data-restored="true">Restored: %RESTORED_ON%.</p>',
  'landing-with-logo.html': '<title>%SITE_TITLE%</title><img src="%LOGO_URL%">',
  'index.html':
    '<title>%SITE_TITLE%</title><!--page-scripts--><div id="root"><!--page-shell--></div><!--first-answers-->',
  'documents.json': JSON.stringify({
    scripts: { '/flow?tab=exit': ['/assets/stories-abc.js'] },
    shells: {
      '': { plain: '<b>%SITE_TITLE%</b>', withLogo: '<img src="%LOGO_URL%">' },
      '/dashboard': {
        plain: '<i>a day</i><q>%/api/daily verse.text%</q>',
        withLogo: '<i>a day</i>',
      },
      '/dashboard&mood': { plain: '<i>a day with a mood</i>', withLogo: '' },
      '/flow?tab=daily': { plain: '<i>how are you?</i>', withLogo: '' },
      '/flow?tab=daily&mood': { plain: '<i>a mood</i>', withLogo: '' },
    },
  }),
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

async function change(context: Context, settings: Updateable<WebsiteSettings>): Promise<void> {
  await context.db.updateTable('websiteSettings').set(settings).execute()
  context.changes.announce({ kind: 'topic', topic: 'settings' })
}

test('the landing page has the year, and the mark or the site’s logo', async ({
  web,
  context,
  clock,
}) => {
  // In New York it is 10 PM on New Year’s Eve.
  clock.set(new Date('2031-01-01T03:00:00Z'))
  const plain = await web.inject('/')
  expect(plain.payload).toBe('<title>Folx</title><svg>the mark</svg>© 2030')
  await change(context, { logoUrl: LOGO })
  const branded = await web.inject('/')
  expect(branded.payload).toBe(`<title>Folx</title><img src="${LOGO}">`)
  expect(branded.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Cookie' })
  await change(context, { logoUrl: null })
})

test('pages and the manifest have the site’s title, whatever characters it has', async ({
  web,
  context,
}) => {
  const siteTitle = '"Ruth" & \\ <Naomi> $&'
  await change(context, { siteTitle })
  const page = await web.inject('/flow')
  expect(page.payload).toContain('<title>&#34;Ruth&#34; &#38; \\ &#60;Naomi&#62; $&#38;</title>')
  const manifest = await web.inject('/manifest.webmanifest')
  expect(manifest.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(JSON.parse(manifest.payload)).toEqual({ name: siteTitle, short_name: siteTitle })
  await change(context, { siteTitle: 'Folx' })
})

test.for([
  ['GET', '/nowhere', '*/*', 200],
  ['HEAD', '/dashboard', '*/*', 200],
  ['GET', '/index.php', BROWSER, 404],
  ['HEAD', '/about.html?from=mail', BROWSER, 404],
  ['GET', '/stories?q=a.b', '*/*', 200],
] as const)(
  '%s %s for %s is answered with a page',
  async ([method, url, accept, status], { web }) => {
    const response = await web.inject({ method, url, headers: { accept } })
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    const start = '<title>Folx</title><div id="root">'
    expect(response.payload.startsWith(start)).toBe(method === 'GET')
  },
)

test.for([
  ['GET', '/assets/gone-abc.js', '*/*'],
  ['GET', '/assets/gone-abc.css', 'text/css,*/*;q=0.1'],
  ['GET', '/favicon.ico', 'image/avif,image/webp,*/*;q=0.8'],
  ['GET', '/robots.txt', undefined],
  ['GET', '/api/nowhere', BROWSER],
  ['GET', '/api/nowhere.html', BROWSER],
  ['POST', '/nowhere', BROWSER],
] as const)('%s %s for %s is answered with not_found', async ([method, url, accept], { web }) => {
  const response = await web.inject({ method, url, headers: { ...(accept && { accept }) } })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({
    code: 'not_found',
    message: 'There’s nothing at this address.',
  })
})

test('a file with a hash in its name may be cached forever', async ({ web }) => {
  const response = await web.inject('/assets/app-abc.js')
  expect(response.payload).toBe('run()')
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('the landing page of a restored site says so until it is confirmed', async ({
  web,
  context,
}) => {
  const open = async (): Promise<string> => (await web.inject('/')).payload
  expect(await open()).not.toContain('Restored')
  await change(context, { restoredFrom: new Date('2026-03-05T12:00:00Z') })
  await expect.poll(open).toContain('Restored: March 5, 2026.')
  await change(context, { restoredFrom: null })
  await expect.poll(open).not.toContain('Restored')
})

const MEMBER_HEADERS = { 'cache-control': 'private, no-store' }

/** The answers in a document, by address; undefined without any. */
function answersIn(html: string): Record<string, { status: number; body: unknown }> | undefined {
  const parts = html.split('<script type="application/json" id="first-answers">')
  const text = parts[1]?.split('</script>')[0]
  return text === undefined ? undefined : JSON.parse(text)
}

test("a visitor's page says that nobody is signed in, and has the settings", async ({ web }) => {
  const page = await web.inject('/auth')
  expect(page.headers).toMatchObject(MEMBER_HEADERS)
  const answers = answersIn(page.payload)
  expect(Object.keys(answers ?? {})).toEqual(['/api/user', '/api/website-settings'])
  expect(answers?.['/api/user']).toMatchObject({ status: 401 })
  expect(answers?.['/api/website-settings']).toMatchObject({ status: 200 })
})

test("a member's page has their answers and its scripts, and another member's page does not", async ({
  web,
  world,
}) => {
  const [ann, ben] = [await world.member(), await world.member()]
  await world.story({ author: ann, title: 'Only mine', status: 'pending' })
  const open = (url: string, { cookie }: { cookie: string }) =>
    web.inject({ url, headers: { cookie } })

  const hers = await open('/dashboard', ann)
  expect(hers.headers).toMatchObject(MEMBER_HEADERS)
  expect(hers.payload).toContain('<i>a day</i>')
  const answers = answersIn(hers.payload)
  expect(answers?.['/api/user']).toMatchObject({ status: 200, body: { id: ann.id } })
  expect(answers?.['/api/stories?mine=true&page=1&pageSize=4']).toMatchObject({
    status: 200,
    total: '1',
    body: [{ title: 'Only mine' }],
  })

  const his = await open('/dashboard', ben)
  expect(answersIn(his.payload)?.['/api/user']).toMatchObject({ body: { id: ben.id } })
  expect(his.payload).not.toContain('Only mine')
  expect(his.payload).not.toContain(ann.id)

  const stories = await open('/flow?tab=exit', ann)
  expect(stories.payload).toContain(
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/stories-abc.js">',
  )
})

test('a shell shows the texts of its answers, and none to a visitor', async ({ web, world }) => {
  const { cookie } = await world.member()
  const page = await web.inject({ url: '/dashboard', headers: { cookie } })
  const { verse } = DailyPage.parse(answersIn(page.payload)?.['/api/daily']?.body)
  expect(verse.text).not.toBe('')
  expect(page.payload).toContain(`<i>a day</i><q>${escapeHtml(verse.text)}</q>`)
  expect((await web.inject('/dashboard')).payload).toContain('<i>a day</i><q></q>')
})

test('the shells of dashboard and daily page depend on whether the mood of today is shared', async ({
  web,
  world,
}) => {
  const { cookie } = await world.member()
  const open = async (url: string): Promise<string> =>
    (await web.inject({ url, headers: { cookie } })).payload
  expect(await open('/flow')).toContain('<i>how are you?</i>')
  const headers = { cookie, origin: 'http://localhost:3000' }
  const payload = { mood: 'joyful' }
  const shared = await web.inject({ method: 'POST', url: '/api/moods', headers, payload })
  expect(shared.statusCode).toBe(201)
  expect(await open('/flow')).toContain('<i>a mood</i>')
  expect(await open('/flow?story=1')).toContain('<b>Folx</b>')
  expect(await open('/dashboard')).toContain('<i>a day with a mood</i>')
})

test('a document leaves out a journal with a lock, so that loading it does not keep it unlocked', async ({
  web,
  world,
  context,
}) => {
  const { cookie, id } = await world.member()
  const answered = async (): Promise<string[]> => {
    const page = await web.inject({ url: '/flow', headers: { cookie } })
    const addresses = Object.keys(answersIn(page.payload) ?? {})
    return addresses.map((address) => address.split('?')[0] ?? '')
  }
  expect(await answered()).toContain('/api/moods')
  await context.db
    .updateTable('member')
    .set({ journalLockMinutes: 5 })
    .where('memberId', '=', id)
    .execute()
  const session = () =>
    context.db
      .selectFrom('session')
      .select('journalSeenAt')
      .where('memberId', '=', id)
      .executeTakeFirstOrThrow()
  await context.db
    .updateTable('session')
    .set({ journalSeenAt: new Date(context.now().getTime() - 60_000) })
    .where('memberId', '=', id)
    .execute()
  const before = await session()
  const locked = await answered()
  expect(locked).toContain('/api/moods/lock')
  expect(locked).not.toContain('/api/moods')
  expect(await session()).toEqual(before)
})

test('the document that a device keeps has no member’s data, not even for a member', async ({
  web,
  world,
}) => {
  const { cookie, id } = await world.member()
  const page = await web.inject({ url: '/app-shell', headers: { cookie } })
  expect(answersIn(page.payload)).toBeUndefined()
  expect(page.payload).not.toContain(id)
  expect(page.payload).toBe('<title>Folx</title><div id="root"><b>Folx</b></div>')
})

test('nothing that a member writes breaks out of the element with the answers', async ({
  web,
  world,
}) => {
  const member = await world.member()
  const title = '</script><script>alert(1)</script><!-- <script> %SITE_TITLE% $& \u2028 "'
  await world.story({ author: member, title })
  const { payload } = await web.inject({
    url: '/dashboard',
    headers: { cookie: member.cookie },
  })
  expect(payload.match(/<script/g)).toHaveLength(1)
  expect(payload.match(/<\/script>/g)).toHaveLength(1)
  expect(payload).not.toContain('<!--')
  const own = answersIn(payload)?.['/api/stories?mine=true&page=1&pageSize=4']
  expect(own).toMatchObject({ body: [{ title }] })
})

test.for(['//', '/flow?tab=constructor', '/__proto__', '/flow?tab=%E0%A4%A', '/?a=%00', '/%00'])(
  'the address %j causes no server error',
  async (url, { web, world }) => {
    const { cookie } = await world.member()
    const page = await web.inject({ url, headers: { cookie } })
    expect(page.statusCode).toBeLessThan(500)
  },
)
