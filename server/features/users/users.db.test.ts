import { sql } from 'kysely'
import { expect } from 'vitest'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { auditLog, list } = userEndpoints

/** The details of the logged reads of the list, newest first. */
async function loggedReads({ db }: Context, adminId: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('auditEntry')
    .select(['subjectType', 'subjectId', 'detail'])
    .where('action', '=', 'users-listed')
    .where('adminId', '=', adminId)
    .orderBy('auditEntryId', 'desc')
    .execute()
  for (const { subjectType, subjectId } of rows)
    expect([subjectType, subjectId]).toEqual(['user', ''])
  return rows.map((row) => row.detail)
}

test('members are listed newest first, page by page, with their count', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const members: TestMember[] = []
  for (let count = 1; count <= 3; count += 1) {
    const member = await world.member()
    // Otherwise two could be created in the same millisecond.
    await context.db
      .updateTable('member')
      .set({ createdAt: new Date(Date.now() + count * 1_000) })
      .where('memberId', '=', member.id)
      .execute()
    members.push(member)
  }
  const first = await api.as(admin).call(list, { query: { page: 1, pageSize: 3 } })
  expect(first.items.map((user) => user.id)).toEqual(members.map((member) => member.id).reverse())
  expect(first.total).toBe(4)
  const second = await api.as(admin).call(list, { query: { page: 2, pageSize: 3 } })
  expect(second.items).toEqual([
    {
      id: admin.id,
      username: admin.username,
      email: admin.email,
      emailVerified: true,
      anonymousUsername: admin.anonymousUsername,
      createdAt: expect.stringMatching(/Z$/),
      isAdmin: true,
      isSuspended: false,
      lastSeenWeek: null,
      isSelf: true,
    },
  ])
  expect(second.total).toBe(4)
  const beyond = await api.as(admin).call(list, { query: { page: 9, pageSize: 3 } })
  expect(beyond).toEqual({ items: [], total: 4 })
})

test('members created at the same moment have a fixed order, so that no page repeats another', async ({
  world,
  context,
  admin,
}) => {
  const ids = []
  for (let count = 0; count < 6; count += 1) ids.push((await world.member()).id)
  await context.db
    .updateTable('member')
    .set({ createdAt: new Date('2040-01-01') })
    .where('memberId', 'in', ids)
    .execute()
  const seen = []
  for (const page of [1, 2, 3]) {
    const { items } = await admin.call(list, { query: { page, pageSize: 2 } })
    seen.push(...items.map((user) => user.id))
  }
  expect(seen.sort()).toEqual(ids.sort())
})

test('a search finds parts of names and addresses in any case, without patterns', async ({
  world,
  admin,
}) => {
  const found = async (q: string) => {
    const { items, total } = await admin.call(list, { query: { q } })
    expect(total).toBe(items.length)
    return items.map((user) => user.username)
  }
  await world.member({
    username: 'quiet_harbour',
    email: 'h%b@private.example',
    anonymousUsername: 'Étoile du Nord',
  })
  await world.member({ username: 'quietxharbour', anonymousUsername: 'A\\B' })
  expect(await found('QUIET_H')).toEqual(['quiet_harbour'])
  // Both may have been created in the same millisecond.
  expect((await found(' harbour ')).toSorted()).toEqual(['quiet_harbour', 'quietxharbour'])
  expect(await found('h%b@PRIVATE')).toEqual(['quiet_harbour'])
  expect(await found('étoile')).toEqual(['quiet_harbour'])
  expect(await found('E\u0301TOILE DU')).toEqual(['quiet_harbour'])
  expect(await found('a\\b')).toEqual(['quietxharbour'])
  for (const q of ['%', '_harbou_', '%_%', "' or 1=1 --", 'nobody at all']) {
    const names = await found(q)
    expect(names).toEqual(q === '%' ? ['quiet_harbour'] : [])
  }
})

test('a search that cannot be stored or is too long is refused', async ({ admin }) => {
  for (const q of ['a\0b', 'x'.repeat(255)]) {
    const refusal = await admin.refuse(list, { query: { q } })
    expect([refusal.status, Object.keys(refusal.fields ?? {})]).toEqual([400, ['q']])
  }
})

test('every read is in the audit log with the accounts it matched, but not the search text', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  await api.as(admin).call(list)
  await api.as(admin).call(list, { query: { page: 2, q: 'somebody@private.example' } })
  const { headers } = await api.as(admin).request(list)
  expect(headers['cache-control']).toBe('no-store')
  await api.as(admin).request(list, { headers: { 'if-none-match': String(headers.etag) } })
  const first = { page: 1, searched: 'no' }
  expect(await loggedReads(context, admin.id)).toEqual([
    first,
    first,
    { page: 2, searched: 'yes', matched: [] },
    first,
  ])
  const found = await world.member({ username: 'found-by-name' })
  await api.as(admin).call(list, { query: { q: 'found-by' } })
  const [newest] = await loggedReads(context, admin.id)
  expect(newest).toEqual({ page: 1, searched: 'yes', matched: [found.id] })
  const { rows } = await sql<{ dump: string }>`
    select string_agg(audit_entry::text, ' ') as dump from audit_entry`.execute(context.db)
  expect(rows[0]?.dump).not.toContain('private.example')
})

test('without administrator rights there is no access and no log entry', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  expect((await api.refuse(list)).status).toBe(401)
  expect((await api.as(member).refuse(list)).status).toBe(403)
  expect((await api.as(member).refuse(auditLog)).status).toBe(403)
  expect(await loggedReads(context, member.id)).toEqual([])
})

testLogNamesNobody('quiet_h', 'étoile', 'somebody@private')
