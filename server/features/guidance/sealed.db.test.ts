import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { guidanceEndpoints as calls } from '#contract/guidance.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi } from '#server/testing/api.ts'
import { containsText, dump } from '#server/testing/dump.ts'
import { test } from '#server/testing/world.ts'
import { memberKeyCache } from '../private-text/service.ts'

/** One for each kind of text in a thread. */
const MARKERS = {
  question: 'Birkenrindenkanu',
  answer: 'Dachbodenfensterlicht',
  earlier: 'Eichelhäherfeder',
  followUp: 'Flussuferkiesel',
  lastAnswer: 'Gartenzaunlatte',
}

test('a dump, the files and the log contain no word of any request or answer', async ({
  api,
  world,
  context,
  logLines,
  admin,
}) => {
  const requester = api.as(await world.member())
  const { id } = await requester.call(calls.ask, {
    body: { content: MARKERS.question, category: 'faith' },
  })
  const params = { id }
  await admin.call(review.claim, { params: { subject: 'guidance', ...params } })
  for (const responseContent of [MARKERS.earlier, MARKERS.answer]) {
    await admin.call(calls.respond, { params, body: { responseContent } })
  }
  await requester.call(calls.followUp, { params, body: { content: MARKERS.followUp } })
  // Refused calls must not store their input either.
  await requester.refuse(calls.followUp, { params, body: { content: MARKERS.followUp } })
  await admin.refuse(calls.respond, {
    params,
    body: { responseContent: MARKERS.lastAnswer, waitingSince: null },
  })
  await admin.call(calls.respond, { params, body: { responseContent: MARKERS.lastAnswer } })
  const fields = { title: 'Hagebuttenstrauch', category: 'faith', content: 'Words.' }
  await requester.call(storyEndpoints.create, { fields })
  await context.db
    .insertInto('firstAdminLink')
    .values({ tokenHash: Buffer.from('..Igelwinterschlaf..'), expiresAt: new Date() })
    .execute()

  const text = await dump(context.db)
  // Unencrypted content would be found, as text and as bytes.
  expect(containsText(text, 'Hagebuttenstrauch')).toBe(true)
  expect(containsText(text, 'Igelwinterschlaf')).toBe(true)
  expect(text).toContain('public.guidance_response_version\n(')
  const folder = context.config.dataDir
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n')
  const log = logLines.join('\n')
  expect(log).toContain('/api/admin/guidance/:id/respond')
  for (const marker of Object.values(MARKERS)) {
    expect([
      containsText(text, marker),
      containsText(files, marker),
      containsText(log, marker),
    ]).toEqual([false, false, false])
  }
  // The texts exist and could have been found.
  const { items } = await admin.call(calls.listAll)
  expect(items).toMatchObject([{ content: MARKERS.question, responseContent: MARKERS.answer }])
  const read = JSON.stringify((await requester.call(calls.listOwn)).items)
  for (const marker of [MARKERS.question, MARKERS.answer, MARKERS.followUp, MARKERS.lastAnswer]) {
    expect(read).toContain(marker)
  }
})

test('a request that can no longer be decrypted is in no list, and cannot be answered', async ({
  api,
  world,
  context,
}) => {
  const [lost, kept] = [await world.member(), await world.member()]
  const admin = await world.admin()
  const ask = async (who: typeof lost) => {
    const body = { content: 'Who knows?', category: 'faith', key: crypto.randomUUID() } as const
    return (await api.as(who).call(calls.ask, { body })).id
  }
  const [lostId, keptId] = [await ask(lost), await ask(kept)]
  const before = await api.as(admin).call(calls.listAll)
  expect(before.items.map(({ id }) => id)).toEqual(expect.arrayContaining([lostId, keptId]))
  await context.db.deleteFrom('memberKey').where('memberId', '=', lost.id).execute()
  const app = await buildApp({ ...context, memberKeys: memberKeyCache() })
  await app.ready()
  const fresh = new TestApi(app)
  const team = fresh.as(admin)
  const { items, total } = await team.call(calls.listAll)
  const ids = items.map(({ id }) => id)
  expect([ids.includes(lostId), ids.includes(keptId), total]).toEqual([false, true, before.total])
  expect(await fresh.as(lost).call(calls.listOwn)).toEqual({ items: [], total: 1 })
  const params = { id: lostId }
  const gone = { status: 404, message: 'This request does not exist.' }
  const body = { responseContent: 'Nobody could read this.' }
  expect(await team.refuse(calls.respond, { params, body })).toMatchObject(gone)
  expect(
    await team.refuse(review.claim, { params: { subject: 'guidance', ...params } }),
  ).toMatchObject(gone)
  // The attempts created no new key.
  const keys = context.db.selectFrom('memberKey').selectAll().where('memberId', '=', lost.id)
  expect(await keys.execute()).toEqual([])
  await app.close()
})

test('nothing of a deleted account is left, not even its key', async ({
  api,
  world,
  context,
  admin,
}) => {
  const [leaving, staying] = [await world.member(), await world.member()]
  const ask = async (who: typeof leaving): Promise<number> => {
    const body = { content: 'Once more?', category: 'business' } as const
    const { id } = await api.as(who).call(calls.ask, { body })
    for (const responseContent of ['Yes.', 'Yes, once more.']) {
      await admin.call(calls.respond, { params: { id }, body: { responseContent } })
    }
    await api.as(who).call(calls.followUp, { params: { id }, body: { content: 'And then?' } })
    return id
  }
  const [goneId, keptId] = [await ask(leaving), await ask(staying)]
  const { fileKey } = await context.db
    .selectFrom('memberKey')
    .select('fileKey')
    .where('memberId', '=', leaving.id)
    .executeTakeFirstOrThrow()
  const rowsOf = async (id: number): Promise<number[]> => {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from guidance_request where guidance_request_id = ${id}
      union all select count(*)::int from guidance_question where guidance_request_id = ${id}
      union all select count(*)::int from guidance_response_version
        where guidance_request_id = ${id}`.execute(context.db)
    return rows.map(({ found }) => found)
  }
  expect(await rowsOf(goneId)).toEqual([1, 2, 1])
  const body = { password: leaving.password, stories: 'keep' } as const
  await api.as(leaving).call(accountEndpoints.removeAccount, { body })
  expect(await rowsOf(goneId)).toEqual([0, 0, 0])
  expect(await rowsOf(keptId)).toEqual([1, 2, 1])
  const { items } = await admin.call(calls.listAll, { query: { pageSize: 100 } })
  const ids = items.map(({ id }) => id)
  expect([ids.includes(goneId), ids.includes(keptId)]).toEqual([false, true])
  expect(await dump(context.db)).not.toContain(leaving.id)
  await vi.waitFor(() =>
    expect(context.files.stat(fileKey)).rejects.toMatchObject({ code: 'not_found' }),
  )
})

test('an answer stays when the administrator who gave it leaves', async ({ api, world, admin }) => {
  const requester = api.as(await world.member())
  const leaving = await world.admin()
  const { id } = await requester.call(calls.ask, { body: { content: 'Stay?', category: 'faith' } })
  const params = { id }
  await api.as(leaving).call(calls.respond, { params, body: { responseContent: 'I will.' } })
  const body = { password: leaving.password, stories: 'remove' } as const
  await api.as(leaving).call(accountEndpoints.removeAccount, { body })
  expect((await requester.call(calls.listOwn)).items).toMatchObject([
    { responseContent: 'I will.' },
  ])
  const change = { params, body: { responseContent: 'We will.', waitingSince: null } }
  expect(await admin.call(calls.respond, change)).toMatchObject({ responseContent: 'We will.' })
})
