import { expect } from 'vitest'
import { settingsEndpoints } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { test } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

interface Page {
  status: number
  type: string
  location: unknown
  text: string
}

async function open(context: Context, url: string): Promise<Page> {
  const app = await buildApp(context)
  const response = await app.inject({ url })
  await app.close()
  const { statusCode: status, headers, payload: text } = response
  return { status, type: String(headers['content-type']), location: headers.location, text }
}

test('security.txt names the help address if there is one', async ({ context, admin }) => {
  const at = { ...context, now: () => new Date('2026-03-03T12:34:56Z') }
  const url = '/.well-known/security.txt'
  const missing = await open(at, url)
  expect(missing.status).toBe(404)
  expect(JSON.parse(missing.text)).toMatchObject({ code: 'not_found' })
  await admin.call(settingsEndpoints.save, { body: { helpEmail: 'help+folx@example.org' } })
  expect(await open(at, url)).toMatchObject({
    status: 200,
    type: 'text/plain; charset=utf-8',
    text: [
      'Contact: mailto:help+folx@example.org',
      'Expires: 2026-08-30T00:00:00.000Z',
      'Preferred-Languages: en',
      '',
    ].join('\n'),
  })
  const config = { ...context.config, publicUrl: 'https://folx.example.org' }
  expect((await open({ ...at, config }, url)).text).toContain(
    'Canonical: https://folx.example.org/.well-known/security.txt\n',
  )
})

test('change-password redirects to the password on the account page', async ({ context }) => {
  expect(await open(context, '/.well-known/change-password')).toMatchObject({
    status: 302,
    location: '/account/security#password',
  })
})

test('TRACE, which would echo a request with its cookies, is not served', async ({ context }) => {
  const app = await buildApp(context)
  const response = await app.inject({ method: 'TRACE', url: '/api/health' })
  await app.close()
  expect(response.statusCode).toBe(404)
  expect(response.payload).not.toContain('TRACE')
})

test('search engines may read everything but calls', async ({ context }) => {
  const answer = await open(context, '/robots.txt')
  expect(answer).toMatchObject({ status: 200, text: 'User-agent: *\nDisallow: /api/\n' })
})
