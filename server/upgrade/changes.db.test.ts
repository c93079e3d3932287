import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { allEndpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { databaseOf } from '#server/testing/database-of.ts'
import { test } from '#server/testing/world.ts'
import { countChanges, takeNote } from './changes.ts'

test('rows written since a note are counted as added, changed and removed', async ({
  context,
  world,
}) => {
  const url = databaseOf(context).ownerUrl
  const [ann, ben, eve] = [await world.member(), await world.member(), await world.member()]
  const story = await world.story({ author: ann })
  const note = {
    ...(await takeNote(url)),
    upgradedAt: new Date(Date.now() + 1).toISOString(),
    ran: [],
  }
  const nothing = await countChanges(url, note)
  expect(
    nothing?.counted.filter(({ added, changed, removed }) => added + changed + removed),
  ).toEqual([])
  expect(nothing?.otherRows).toBe(0)

  const { db } = context
  const createdAt = new Date(note.upgradedAt)
  const { id } = await world.member()
  await db.updateTable('member').set({ createdAt }).where('memberId', '=', id).execute()
  await db.updateTable('member').set({ timeZone: 'UTC' }).where('memberId', '=', ben.id).execute()
  await db.deleteFrom('member').where('memberId', '=', eve.id).execute()
  await db
    .insertInto('reply')
    .values({ storyId: story, memberId: ann.id, content: 'Later', createdAt })
    .execute()
  await db.insertInto('tag').values({ name: 'Bread', nameKey: 'bread' }).execute()
  const changes = await countChanges(url, note)
  const of = (noun: string) => changes?.counted.find((change) => change.noun === noun)
  expect(of('account')).toMatchObject({ added: 1, changed: 1, removed: 1 })
  expect(of('reply')).toMatchObject({ added: 1, changed: 0, removed: 0 })
  expect(of('purchase')).toMatchObject({ added: 0, changed: 0, removed: 0 })
  expect(changes?.otherRows).toBeGreaterThan(0)

  // A restored site has a different database.
  expect(await countChanges(url, { ...note, systemIdentifier: '1' })).toBeUndefined()
})

test('reading and signing in are no changes', async ({ api, context, world }) => {
  const url = databaseOf(context).ownerUrl
  const [admin, member] = [await world.admin(), await world.member()]
  await world.story({ author: member })
  const note = {
    ...(await takeNote(url)),
    upgradedAt: new Date(Date.now() + 1).toISOString(),
    ran: [],
  }
  const { username, password } = member
  await api.call(accountEndpoints.login, { body: { username, password } })
  const endpoints: Endpoint[] = Object.values(allEndpoints).flatMap((all) => Object.values(all))
  const pages = endpoints.filter(
    ({ method, path }) => method === 'GET' && !path.includes(':') && path !== '/api/events',
  )
  expect(pages.length).toBeGreaterThan(50)
  let answered = 0
  for (const endpoint of pages) {
    for (const caller of [api.as(member), api.as(admin)]) {
      const { status } = await caller.request(endpoint)
      // Refused calls are among them: what an administrator, a keeper or nobody may read.
      if (status === 200) answered += 1
    }
  }
  expect(answered).toBeGreaterThan(100)
  const changes = await countChanges(url, note)
  expect(
    changes?.counted.filter(({ added, changed, removed }) => added + changed + removed),
  ).toEqual([])
  expect(changes?.otherRows).toBe(0)
})
