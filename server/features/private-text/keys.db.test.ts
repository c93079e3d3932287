import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { moodEndpoints as calls } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buildApp } from '#server/http/app.ts'
import { filesUnavailable } from '#server/ports/files/port.ts'
import { TestApi } from '#server/testing/api.ts'
import { waitForJob } from '#server/testing/mailbox.ts'
import { test as base } from '#server/testing/world.ts'
import { destroyKey, memberKeyCache, openText, sealText } from './service.ts'

/** `broken`: a context whose file store fails. `fresh`: one with an empty key cache. */
const test = base.extend<{ broken: Context; fresh: Context }>({
  broken: async ({ context }, use) => {
    const fail = async (): Promise<never> => {
      throw filesUnavailable(new Error('The disk is full.'))
    }
    const files = { ...context.files, put: fail, read: fail, remove: fail }
    await use({ ...context, files, memberKeys: memberKeyCache() })
  },
  fresh: async ({ context }, use) => {
    await use({ ...context, memberKeys: memberKeyCache() })
  },
})

const KIND = { kind: 'mood' } as const

async function keyFileOf(context: Context, memberId: string): Promise<string | undefined> {
  const row = await context.db
    .selectFrom('memberKey')
    .select('fileKey')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.fileKey
}

/** The names of the existing key files. */
async function keyFiles(context: Context): Promise<string[]> {
  const folder = join(context.config.dataDir, 'files', 'member-keys')
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => !name.endsWith('~type')).map((name) => `member-keys/${name}`)
}

test('concurrent first texts create one key and leave one file', async ({ world, context }) => {
  for (let round = 0; round < 5; round++) {
    const { id: memberId } = await world.member()
    const before = new Set(await keyFiles(context))
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`)
    const sealed = await Promise.all(
      texts.map((text) => sealText(context, context.db, { memberId, ...KIND, text })),
    )
    const opened = await Promise.all(
      sealed.map((bytes) => openText(context, context.db, { memberId, ...KIND, sealed: bytes })),
    )
    expect(opened).toEqual(texts)
    const added = (await keyFiles(context)).filter((name) => !before.has(name))
    expect(added).toEqual([await keyFileOf(context, memberId)])
  }
})

test('of two transactions with a first text, one can be rolled back', async ({ world, fresh }) => {
  const { id: memberId } = await world.member()
  const seal = (trx: Parameters<typeof sealText>[1], text: string) =>
    sealText(fresh, trx, { memberId, ...KIND, text })
  const undone = inTransaction(fresh.db, async (trx) => {
    await seal(trx, 'undone')
    throw new Error('undone')
  })
  const [kept] = await Promise.all([
    inTransaction(fresh.db, (trx) => seal(trx, 'kept')),
    expect(undone).rejects.toThrow('undone'),
  ])
  const key = { memberId, ...KIND, sealed: kept }
  expect(await openText(fresh, fresh.db, key)).toBe('kept')
})

test('a key file alone reveals neither the key nor its member', async ({ world, context }) => {
  const { id: memberId } = await world.member()
  await sealText(context, context.db, { memberId, ...KIND, text: 'a text' })
  const fileKey = (await keyFileOf(context, memberId)) ?? ''
  expect(fileKey).toMatch(/^member-keys\/[0-9a-f]{8}-[0-9a-f-]{27}$/)
  expect(fileKey).not.toContain(memberId)
  const stored = await readFile(join(context.config.dataDir, 'files', fileKey))
  const unwrapped = context.memberKeys.get(fileKey)
  expect(unwrapped?.length).toBe(32)
  // It has its own buffer, not a slice of a shared pool.
  expect(unwrapped?.buffer.byteLength).toBe(32)
  expect(stored.includes(unwrapped ?? '')).toBe(false)
  expect(stored.includes(memberId)).toBe(false)
})

test('a member’s key opens no text of another member, even if rows are swapped', async ({
  world,
  context,
  fresh,
}) => {
  const [ana, ben] = [await world.member(), await world.member()]
  const seal = (memberId: string) =>
    sealText(context, context.db, { memberId, ...KIND, text: 'hers' })
  const sealed = await seal(ana.id)
  await seal(ben.id)
  expect(await openText(context, context.db, { memberId: ben.id, ...KIND, sealed })).toBeUndefined()
  const fileKey = (await keyFileOf(context, ana.id)) ?? ''
  await context.db.deleteFrom('memberKey').where('memberId', '=', ana.id).execute()
  await context.db
    .updateTable('memberKey')
    .set({ fileKey })
    .where('memberId', '=', ben.id)
    .execute()
  for (const place of [context, fresh]) {
    expect(await openText(place, place.db, { memberId: ben.id, ...KIND, sealed })).toBeUndefined()
  }
})

test('while the file store fails, nothing is written and nothing is lost', async ({
  api,
  world,
  context,
  broken,
}) => {
  const app = await buildApp(broken)
  await app.ready()
  const down = new TestApi(app)
  const [ana, ben] = [await world.member(), await world.member()]
  const kept = await api.as(ana).call(calls.save, { body: { mood: 'sad', notes: 'kept' } })
  const unavailable = {
    status: 503,
    message: 'We can’t store or read files right now. Please try again in a little while.',
  }
  const body = { mood: 'joyful', notes: 'again' }
  expect(await down.as(ana).refuse(calls.list)).toMatchObject(unavailable)
  expect(await down.as(ana).refuse(calls.save, { body })).toMatchObject(unavailable)
  expect(await down.as(ben).refuse(calls.save, { body })).toMatchObject(unavailable)
  expect(await keyFileOf(context, ben.id)).toBeUndefined()
  await app.close()
  expect((await api.as(ana).call(calls.list)).items).toEqual([kept])
  expect((await api.as(ben).request(calls.save, { body })).status).toBe(201)
  expect((await api.as(ben).call(calls.list)).items).toMatchObject([body])
})

test('while a key file is missing, entries are left out and nothing new is sealed', async ({
  api,
  world,
  context,
  fresh,
}) => {
  const member = await world.member()
  await api.as(member).call(calls.save, { body: { mood: 'sad', notes: 'kept' } })
  const fileKey = (await keyFileOf(context, member.id)) ?? ''
  const path = join(context.config.dataDir, 'files', fileKey)
  const stored = await readFile(path)
  await context.files.remove(fileKey)
  const app = await buildApp(fresh)
  await app.ready()
  const ana = new TestApi(app).as(member)
  expect((await ana.call(calls.list)).items).toEqual([])
  expect(await ana.refuse(calls.save, { body: { mood: 'joyful' } })).toMatchObject({
    status: 503,
    message: 'We can’t store your private writing right now. Please try again in a little while.',
  })
  // With the file back, everything can be read again.
  const body = Readable.from([stored])
  await context.files.put({ key: fileKey, contentType: 'application/octet-stream', body })
  expect((await ana.call(calls.list)).items).toMatchObject([{ notes: 'kept' }])
  await app.close()
})

test('a key file that a row refers to is never removed; an unreferenced one is', async ({
  world,
  context,
}) => {
  const { id: memberId } = await world.member()
  const sealed = await sealText(context, context.db, { memberId, ...KIND, text: 'safe' })
  const fileKey = (await keyFileOf(context, memberId)) ?? ''
  // The cleanup job that was queued before the key was stored, in case no row refers to it.
  const { rows } = await context.pool.query(
    `update job.job set start_after = now() where name = 'remove-file' and data->>'key' = $1
     returning start_after > created_on + interval '50 minutes' as was_later`,
    [fileKey],
  )
  expect(rows).toHaveLength(1)
  await context.jobs.send(context.db, 'remove-file', { key: fileKey })
  await waitForJob(context.db, 'remove-file', { key: fileKey })
  expect(await keyFiles(context)).toContain(fileKey)

  await inTransaction(context.db, (trx) => destroyKey(context, trx, memberId))
  await vi.waitFor(async () => expect(await keyFiles(context)).not.toContain(fileKey))
  expect(await openText(context, context.db, { memberId, ...KIND, sealed })).toBeUndefined()
})

test('a rolled back destruction destroys nothing', async ({ world, context, fresh }) => {
  const { id: memberId } = await world.member()
  const sealed = await sealText(context, context.db, { memberId, ...KIND, text: 'safe' })
  const undone = inTransaction(context.db, async (trx) => {
    await destroyKey(context, trx, memberId)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  for (const place of [context, fresh]) {
    expect(await openText(place, place.db, { memberId, ...KIND, sealed })).toBe('safe')
  }
})

test('a member who leaves while their first text is being stored leaves no key', async ({
  api,
  world,
  context,
}) => {
  for (let round = 0; round < 6; round++) {
    const member = await world.member()
    const before = new Set(await keyFiles(context))
    const caller = api.as(member)
    const leave = { password: member.password, stories: 'remove' } as const
    const responses = await Promise.all([
      caller.request(calls.save, { body: { mood: 'sad', notes: 'late' } }),
      caller.request(accountEndpoints.removeAccount, { body: leave }),
      caller.request(calls.save, { body: { mood: 'sad', notes: 'later' } }),
    ])
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(responses[1]?.status).toBe(204)
    await vi.waitFor(async () => {
      const left = (await keyFiles(context)).filter((name) => !before.has(name))
      expect(left).toEqual([])
    })
  }
})

test('the logs of these tests name no member', ({ logLines, secrets }) => {
  expect(logLines.length).toBeGreaterThan(0)
  expect(secrets.size).toBeGreaterThan(0)
  expect(secrets.in(logLines.join('\n'))).toEqual([])
})
