import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Updateable } from 'kysely'
import { expect } from 'vitest'
import type { Context } from '#server/context.ts'
import type { WebsiteSettings } from '#server/db/schema.gen.ts'
import { test as base } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

const WEB_DIR = join(import.meta.dirname, '../../dist/web')
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'
const LOGO = `/api/images/${'a'.repeat(64)}.webp`

interface Web {
  /** Asks for a page, again while it is sent without data: rendering one may take too long. */
  inject(options: string | InjectOptions): Promise<LightMyRequestResponse>
}

const test = base.extend<{ $file: { app: FastifyInstance; web: Web } }>({
  app: [
    async ({ context }, use) => {
      const app = await buildApp(context, WEB_DIR)
      await app.ready()
      await use(app)
      await app.close()
    },
    { scope: 'file' },
  ],
  web: [
    async ({ app }, use) => {
      const inject: Web['inject'] = async (options) => {
        const shell = (await app.inject('/app-shell')).payload
        for (let tries = 0; tries < 50; tries++) {
          const page = await app.inject(options)
          if (page.payload !== shell) return page
        }
        throw new Error('The page was never rendered.')
      }
      await use({ inject })
    },
    { scope: 'file' },
  ],
})

async function change(context: Context, settings: Updateable<WebsiteSettings>): Promise<void> {
  await context.db.updateTable('websiteSettings').set(settings).execute()
  context.changes.announce({ kind: 'topic', topic: 'settings' })
}

/** The text of a document, as a person without scripts reads it. */
function textOf({ payload }: LightMyRequestResponse): string {
  const body = payload.replace(/^.*?<body>/s, '').replace(/<script.*?<\/script>/gs, '')
  return body
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('the landing page has the year of the community, and the mark or the site’s logo', async ({
  web,
  context,
  clock,
}) => {
  // In New York it is 10 PM on New Year’s Eve.
  clock.set(new Date('2031-01-01T03:00:00Z'))
  const plain = await web.inject('/')
  expect(textOf(plain)).toContain('© 2030 Folx')
  expect(textOf(plain)).toContain('Begin Your Journey')
  expect(plain.payload).not.toContain('<img')
  await change(context, { logoUrl: LOGO })
  await expect.poll(async () => (await web.inject('/')).payload).toContain(`src="${LOGO}"`)
  await change(context, { logoUrl: null })
})

test('pages and the manifest have the site’s title, whatever characters it has', async ({
  app,
  context,
}) => {
  const siteTitle = '"Ruth" & \\ <Naomi> $&'
  await change(context, { siteTitle })
  const escaped = '&quot;Ruth&quot; &amp; \\ &lt;Naomi&gt; $&amp;'
  for (const url of ['/auth', '/app-shell']) {
    const page = await app.inject(url)
    expect(page.payload).toMatch(/<title>(Sign in · )?&quot;Ruth/)
    expect(page.payload).toContain(`${escaped}</title>`)
  }
  const manifest = await app.inject('/manifest.webmanifest')
  expect(manifest.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(JSON.parse(manifest.payload)).toMatchObject({ name: siteTitle, short_name: siteTitle })
  await change(context, { siteTitle: 'Folx' })
})

test.for([
  ['GET', '/nowhere', '*/*', 404],
  ['HEAD', '/auth', '*/*', 200],
  ['GET', '/index.php', BROWSER, 404],
  ['HEAD', '/about.html?from=mail', BROWSER, 404],
  ['GET', '/privacy-facts?q=a.b', '*/*', 200],
] as const)(
  '%s %s for %s is answered with a page',
  async ([method, url, accept, status], { web }) => {
    const response = await web.inject({ method, url, headers: { accept } })
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toMatch(/^text\/html; charset=utf-8$/i)
    expect(response.payload.startsWith('<!DOCTYPE html>')).toBe(method === 'GET')
    if (status === 404 && method === 'GET') expect(textOf(response)).toContain('Page not found')
  },
)

test.for([
  ['GET', '/assets/gone-abc.js', '*/*'],
  ['GET', '/assets/gone-abc.css', 'text/css,*/*;q=0.1'],
  ['GET', '/gone.ico', 'image/avif,image/webp,*/*;q=0.8'],
  ['GET', '/robots.txt', undefined],
  ['GET', '/api/nowhere', BROWSER],
  ['GET', '/api/nowhere.html', BROWSER],
  ['POST', '/nowhere', '*/*'],
  ['POST', '/api/nowhere', BROWSER],
] as const)('%s %s for %s is answered with not_found', async ([method, url, accept], { web }) => {
  const response = await web.inject({ method, url, headers: { ...(accept && { accept }) } })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({
    code: 'not_found',
    message: 'There’s nothing at this address.',
  })
})

test('a form that is sent without scripts is answered with a page that asks for them', async ({
  app,
}) => {
  const response = await app.inject({
    method: 'POST',
    url: '/auth',
    headers: { accept: BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=naomi&password=seven-loaves',
  })
  expect(response.statusCode).toBe(405)
  expect(response.headers).toMatchObject({ allow: 'GET', 'cache-control': 'no-store' })
  expect(response.payload).toContain('Please turn on JavaScript to use this page.')
  expect(response.payload).not.toContain('seven-loaves')
})

test('a file with a hash in its name may be cached forever', async ({ web }) => {
  const { script } = JSON.parse(await readFile(join(WEB_DIR, 'pages.json'), 'utf8'))
  const response = await web.inject(String(script))
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('a restored site says so until it is confirmed', async ({ web, context }) => {
  const open = async (): Promise<string> => textOf(await web.inject('/'))
  expect(await open()).not.toContain('restored')
  await change(context, { restoredFrom: new Date('2026-03-05T12:00:00Z') })
  await expect.poll(open).toContain('restored from a backup of March 5, 2026')
  await change(context, { restoredFrom: null })
  await expect.poll(open).not.toContain('restored')
})

test.for([
  ['/dashboard', '/auth?next=%2Fdashboard'],
  ['/flow?tab=exit', '/auth?next=%2Fflow%3Ftab%3Dexit'],
  ['/admin?tab=users', '/auth?next=%2Fadmin%3Ftab%3Dusers'],
] as const)('a visitor of %s is sent to sign in', async ([url, target], { web }) => {
  const page = await web.inject(url)
  expect(page.statusCode).toBe(307)
  expect(page.headers).toMatchObject({ location: target, 'cache-control': 'private, no-store' })
})

test.for(['/reset-password', '/email-change'])(
  'a link to %s without its token leads to the sign-in page',
  async (url, { web }) => {
    const { statusCode, headers } = await web.inject(url)
    expect([statusCode, headers.location]).toEqual([307, '/auth'])
  },
)

test.for([
  ['/auth', ['SignInPage']],
  ['/dashboard', ['DashboardPage']],
  ['/flow', ['FlowPage', 'DailyPanel']],
  ['/flow?tab=faith', ['FlowPage', 'FaithPanel']],
  ['/flow?tab=exit', ['FlowPage', 'StoriesPanel']],
  ['/flow?tab=guidance', ['FlowPage', 'GuidancePanel']],
  ['/admin?tab=guidance', ['AdminPage', 'RequestsPanel']],
] as const)(
  'the document of %s names the script files of what it shows',
  async ([url, parts], { web, world }) => {
    const { cookie } = url.startsWith('/admin') ? await world.admin() : await world.member()
    const page = await web.inject({ url, headers: { ...(url !== '/auth' && { cookie }) } })
    const { byComponent } = JSON.parse(await readFile(join(WEB_DIR, 'pages.json'), 'utf8'))
    const named = page.payload.match(/(?<=<link rel="modulepreload" href=")[^"]+/g)
    for (const part of parts) expect(named).toEqual(expect.arrayContaining(byComponent[part]))
  },
)

test('a member is sent from the landing page, sign-in and the team’s pages to the dashboard', async ({
  web,
  world,
}) => {
  const { cookie } = await world.member()
  for (const url of ['/', '/auth', '/register']) {
    const { statusCode, headers } = await web.inject({ url, headers: { cookie } })
    expect([statusCode, headers.location]).toEqual([307, '/dashboard'])
  }
  const admin = await web.inject({ url: '/admin', headers: { cookie } })
  expect(admin.headers.location).toBe('/auth')
})

test('a member’s page has their own data, and another member’s page does not', async ({
  web,
  world,
}) => {
  const [ann, ben] = [await world.member(), await world.member()]
  await world.story({ author: ann, title: 'Only mine', status: 'pending' })
  const open = (url: string, { cookie }: { cookie: string }) =>
    web.inject({ url, headers: { cookie } })

  const hers = await open('/dashboard', ann)
  expect(hers.headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(textOf(hers)).toContain(`Welcome, ${ann.anonymousUsername}`)
  expect(textOf(hers)).toContain('Only mine')

  const his = await open('/dashboard', ben)
  expect(textOf(his)).toContain(`Welcome, ${ben.anonymousUsername}`)
  expect(his.payload).not.toContain('Only mine')
  expect(his.payload).not.toContain(ann.id)
})

test('a page has one line in the log, and one more for each of its calls that fails', async ({
  web,
  world,
  logLines,
}) => {
  const { cookie } = await world.member()
  const requestsOf = async (url: string): Promise<unknown[]> => {
    const start = logLines.length
    await web.inject({ url, headers: { accept: BROWSER, cookie } })
    const lines = logLines.slice(start).map((line): Record<string, unknown> => JSON.parse(line))
    const requests = lines
      .filter(({ msg, route }) => msg === 'request' && route !== '/app-shell')
      .map(({ route, status }) => `${route} ${status}`)
    // `web` may have asked again.
    return [...new Set(requests)]
  }
  expect(await requestsOf('/dashboard')).toEqual(['/* 200'])
  expect(await requestsOf('/flow?story=999999999')).toEqual(
    expect.arrayContaining(['/api/stories/:id 404', '/* 200']),
  )
})

test('two members’ pages that are rendered at the same time don’t mix', async ({ web, world }) => {
  const members = await Promise.all(Array.from({ length: 8 }, () => world.member()))
  const pages = await Promise.all(
    members.map(({ cookie }) => web.inject({ url: '/account', headers: { cookie } })),
  )
  for (const [index, page] of pages.entries()) {
    for (const [other, { id }] of members.entries()) {
      expect(page.payload.includes(id)).toBe(other === index)
    }
  }
})

test('more pages at once than are rendered are sent without data, and load it themselves', async ({
  app,
  world,
}) => {
  const { cookie, id } = await world.member()
  const shell = (await app.inject('/app-shell')).payload
  const isRendered = ({ payload }: LightMyRequestResponse): boolean => payload.includes(id)
  const openAll = () =>
    Promise.all(Array.from({ length: 40 }, () => app.inject({ url: '/flow', headers: { cookie } })))
  let pages = await openAll()
  // On a slow machine, all of them may take too long at first.
  for (let tries = 0; !pages.some(isRendered) && tries < 20; tries++) pages = await openAll()
  expect(pages.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200))
  const rendered = pages.filter(isRendered)
  expect(rendered.length).toBeGreaterThan(0)
  expect(rendered.length).toBeLessThan(40)
  for (const page of pages) {
    expect(page.headers['cache-control']).toBe('private, no-store')
    if (!rendered.includes(page)) expect(page.payload).toBe(shell)
  }
})

test('a document leaves out a journal with a lock, so that loading it does not keep it unlocked', async ({
  web,
  world,
  context,
}) => {
  const { cookie, id } = await world.member()
  const headers = { cookie, origin: 'http://localhost:3000' }
  const payload = { mood: 'joyful', notes: 'A quiet walk' }
  const shared = await web.inject({ method: 'POST', url: '/api/moods', headers, payload })
  expect(shared.statusCode).toBe(201)
  const open = async (): Promise<string> =>
    (await web.inject({ url: '/flow', headers: { cookie } })).payload
  expect(await open()).toContain('A quiet walk')
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
  expect(await open()).not.toContain('A quiet walk')
  expect(await session()).toEqual(before)
})

test('after Quick exit, every page is covered until the button is pressed, also without scripts', async ({
  web,
  world,
}) => {
  const member = await world.member()
  const cookie = `${member.cookie}; covered=1`
  for (const url of ['/dashboard', '/', '/nowhere', '/flow?story=1']) {
    const page = await web.inject({ url, headers: { cookie } })
    expect(page.statusCode).toBe(200)
    expect(textOf(page).trim()).toBe('Welcome back Continue')
    expect(page.payload).toContain('<title>Welcome back</title>')
    for (const secret of [member.id, member.anonymousUsername, 'Folx<']) {
      expect(page.payload).not.toContain(secret)
    }
  }
  const pressed = await web.inject({ method: 'POST', url: '/continue', headers: { cookie } })
  expect(pressed.statusCode).toBe(303)
  expect(pressed.headers.location).toBe('/')
  expect(pressed.headers['set-cookie']).toMatch(/^covered=; .*(Max-Age=0|1970)/)
})

test('a neutral name is in the document’s title, icons and manifest from the start', async ({
  web,
  world,
  context,
}) => {
  const { cookie, id } = await world.member()
  const visitor = await web.inject({ url: '/auth', headers: { cookie: 'neutral-name=notes' } })
  expect(visitor.payload).toContain('<title>Notes</title>')
  expect(visitor.payload).toContain('href="/notes.webmanifest"')
  const forged = await web.inject({ url: '/auth', headers: { cookie: 'neutral-name="><b>' } })
  expect(forged.payload).toContain('<title>Sign in · Folx</title>')
  await context.db
    .updateTable('member')
    .set({ neutralName: 'journal' })
    .where('memberId', '=', id)
    .execute()
  context.changes.announce({ kind: 'member', memberId: id })
  const open = async () => (await web.inject({ url: '/dashboard', headers: { cookie } })).payload
  await expect.poll(open).toContain('<title>Journal</title>')
  expect(await open()).toContain('href="/icons/journal.svg"')
})

test.for([
  [undefined, '/icons/icon.svg'],
  ['neutral-name=journal', '/icons/journal.svg'],
  ['neutral-name=constructor', '/icons/icon.svg'],
])(
  'the icon for browsers that know no other, with the cookie %s, is %s',
  async ([cookie, location], { web }) => {
    const icon = await web.inject({ url: '/favicon.ico', headers: { ...(cookie && { cookie }) } })
    expect(icon).toMatchObject({ statusCode: 302, headers: { location } })
    expect((await web.inject(location ?? '')).statusCode).toBe(200)
  },
)

test('only scripts with the nonce of this answer may run inline', async ({ web }) => {
  const nonces = new Set<string>()
  for (let round = 0; round < 2; round++) {
    const { headers, payload } = await web.inject('/auth')
    const policy = String(headers['content-security-policy'])
    const [, nonce = ''] = /script-src 'self' 'nonce-([^']{20,})'/.exec(policy) ?? []
    nonces.add(nonce)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    for (const [tag] of payload.matchAll(/<script(?![^>]* src=)[^>]*>/g)) {
      expect(tag).toContain(`nonce="${nonce}"`)
    }
  }
  expect(nonces.size).toBe(2)
})

test('the document that a device keeps has no member’s data, not even for a member', async ({
  app,
  world,
}) => {
  const { cookie, id } = await world.member()
  const page = await app.inject({ url: '/app-shell', headers: { cookie } })
  expect(page.headers['cache-control']).toBe('no-cache')
  expect(page.payload).not.toContain(id)
  expect(page.payload).toBe((await app.inject('/app-shell')).payload)
  // Its policy allows no inline script.
  expect(page.payload).not.toMatch(/<script(?![^>]* src=)/)
})

test('nothing that a member writes breaks out of the document’s scripts', async ({
  web,
  world,
}) => {
  const member = await world.member()
  const title = '</script><script>alert(1)</script><!-- <script> $& \u2028 "'
  await world.story({ author: member, title })
  const headers = { cookie: member.cookie }
  const { payload } = await web.inject({ url: '/dashboard', headers })
  expect(payload).not.toContain('<script>alert')
  expect(payload).not.toContain('<!-- <script')
  expect(payload).not.toContain('\u2028 "')
  expect(payload).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
})

test.for(['//', '/flow?tab=constructor', '/__proto__', '/flow?tab=%E0%A4%A', '/?a=%00', '/%00'])(
  'the address %j causes no server error',
  async (url, { app, world }) => {
    const { cookie } = await world.member()
    const page = await app.inject({ url, headers: { cookie } })
    expect(page.statusCode).toBeLessThan(500)
  },
)

test('a caller who hangs up while a page is rendered harms nobody', async ({ context, world }) => {
  const app = await buildApp(context, WEB_DIR)
  try {
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const { cookie } = await world.member()
    for (const waitMs of [0, 1, 3, 10, 30]) {
      const socket = connect(Number(address.port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET /dashboard HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      socket.destroy()
    }
    const open = async (): Promise<string> =>
      (await fetch(new URL('/dashboard', address), { headers: { cookie } })).text()
    await expect.poll(open).toContain('Welcome, ')
  } finally {
    await app.close()
  }
})
