import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { dailyEndpoints } from '#contract/daily.ts'
import { addDays, logicalDate } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi, type TestFile, type TestInput } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'
import { dailyImages } from './publish.ts'

const { get, image, publish, remove } = dailyEndpoints
const SOURCE = /src="\/api\/daily\/images\/([0-9a-f]{64}\.webp)"/

function today(): string {
  return logicalDate(new Date(), 'America/Chicago')
}

/** An image of one color, so that each test has its own. */
async function picture(color: string, width = 40): Promise<TestFile> {
  const create = { width, height: 20, channels: 3, background: color } as const
  const bytes = await sharp({ create }).png().toBuffer()
  return { bytes, filename: 'private name.png', contentType: 'image/png' }
}

function form(
  file: TestFile | undefined,
  fields: Record<string, string> = {},
): TestInput<typeof publish> {
  return {
    fields: { type: 'message', format: 'image', altText: 'A path at dawn', ...fields },
    ...(file && { files: { content: file } }),
  }
}

function nameIn(content: string | undefined): string {
  const name = SOURCE.exec(content ?? '')?.[1]
  if (!name) throw new Error(`There is no image of ours in ${content}.`)
  return name
}

async function statusOf(api: TestApi, name: string): Promise<number> {
  return (await api.request(image, { params: { name } })).status
}

/** Waits until the pending jobs that remove images have run. */
async function untilRemoved(api: TestApi, name: string): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf(api, name)).toBe(404))
}

/** The number of transactions waiting for the lock on an image. */
async function countWaiting({ db }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db)
  return rows[0]?.count ?? 0
}

describe('an image', () => {
  test('is shown with its description, at most 1600 pixels wide, and served as immutable', async ({
    api,
    admin,
  }) => {
    const altText = 'A "path" & <b>dawn</b>'
    const saved = await admin.call(publish, form(await picture('#123456', 2_000), { altText }))
    expect(saved).toMatchObject({
      date: today(),
      format: 'image',
      source: 'manual',
      quotations: [],
    })
    expect(saved.content).toMatch(/ width="1600" height="16"/)
    expect(saved.content).not.toContain('<b>')
    expect((await api.call(get)).message?.content).toBe(saved.content)

    const name = nameIn(saved.content)
    const answer = await api.request(image, { params: { name } })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(answer.bytes.length),
      etag: `"${name}"`,
    })
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600 })
    const again = { params: { name }, headers: { 'if-none-match': `"${name}"` } }
    const known = await api.request(image, again)
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const head = await api.request({ ...image, method: 'HEAD' as 'GET' }, { params: { name } })
    expect([head.status, head.headers['content-length']]).toEqual([
      200,
      answer.headers['content-length'],
    ])
  })

  test('without a description is named after its type', async ({ admin }) => {
    for (const [type, alt] of [
      ['message', 'Daily Message'],
      ['reflection', 'Daily Reflection'],
    ] as const) {
      const fields = { type, format: 'image' }
      const files = { content: await picture('#101112') }
      const { content } = await admin.call(publish, { fields, files })
      expect(content).toContain(` alt="${alt}"`)
    }
  })

  test('needs more than a blank description', async ({ admin }) => {
    for (const altText of ['', '   ']) {
      expect(
        await admin.refuse(publish, form(await picture('#111111'), { altText })),
      ).toMatchObject({
        status: 400,
        fields: { altText: 'Describe the image for people who can’t see it.' },
      })
    }
  })

  test('needs a storable description of at most 300 characters', async ({ admin }) => {
    for (const altText of ['a\0b', 'x'.repeat(301)]) {
      const refusal = await admin.refuse(publish, form(await picture('#111111'), { altText }))
      expect([refusal.status, Object.keys(refusal.fields ?? {})]).toEqual([400, ['altText']])
    }
  })

  test('is required', async ({ admin }) => {
    const empty = { bytes: Buffer.alloc(0), filename: '' }
    for (const file of [undefined, empty]) {
      expect(await admin.refuse(publish, form(file))).toMatchObject({
        status: 400,
        fields: { content: 'Choose an image.' },
      })
    }
  })

  test.for([
    ['text', Buffer.from('not an image'), 'photo.png', 415],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo.svg', 415],
    ['10 MB and one byte', Buffer.alloc(10 * 1024 * 1024 + 1), 'photo.png', 413],
  ] as const)(
    'of %s is refused and leaves nothing',
    async ([, bytes, filename, status], { context, admin }) => {
      const refusal = await admin.refuse(
        publish,
        form({ bytes, filename, contentType: 'image/png' }),
      )
      expect(refusal.status).toBe(status)
      expect(await readdir(context.workDir)).toEqual([])
    },
  )

  test('with an unknown name is not found', async ({ api }) => {
    expect(await statusOf(api, `${'0'.repeat(64)}.webp`)).toBe(404)
    for (const name of ['x.webp', '../data.key', `${'A'.repeat(64)}.webp`]) {
      expect(await statusOf(api, name)).toBe(400)
    }
  })

  test('is removed when it is replaced', async ({ api, admin }) => {
    const date = addDays(today(), 40)
    const first = nameIn(
      (await admin.call(publish, form(await picture('#aa0000'), { date }))).content,
    )
    const second = nameIn(
      (await admin.call(publish, form(await picture('#00aa00'), { date }))).content,
    )
    await untilRemoved(api, first)
    expect(await statusOf(api, second)).toBe(200)
    const words = { type: 'message', format: 'text', content: 'Words.', date }
    await admin.call(publish, { fields: words })
    await untilRemoved(api, second)
  })

  test('is kept while another day shows it', async ({ api, context, admin }) => {
    const [one, other] = [addDays(today(), 50), addDays(today(), 51)]
    const file = await picture('#0000aa')
    const name = nameIn((await admin.call(publish, form(file, { date: one }))).content)
    expect(nameIn((await admin.call(publish, form(file, { date: other }))).content)).toBe(name)
    await admin.call(remove, { params: { date: one, type: 'message' } })
    await dailyImages.removeUnused(context, `daily/${name}`)
    expect(await statusOf(api, name)).toBe(200)
    await admin.call(remove, { params: { date: other, type: 'message' } })
    await untilRemoved(api, name)
  })

  test('that is published again while it is being removed is kept', async ({
    api,
    context,
    admin,
  }) => {
    const date = addDays(today(), 60)
    const name = nameIn(
      (await admin.call(publish, form(await picture('#abcdef'), { date }))).content,
    )
    const key = `daily/${name}`
    const path = join(context.config.dataDir, 'files', key)
    const file = { path, name, contentType: 'image/webp', width: 40, height: 20 } as const
    await context.db.updateTable('dailyContent').set({ imageKey: null, content: 'x' }).execute()
    let removal: Promise<void> | undefined
    await inTransaction(context.db, async (trx) => {
      await dailyImages.store(
        { ...context, files: { ...context.files, put: async () => {} } },
        trx,
        file,
      )
      // Nothing refers to the image yet, and its removal begins.
      removal = dailyImages.removeUnused(context, key)
      await vi.waitFor(async () => expect(await countWaiting(context)).toBe(1))
      await trx.updateTable('dailyContent').set({ imageKey: key }).where('day', '=', date).execute()
    })
    await removal
    expect(await statusOf(api, name)).toBe(200)
  })

  test('that cannot be stored leaves no content, and a job deletes any remaining file', async ({
    world,
    context,
  }) => {
    const put = () => Promise.reject(new Error('disk full'))
    const app = await buildApp({ ...context, files: { ...context.files, put } })
    const { cookie } = await world.admin()
    const date = addDays(today(), 70)
    const input = form(await picture('#fedcba'), { date })
    const answer = await new TestApi(app, { cookie }).request(publish, input)
    await app.close()
    expect(answer.status).toBe(500)
    const stored = context.db.selectFrom('dailyContent').where('day', '=', date)
    expect(await stored.select('day').execute()).toEqual([])
    const { rows } = await sql<{ key: string; minutes: number }>`
      select data->>'key' as key, round(extract(epoch from start_after - now()) / 60)::int as minutes
      from job.job where name = 'remove-daily-image' order by created_on desc limit 1
    `.execute(context.db)
    expect(rows).toEqual([
      { key: expect.stringMatching(/^daily\/[0-9a-f]{64}\.webp$/), minutes: 60 },
    ])
  })
})
