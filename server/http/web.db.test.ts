import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Updateable } from 'kysely'
import { expect, onTestFinished } from 'vitest'
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

/** The elements of a document's head that describe it to search engines and in shared links. */
function previewOf({ payload }: LightMyRequestResponse): Record<string, string> {
  const tags = payload.matchAll(
    /<(?:meta|link) (?:name|property|rel)="(canonical|description|robots|og:\w+)" (?:content|href)="([^"]*)"/g,
  )
  return Object.fromEntries([...tags].map(([, name = '', value = '']) => [name, value]))
}

function titleOf({ payload }: LightMyRequestResponse): string | undefined {
  return /<title>(.*?)<\/title>/.exec(payload)?.[1]
}

test('visitors’ pages have an address, a description and a picture, and all others none', async ({
  app,
  web,
  world,
  context,
}) => {
  const url = context.config.publicUrl
  const description = 'Where paths cross, stories unfold, and folx grow.'
  expect(previewOf(await web.inject('/?from=mail'))).toEqual({
    canonical: `${url}/`,
    description,
    'og:type': 'website',
    'og:url': `${url}/`,
    'og:site_name': 'Folx',
    'og:title': 'Folx',
    'og:description': description,
    'og:image': `${url}/icons/icon-512.png`,
  })
  expect(previewOf(await web.inject('/auth?next=/dashboard'))).toMatchObject({
    canonical: `${url}/auth`,
    'og:title': 'Sign in · Folx',
  })
  await change(context, { logoUrl: LOGO })
  await expect
    .poll(async () => previewOf(await web.inject('/register')))
    .toMatchObject({ 'og:image': url + LOGO })
  await change(context, { logoUrl: null })

  const { cookie } = await world.member()
  for (const page of ['/dashboard', '/flow', '/account']) {
    const document = await web.inject({ url: page, headers: { cookie } })
    expect([page, previewOf(document)]).toEqual([page, { robots: 'noindex' }])
  }
  for (const page of ['/unsubscribe?token=unknown', '/till/unknown', '/nowhere']) {
    expect([page, previewOf(await web.inject(page))]).toEqual([page, { robots: 'noindex' }])
  }
  expect(previewOf(await app.inject('/app-shell'))).toEqual({ robots: 'noindex' })
  // Nothing shows what the site is.
  const neutral = { cookie: 'neutral-name=notes' }
  expect(previewOf(await web.inject({ url: '/', headers: neutral }))).toEqual({ robots: 'noindex' })
})

test('what isn’t there is answered with 404, and with the page that says so', async ({
  web,
  world,
}) => {
  const { cookie } = await world.member()
  const pending = await world.story({ author: await world.member(), status: 'pending' })
  const open = async (url: string, headers = { cookie }) => {
    const document = await web.inject({ url, headers })
    return [document.statusCode, titleOf(document)]
  }
  for (const id of [999_999, pending]) {
    expect(await open(`/flow?story=${id}`)).toEqual([404, 'FOLX Stories · Folx'])
  }
  expect(await open('/till/abc')).toEqual([404, 'Test payment · Folx'])
  expect(await open('/till/receipts/abc')).toEqual([404, 'Test receipt · Folx'])
  const { cookie: admin } = await world.admin()
  expect(await open('/admin', { cookie: admin })).toEqual([200, 'Today · Admin Dashboard · Folx'])
  expect(await open('/admin/nowhere', { cookie: admin })).toEqual([404, 'Page not found · Folx'])
})

test('a tab is called like its place, and a story’s like the story, for members only', async ({
  web,
  world,
}) => {
  const { cookie } = await world.member()
  const id = await world.story({ author: await world.member(), title: 'A quiet road & more' })
  const open = (url: string, headers = {}) => web.inject({ url, headers })
  const url = `/flow?story=${id}`
  expect(titleOf(await open(url, { cookie }))).toBe('A quiet road &amp; more · Folx')
  expect(titleOf(await open('/flow?tab=exit', { cookie }))).toBe('FOLX Stories · Folx')
  const visited = await open(url)
  expect(visited.statusCode).toBe(307)
  expect(visited.payload).not.toContain('quiet road')
})

test.for([
  ['GET', '/assets/gone-abc.js', '*/*'],
  ['GET', '/assets/gone-abc.css', 'text/css,*/*;q=0.1'],
  ['GET', '/gone.ico', 'image/avif,image/webp,*/*;q=0.8'],
  ['GET', '/humans.txt', undefined],
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

/** A form as a browser without scripts posts it from a page of this site. */
function posted(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): InjectOptions {
  const type = 'application/x-www-form-urlencoded'
  return {
    method: 'POST',
    url,
    headers: { accept: BROWSER, 'content-type': type, ...headers },
    payload: new URLSearchParams(fields).toString(),
  }
}

test('a password signs in without scripts and leads to where the member wanted to go', async ({
  app,
  web,
  world,
}) => {
  const { username, password } = await world.member()
  const entered = await app.inject(posted('/auth?next=%2Flive', { username, password }))
  expect(entered.statusCode).toBe(303)
  expect(entered.headers).toMatchObject({
    location: '/auth?next=%2Flive',
    'cache-control': 'no-store',
  })
  const cookies = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(entered.cookies).toContainEqual(
    expect.objectContaining({ name: 'folx', httpOnly: true, sameSite: 'Lax' }),
  )
  const next = await web.inject({
    url: '/auth?next=%2Flive',
    headers: { accept: BROWSER, cookie: cookies },
  })
  expect(next.headers.location).toBe('/live')
  // Whoever is signed in already doesn't send a wrong password to another page.
  const wrong = posted('/auth', { username, password: 'wrong' })
  const again = await web.inject({ ...wrong, headers: { ...wrong.headers, cookie: cookies } })
  expect([again.statusCode, again.headers.location]).toEqual([303, '/dashboard'])

  const leave = posted('/logout', {})
  const left = await app.inject({ ...leave, headers: { ...leave.headers, cookie: cookies } })
  expect([left.statusCode, left.headers.location]).toEqual([303, '/'])
  const after = await web.inject({ url: '/dashboard', headers: { cookie: cookies } })
  expect(after.headers.location).toContain('/auth')
})

test('a wrong password is answered with the sign-in page, and guesses are limited as for the call', async ({
  web,
  world,
}) => {
  const { username, email, password } = await world.member()
  const guess = posted('/auth?next=%2Flive', { username: email, password: 'a <wrong> guess' })
  const refused = await web.inject(guess)
  expect(refused.statusCode).toBe(401)
  expect(textOf(refused)).toContain('Invalid username or password')
  expect(refused.payload).toContain(`value="${email}"`)
  expect(refused.payload).toContain('action="/auth?next=%2Flive"')
  expect(refused.payload).not.toContain('wrong&gt; guess')
  const incomplete = await web.inject(posted('/auth', { username: '', password: '' }))
  expect(incomplete.statusCode).toBe(400)
  expect(textOf(incomplete)).toContain('Username is required')
  // The next visitor gets the page as everyone does.
  expect((await web.inject('/auth')).payload).not.toContain(email)

  let last = refused
  for (let tries = 0; tries < 30 && last.statusCode === 401; tries++) last = await web.inject(guess)
  expect(last.statusCode).toBe(429)
  const login = { method: 'POST', url: '/api/login', payload: { username, password } } as const
  const call = await web.inject({ ...login, headers: { 'sec-fetch-site': 'same-origin' } })
  expect(call.statusCode).toBe(429)
})

test.for([
  ['another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }],
  ['an unknown page', {}],
] as const)('a form that %s posts signs nobody in', async ([, headers], { app, world }) => {
  const { username, password } = await world.member()
  const refused = await app.inject(posted('/auth', { username, password }, headers))
  expect(refused.statusCode).toBe(403)
  expect(refused.headers['set-cookie']).toBeUndefined()
  expect(textOf(refused)).toContain('This request did not come from our own pages.')
})

test('a form that needs scripts is answered with a page that says so', async ({ app }) => {
  const response = await app.inject(posted('/register', { password: 'seven-loaves' }))
  expect(response.statusCode).toBe(400)
  expect(response.headers['content-type']).toMatch(/^text\/html/)
  expect(textOf(response)).toContain('This form needs JavaScript. Nothing was sent.')
  expect(response.payload).not.toContain('seven-loaves')
  expect((await app.inject('/register')).payload).toContain('This form needs JavaScript.')
})

test('a browser that opens the address of a call gets a page, and a program JSON', async ({
  app,
}) => {
  const headers = { accept: BROWSER, 'sec-fetch-mode': 'navigate' }
  for (const url of ['/api/login', '/api/user', '/api/nowhere']) {
    const page = await app.inject({ url, headers })
    expect(page.headers['content-type'], url).toMatch(/^text\/html/)
    const { statusCode, headers: answered } = await app.inject({
      url,
      headers: { accept: BROWSER },
    })
    expect(answered['content-type'], url).toMatch(/^application\/json/)
    expect(page.statusCode).toBe(statusCode)
  }
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
  ['/admin/users', '/auth?next=%2Fadmin%2Fusers'],
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

test('files of a page whose address has a secret are asked for without it', async ({ web }) => {
  const policyOf = async (url: string) => (await web.inject(url)).headers['referrer-policy']
  for (const page of ['/reset-password', '/email-change', '/unsubscribe', '/first-admin']) {
    expect([page, await policyOf(`${page}?token=unknown`)]).toEqual([page, 'strict-origin'])
    expect([page, await policyOf(`${page}?link=opened`)]).toEqual([page, 'same-origin'])
  }
})

test.for([
  ['/auth', ['SignInPage']],
  ['/dashboard', ['DashboardPage']],
  ['/flow', ['FlowPage', 'DailyPanel']],
  ['/flow?tab=faith', ['FlowPage', 'FaithPanel']],
  ['/flow?tab=exit', ['FlowPage', 'StoriesPanel']],
  ['/flow?tab=guidance', ['FlowPage', 'GuidancePanel']],
  ['/admin/guidance', ['AdminFrame', 'RequestsPanel']],
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

test('the old address of an admin page leads to the new one, and an unknown page is not found', async ({
  web,
  world,
}) => {
  const headers = { cookie: (await world.admin()).cookie }
  const old = await web.inject({ url: '/admin?tab=users&part=team&q=Ann', headers })
  expect([old.statusCode, old.headers.location]).toEqual([307, '/admin/team?q=Ann'])

  const unknown = await web.inject({ url: '/admin/no-such-page', headers })
  expect(unknown.statusCode).toBe(404)
  expect(unknown.payload).toContain('<title>Page not found · Folx</title>')
})

test('an admin page of an entry that doesn’t exist is not found', async ({ web, world }) => {
  const headers = { cookie: (await world.admin()).cookie }
  const id = await world.product()
  const statusOf = async (url: string) => (await web.inject({ url, headers })).statusCode
  expect(await statusOf(`/admin/products/${id}`)).toBe(200)
  for (const path of ['products/999999', 'email/999999', 'email/x', 'trivia/999999']) {
    expect([path, await statusOf(`/admin/${path}`)]).toEqual([path, 404])
  }
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
    expect.arrayContaining(['/api/stories/:id 404', '/* 404']),
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
    Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        app.inject({ url: '/flow', headers: { cookie }, remoteAddress: `192.0.2.${index}` }),
      ),
    )
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

test.for(['/api/user', '/api/website-settings'])(
  'a page is sent without data, and loads it itself, if %s can’t be read',
  async (url, { context, world, logLines }) => {
    const app = await buildApp(context, WEB_DIR)
    onTestFinished(() => app.close())
    const { cookie } = await world.admin()
    const shell = (await app.inject('/app-shell')).payload
    // For a browser without scripts, too.
    expect(shell).toContain('We can’t show this page right now. Please try again in a minute')
    const inject = app.inject.bind(app) as Web['inject']
    const answer = { statusCode: 503, headers: {}, payload: '{"code":"provider_unavailable"}' }
    const failing = async (options: InjectOptions) =>
      options.url === url ? answer : inject(options)
    Object.assign(app, { inject: failing })
    for (const page of ['/dashboard', '/admin/tags']) {
      const start = logLines.length
      const document = await inject({ url: page, headers: { cookie, accept: BROWSER } })
      expect(document.statusCode).toBe(200)
      expect(document.headers['cache-control']).toBe('private, no-store')
      expect(document.payload).toBe(shell)
      expect(logLines.slice(start).join('')).toContain('a page could not be rendered')
    }
  },
)

test('pages of one network are rendered in turn, and what can’t wait gets a page that tries again', async ({
  context,
  world,
}) => {
  const app = await buildApp(context, WEB_DIR, { pages: { active: 1, queued: 2 } })
  onTestFinished(() => app.close())
  const { cookie } = await world.member()
  const open = (remoteAddress: string) =>
    app.inject({ url: '/dashboard', headers: { cookie, accept: BROWSER }, remoteAddress })
  const pages = await Promise.all([
    ...Array.from({ length: 6 }, () => open('192.0.2.1')),
    open('192.0.2.2'),
  ])
  const statuses = pages.map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([200, 200, 200, 503, 503, 503, 200])
  const [refused] = pages.filter(({ statusCode }) => statusCode === 503)
  expect(refused?.headers).toMatchObject({ 'retry-after': '3', 'cache-control': 'no-store' })
  expect(refused?.payload).toContain('<meta http-equiv="refresh" content="3">')
  expect(refused?.payload).toContain('We are very busy right now.')
})

test('what every visitor gets alike is rendered once, whatever the address says besides', async ({
  web,
  context,
}) => {
  const open = (url: string, headers: Record<string, string> = {}) =>
    web.inject({ url, headers: { accept: BROWSER, ...headers } })
  const renderedAt = ({ payload }: LightMyRequestResponse) => /[{,]now:(\d+)/.exec(payload)?.[1]
  for (const url of ['/', '/auth', '/register', '/privacy-facts', '/rules', '/no/such/page']) {
    const [first, second] = [await open(url), await open(`${url}?from=${Math.random()}`)]
    const nonces = [first, second].map(({ payload }) => /nonce="([^"]+)"/.exec(payload)?.[1])
    expect(new Set(nonces).size).toBe(2)
    expect(second.headers['content-security-policy']).toContain(`'nonce-${nonces[1]}'`)
    expect(textOf(second)).toBe(textOf(first))
    expect(second.payload.match(/<!doctype/gi)).toHaveLength(1)
    expect(renderedAt(second)).toBe(renderedAt(first))
    // Pages that need no app have its time as little as its other data.
    if (/auth|register/.test(url)) expect(renderedAt(first)).toMatch(/^\d+$/)
    else expect(first.payload.match(/<script/g)).toHaveLength(2)
  }
  const other = await open('/other/page')
  expect(textOf(other)).toBe(textOf(await open('/no/such/page')))
  expect(other.payload).not.toContain('no/such')
  // The browser's language and the settings, which the page does read, are told apart.
  expect((await open('/auth?next=%2Fflow')).payload).toContain('/register?next=%2Fflow')
  expect((await open('/auth')).payload).not.toContain('/register?next')
  expect((await open('/auth', { 'accept-language': 'de-DE' })).payload).toContain('locale:"de-DE"')
  await change(context, { siteTitle: 'Three Rivers' })
  expect((await open('/')).payload).toContain('Three Rivers')
  await change(context, { siteTitle: 'Folx' })
})

test.for([
  '/50%-off',
  '//user:password@host/reset-password?token=sealed-secret',
  '/auth?next=%2Fflow%',
])(
  '%s is a page for a person and JSON for a program, and no error in the log',
  async (url, { app, logLines }) => {
    const start = logLines.length
    const page = await app.inject({ url, headers: { accept: BROWSER, host: 'a b@c:99999' } })
    const json = await app.inject({ url, headers: { accept: 'application/json' } })
    expect(page.headers['content-type']).toMatch(/^text\/html/i)
    expect(page.payload).toContain('<h1')
    const lines = logLines.slice(start)
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    expect(lines.join('')).not.toContain('sealed-secret')
    if (page.statusCode !== 400) return
    expect(json).toMatchObject({ statusCode: 400 })
    expect(json.json()).toMatchObject({ code: 'invalid_input' })
  },
)

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
