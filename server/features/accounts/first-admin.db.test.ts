import { expect } from 'vitest'
import { accountEndpoints, type FirstAdmin } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { cookieOf } from '#server/testing/api.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'
import { makeAdmin, offerFirstAdminLink } from './first-admin.ts'

const { checkFirstAdminLink, createFirstAdmin, currentUser, login } = accountEndpoints

// These tests depend on their order: once an administrator exists, no link is valid anymore.

test('without a link nobody becomes an administrator', async ({ api, world }) => {
  const body: FirstAdmin = { ...world.registration(), token: 'invented' }
  expect(await api.refuse(createFirstAdmin, { body })).toMatchObject({
    status: 400,
    code: 'invalid_input',
    fields: { token: 'This link is no longer valid.' },
  })
  const { token: _, ...withoutToken } = body
  expect((await api.refuse(createFirstAdmin, { body: withoutToken })).fields).toEqual({
    token: 'This link is not valid.',
  })
})

test('a link is valid for a day', async ({ api, world, context, clock }) => {
  const token = await offeredToken(context)
  const check = { body: { token } }
  expect(await api.call(checkFirstAdminLink, check)).toEqual({ isValid: true })
  clock.advance({ minutes: 24 * 60 })
  expect(await api.call(checkFirstAdminLink, check)).toEqual({ isValid: false })
  const error = await api.refuse(createFirstAdmin, { body: { ...world.registration(), token } })
  expect(error.fields).toEqual({ token: 'This link is no longer valid.' })
})

test('the rules of a registration apply, and a refusal does not use up the link', async ({
  api,
  world,
  context,
}) => {
  const token = await offeredToken(context)
  const member = await world.member()
  const taken = { ...world.registration(), token, username: member.username }
  expect(await api.refuse(createFirstAdmin, { body: taken })).toMatchObject({
    status: 409,
    fields: { username: 'Username is already taken' },
  })
  const reserved = { ...world.registration(), token, username: 'admin' }
  expect((await api.refuse(createFirstAdmin, { body: reserved })).status).toBe(409)
  const { firstAdminLink } = await countLinks(context, token)
  expect(firstAdminLink).toBeGreaterThan(0)
})

test('of many simultaneous uses of the links, only one creates an administrator', async ({
  api,
  world,
  context,
}) => {
  const tokens = [await offeredToken(context), await offeredToken(context)]
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      api.request(createFirstAdmin, {
        body: { ...world.registration(), token: tokens[index % 2] ?? '' },
      }),
    ),
  )
  const statuses = responses.map((response) => response.status).sort()
  const later = await api.call(checkFirstAdminLink, { body: { token: tokens[0] ?? '' } })
  expect(later).toEqual({ isValid: false })
  expect(statuses).toEqual([201, ...Array(11).fill(400)])
  const winner = responses.find((response) => response.status === 201)
  expect(winner?.json).toMatchObject({ isAdmin: true })
  const cookie = winner ? cookieOf(winner) : ''
  expect((await api.as({ cookie }).call(currentUser)).isAdmin).toBe(true)
})

test('no link is offered once an administrator exists', async ({ context }) => {
  expect(await offerFirstAdminLink(context)).toBeUndefined()
})

test('the operator makes a member an administrator, who then has to sign in again', async ({
  context,
  world,
  api,
}) => {
  const member = await world.member()
  const { username, password } = member
  expect(await makeAdmin(context.db, ` ${username.toUpperCase()} `)).toBe(member.id)
  expect((await api.as(member).refuse(currentUser)).status).toBe(401)
  expect((await api.call(login, { body: { username, password } })).isAdmin).toBe(true)
  expect(await makeAdmin(context.db, 'nobody-here')).toBeUndefined()
})

testLogNamesNobody()

async function offeredToken(context: Context): Promise<string> {
  const link = new URL((await offerFirstAdminLink(context)) ?? '')
  expect(link.origin + link.pathname).toBe('http://localhost:3000/first-admin')
  return link.searchParams.get('token') ?? ''
}

/** Also checks that the token itself is not stored. */
async function countLinks(context: Context, token: string): Promise<{ firstAdminLink: number }> {
  const rows = await context.db.selectFrom('firstAdminLink').selectAll().execute()
  for (const row of rows) expect(row.tokenHash.toString('latin1')).not.toContain(token)
  return { firstAdminLink: rows.length }
}
