import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DailyPage } from '#contract/daily.ts'
import { WebsiteSettings } from '#contract/settings.ts'
import { Product } from '#contract/shop.ts'
import { Reply, Story } from '#contract/stories.ts'
import { ignoreMissing, readIfExists } from '#server/local-files.ts'
import { StartError } from '#server/start-error.ts'
import {
  type ArchivedStory,
  ArchiveNote,
  type ArchiveSite,
  dailyListHtml,
  dailyListPath,
  imagesIn,
  productsHtml,
  STYLE,
  storyHtml,
  storyListHtml,
  storyListPath,
  storyPath,
} from './pages.ts'

const STORIES_PER_PAGE = 100
const DAYS_PER_PAGE = 31
const NOTE = 'archive.json'

interface ArchiveInput {
  /** The site, read as a visitor, so the archive contains nothing that needs an account. */
  app: FastifyInstance
  /** Ids of published stories below one, newest first. */
  storyIds: (before: number | undefined, limit: number) => Promise<number[]>
  /** Must not exist yet, be empty, or contain an earlier archive, which is replaced. */
  folder: string
  now: Date
  onProgress?: (stories: number) => void
}

/**
 * Writes the public part of the site as pages that open without a server, and as JSON. The folder
 * is replaced at the end, so an interrupted run leaves the earlier archive unchanged.
 */
export async function createArchive(input: ArchiveInput): Promise<ArchiveNote> {
  const { app, folder, now } = input
  await requireReplaceable(folder)
  const draft = `${folder}.unfinished`
  const old = `${folder}.replaced`
  await rm(draft, { recursive: true, force: true })
  await mkdir(join(draft, 'data'), { recursive: true })
  const { siteTitle, timeZone } = await read(app, '/api/website-settings', WebsiteSettings)
  const site: ArchiveSite = { title: siteTitle, timeZone, madeAt: now }
  await write(draft, 'style.css', STYLE)
  const { stories, replies } = await writeStories(input, draft, site)
  const days = await writeDays(app, draft, site)
  const products = await writeProducts(app, draft, site)
  const counts = { stories, replies, days, products }
  const madeAt = now.toISOString()
  const note: ArchiveNote = { archive: 'folx', siteTitle, madeAt, ...counts }
  await write(draft, NOTE, json(note))
  await rm(old, { recursive: true, force: true })
  await rename(folder, old).catch(ignoreMissing)
  await rename(draft, folder)
  await rm(old, { recursive: true, force: true })
  return note
}

/** Throws a StartError if the folder contains anything other than an archive. */
async function requireReplaceable(folder: string): Promise<void> {
  const names = await readdir(folder).catch(ignoreMissing)
  if (!names || names.length === 0) return
  const note = await readIfExists(join(folder, NOTE))
  if (note !== undefined && ArchiveNote.safeParse(JSON.parse(note)).success) return
  throw new StartError(`${folder} contains something else. Name a new folder.`)
}

async function writeStories(
  { app, storyIds, onProgress }: ArchiveInput,
  draft: string,
  site: ArchiveSite,
): Promise<{ stories: number; replies: number }> {
  await using lines = openLines(join(draft, 'data/stories.jsonl'))
  const count = { stories: 0, replies: 0 }
  let ids = await storyIds(undefined, STORIES_PER_PAGE)
  for (let number = 1; number === 1 || ids.length > 0; number += 1) {
    const last = ids.at(-1)
    const next = last === undefined ? [] : await storyIds(last, STORIES_PER_PAGE)
    const entries: Story[] = []
    for (const id of ids) {
      const archived = await readStory(app, draft, id)
      // Removed in the meantime.
      if (!archived) continue
      await write(draft, storyPath(id), storyHtml(site, archived))
      await lines.write(publicPart(archived))
      entries.push(archived.story)
      count.replies += archived.replies.length
    }
    count.stories += entries.length
    const page = { entries, number, hasNext: next.length > 0 }
    await write(draft, storyListPath(number), storyListHtml(site, page))
    onProgress?.(count.stories)
    ids = next
  }
  return count
}

async function readStory(
  app: FastifyInstance,
  draft: string,
  id: number,
): Promise<ArchivedStory | undefined> {
  const answer = await app.inject(`/api/stories/${id}`)
  if (answer.statusCode === 404) return undefined
  const story = Story.parse(answer.json())
  const replies = await read(app, `/api/stories/${id}/replies`, z.array(Reply))
  return { story, replies: inThreads(replies), audio: await writeAudio(app, draft, story) }
}

/** Each top-level reply followed by the replies below it, oldest first. */
function inThreads(replies: Reply[]): Reply[] {
  const below = Map.groupBy(replies, ({ parentId }) => parentId)
  return (below.get(null) ?? []).flatMap((top) => [top, ...(below.get(top.id) ?? [])])
}

async function writeAudio(
  app: FastifyInstance,
  draft: string,
  { id, audioUrl, audioState }: Story,
): Promise<string | null> {
  if (!audioUrl || audioState !== 'ready') return null
  const { statusCode, rawPayload } = await app.inject(audioUrl)
  if (statusCode !== 200) throw new StartError(`The recording of story ${id} can’t be read.`)
  const path = `audio/${Math.floor(id / 1_000)}/${id}.m4a`
  await write(draft, path, rawPayload)
  return path
}

/** The fields that are the same for every reader. */
function publicPart({ story, replies, audio }: ArchivedStory): object {
  const { id, title, category, content, caption, tags, anonymousUsername, createdAt } = story
  return {
    ...{ id, title, category, tags, anonymousUsername, createdAt, content, audio, caption },
    reactions: story.reactions.counts,
    replies: replies.map((reply) => ({
      ...{ id: reply.id, parentId: reply.parentId, createdAt: reply.createdAt },
      ...{ anonymousUsername: reply.user.anonymousUsername, content: reply.content },
      isDeleted: reply.isDeleted,
    })),
  }
}

/** Writes the days from today back to the first one with a message or a reflection. */
async function writeDays(app: FastifyInstance, draft: string, site: ArchiveSite): Promise<number> {
  await using lines = openLines(join(draft, 'data/daily.jsonl'))
  let count = 0
  let date: string | null | undefined
  for (let number = 1; date !== null; number += 1) {
    const entries: DailyPage[] = []
    while (date !== null && entries.length < DAYS_PER_PAGE) {
      const day: DailyPage = await read(app, `/api/daily${date ? `?date=${date}` : ''}`, DailyPage)
      date = day.previousDate
      const { message, reflection } = day
      if (!message && !reflection) continue
      const html = `${message?.content ?? ''}${reflection?.content ?? ''}`
      await writeImages(app, draft, html)
      await lines.write({
        date: day.date,
        message: message?.content,
        reflection: reflection?.content,
      })
      entries.push(day)
    }
    count += entries.length
    const page = { entries, number, hasNext: date !== null }
    await write(draft, dailyListPath(number), dailyListHtml(site, page))
  }
  return count
}

async function writeProducts(
  app: FastifyInstance,
  draft: string,
  site: ArchiveSite,
): Promise<number> {
  const products = await read(app, '/api/products', z.array(Product))
  for (const { description, imageUrl } of products) {
    await writeImages(app, draft, `${description} ${imageUrl ?? ''}`)
  }
  await write(draft, 'resources.html', productsHtml(site, products))
  const data = products.map(({ id, title, description, price, productType }) => ({
    ...{ id, title, description, price, productType },
  }))
  await write(draft, 'data/products.json', json(data))
  return products.length
}

/** Writes the images in some HTML; a missing image leaves a gap in its page, as on the site. */
async function writeImages(app: FastifyInstance, draft: string, html: string): Promise<void> {
  for (const { url, name } of imagesIn(html)) {
    const { statusCode, rawPayload } = await app.inject(url)
    if (statusCode === 200) await write(draft, `images/${name}`, rawPayload)
  }
}

async function read<T>(app: FastifyInstance, url: string, shape: z.ZodType<T>): Promise<T> {
  const { statusCode, body } = await app.inject(url)
  if (statusCode !== 200) throw new StartError(`${url} answered ${statusCode}.`)
  return shape.parse(JSON.parse(body))
}

async function write(draft: string, path: string, content: string | Buffer): Promise<void> {
  const target = join(draft, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
}

interface Lines extends AsyncDisposable {
  write: (value: object) => Promise<void>
}

/** Writes JSON Lines, as fast as the disk accepts them. */
function openLines(path: string): Lines {
  const stream = createWriteStream(path)
  const done = finished(stream)
  // The failure is reported by `write` or on disposal.
  done.catch(() => undefined)
  return {
    write: async (value) => {
      const isRoomLeft = stream.write(`${JSON.stringify(value)}\n`)
      if (!isRoomLeft) await Promise.race([once(stream, 'drain'), done])
    },
    [Symbol.asyncDispose]: async () => {
      stream.end()
      await done
    },
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
