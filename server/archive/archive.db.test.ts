import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Context } from '#server/context.ts'
import { publishedIds } from '#server/features/stories/list-store.ts'
import { buildApp } from '#server/http/app.ts'
import { putFile, shareMood } from '#server/testing/backup-kit.ts'
import { test } from '#server/testing/world.ts'
import { createArchive } from './create.ts'

const NOW = new Date('2026-03-05T12:00:00Z')

interface Archive {
  folder: string
  make: (
    storyIds?: Parameters<typeof createArchive>[0]['storyIds'],
  ) => ReturnType<typeof createArchive>
  read: (path: string) => Promise<string>
  /** The contents of all files except recordings and images. */
  all: () => Promise<string>
}

async function openArchive(context: Context): Promise<Archive> {
  const parent = await mkdtemp(join(tmpdir(), 'folx-archive-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const app = await buildApp(context)
  onTestFinished(() => app.close())
  const folder = join(parent, 'archive')
  const published = (before: number | undefined, limit: number) =>
    publishedIds(context.db, { before, limit })
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  return {
    folder,
    make: (storyIds = published) => createArchive({ app, folder, storyIds, now: NOW }),
    read,
    all: async () => {
      const paths = await readdir(folder, { recursive: true })
      const texts = paths.filter((path) => /\.(html|json|jsonl)$/.test(path))
      return (await Promise.all(texts.map(read))).join('\n')
    },
  }
}

test('an archive contains only what visitors can read', async ({ context, world, api }) => {
  const author = await world.member()
  const other = await world.member()
  const id = await world.story({
    ...{ author, title: 'Bread & <b>wine</b>', content: 'One.\n\nTwo.\nThree.', tags: ['joy'] },
  })
  const top = await world.reply({ storyId: id, author: other, content: 'A top <i>reply</i>.' })
  await world.reply({ storyId: id, author, content: 'Later, at the top.' })
  await world.reply({ storyId: id, author, content: 'Below the first.', parentId: top })
  const spoken = { state: 'ready', key: 'stories/voice.m4a' } as const
  await putFile(context.files, spoken.key, 'the voice')
  const voice = await world.story({ author, title: 'Spoken', recording: spoken })
  await context.db
    .updateTable('story')
    .set({ audioDuration: 3 })
    .where('storyId', '=', voice)
    .execute()
  const secrets = [
    'Not yet read',
    'Sent back',
    'Taken down',
    'Only for me',
    'A draft product',
    'For members alone',
  ]
  await world.story({ author, title: 'Not yet read', status: 'pending' })
  await world.prayerRequest({ author, content: 'For members alone' })
  await world.story({ author, title: 'Sent back', status: 'rejected', rejectionReason: 'no' })
  await world.story({ author, title: 'Taken down', hiddenAt: NOW })
  await shareMood(api, author, 'Only for me.')
  await world.product({ title: 'A workbook' })
  await world.product({ title: 'A draft product', isDeleted: true })
  const message = { type: 'message', format: 'text', source: 'manual' } as const
  await context.db
    .insertInto('dailyContent')
    .values({ ...message, day: '2026-01-02', content: '<p>Be still.</p>' })
    .execute()

  const archive = await openArchive(context)
  const note = await archive.make()

  expect(note).toMatchObject({ stories: 2, replies: 3, days: 1, products: 2 })
  const page = await archive.read(`stories/0/${id}.html`)
  expect(page).toContain('Bread &#38; &#60;b&#62;wine')
  expect(page).toContain('<p>One.</p>\n<p>Two.<br>Three.</p>')
  expect(page.indexOf('Below the first.')).toBeLessThan(page.indexOf('Later, at the top.'))
  expect(page).not.toContain('<i>reply')
  expect(await archive.read(`stories/0/${voice}.html`)).toContain(`../../audio/0/${voice}.m4a`)
  expect(await archive.read(`audio/0/${voice}.m4a`)).toBe('the voice')
  expect(await archive.read('index.html')).toContain(`stories/0/${id}.html`)
  expect(await archive.read('daily.html')).toContain('<p>Be still.</p>')
  expect(await archive.read('resources.html')).toContain('A workbook')
  const lines = (await archive.read('data/stories.jsonl')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: voice, audio: `audio/0/${voice}.m4a` },
    { id, tags: ['joy'], replies: [{ id: top }, { parentId: top }, { parentId: null }] },
  ])
  expect(JSON.parse(await archive.read('data/daily.jsonl'))).toMatchObject({ date: '2026-01-02' })

  const all = await archive.all()
  for (const member of [author, other]) secrets.push(member.id, member.username, member.email)
  for (const secret of secrets) expect(all).not.toContain(secret)
})

test('a long archive has pages that link to each other', async ({ context, world }) => {
  await context.db.deleteFrom('story').execute()
  const author = await world.member()
  for (let count = 0; count < 101; count += 1) await world.story({ author })
  const archive = await openArchive(context)
  expect(await archive.make()).toMatchObject({ stories: 101 })
  expect(await archive.read('index.html')).toContain('<a href="stories-2.html">Older</a>')
  const last = await archive.read('stories-2.html')
  expect(last).toContain('<a href="index.html">Newer</a>')
  expect(last).not.toContain('Older')
  expect(last.match(/<li>/g)).toHaveLength(1)
})

test('a new archive replaces an old one when complete, and never any other folder', async ({
  context,
  world,
}) => {
  const story = await world.story({ author: await world.member(), title: 'The first' })
  const archive = await openArchive(context)
  await archive.make()
  await context.db.deleteFrom('story').where('storyId', '=', story).execute()
  await world.story({ author: await world.member(), title: 'The second' })
  await expect(archive.make(() => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
  expect(await archive.read('index.html')).toContain('The first')
  await archive.make()
  expect(await archive.all()).not.toContain('The first')
  expect(await archive.read('index.html')).toContain('The second')
  expect(await readdir(join(archive.folder, '..'))).toEqual(['archive'])

  await rm(join(archive.folder, 'archive.json'))
  await expect(archive.make()).rejects.toThrow('contains something else')
  await writeFile(join(archive.folder, 'archive.json'), '{"archive":"another"}')
  await expect(archive.make()).rejects.toThrow('contains something else')
})
