import { z } from 'zod'
import type { DailyPage } from '#contract/daily.ts'
import type { Product } from '#contract/shop.ts'
import type { Reply, Story } from '#contract/stories.ts'
import { escapeHtml } from '#server/http/escape-html.ts'

/** What appears on every page of an archive. */
export interface ArchiveSite {
  title: string
  /** IANA time zone of the community. */
  timeZone: string
  madeAt: Date
}

export interface ArchivedStory {
  story: Story
  replies: Reply[]
  /** The recording's path from the archive's root. */
  audio: string | null
}

/** One page of a list. `number` counts from 1. */
interface ListPage<T> {
  entries: T[]
  number: number
  hasNext: boolean
}

/** A story's path from the archive's root. Folders stay small even with a million stories. */
export function storyPath(id: number): string {
  return `stories/${Math.floor(id / 1_000)}/${id}.html`
}

export function storyListPath(number: number): string {
  return number === 1 ? 'index.html' : `stories-${number}.html`
}

export function dailyListPath(number: number): string {
  return number === 1 ? 'daily.html' : `daily-${number}.html`
}

export function storyListHtml(site: ArchiveSite, page: ListPage<Story>): string {
  const entries = page.entries.map(
    (story) => `<li><a href="${storyPath(story.id)}">${escapeHtml(story.title)}</a>
<small>${bylineHtml(site, story)}</small></li>`,
  )
  return documentHtml(site, {
    title: 'Stories',
    body: `${listHtml(entries, 'No stories.')}${pagerHtml(page, storyListPath)}`,
  })
}

export function storyHtml(site: ArchiveSite, { story, replies, audio }: ArchivedStory): string {
  const tags = story.tags.map((tag) => `#${escapeHtml(tag)}`).join(' ')
  const answers = replies.map((reply) => {
    const isNested = reply.parentId === null ? '' : ' class="nested"'
    const by = reply.isDeleted ? 'Deleted' : escapeHtml(reply.user.anonymousUsername)
    return `<li${isNested}><small>${by} · ${dateHtml(site, reply.createdAt)}</small>
${paragraphsHtml(reply.content)}</li>`
  })
  return documentHtml(site, {
    title: story.title,
    depth: 2,
    body: `<p><small>${bylineHtml(site, story)} · ${categoryLabel(story.category)} ${tags}</small></p>
${audio ? `<audio controls preload="none" src="../../${audio}"></audio>` : ''}
${paragraphsHtml(story.content ?? story.caption ?? '')}
<h2>Replies</h2>
${listHtml(answers, 'No replies.')}`,
  })
}

export function dailyListHtml(site: ArchiveSite, page: ListPage<DailyPage>): string {
  const entries = page.entries.map(
    ({ date, message, reflection }) => `<li><h2>${dayHtml(date)}</h2>
${message ? `<h3>Daily Message</h3>${withLocalImages(message.content)}` : ''}
${reflection ? `<h3>Daily Reflection</h3>${withLocalImages(reflection.content)}` : ''}</li>`,
  )
  return documentHtml(site, {
    title: 'Daily messages',
    body: `${listHtml(entries, 'No daily messages.')}${pagerHtml(page, dailyListPath)}`,
  })
}

export function productsHtml(site: ArchiveSite, products: Product[]): string {
  const entries = products.map(
    ({ title, description, imageUrl }) => `<li><h2>${escapeHtml(title)}</h2>
${imageUrl ? `<img src="${escapeHtml(withLocalImages(imageUrl))}" alt="">` : ''}
${withLocalImages(description)}</li>`,
  )
  return documentHtml(site, { title: 'Resources', body: listHtml(entries, 'No resources.') })
}

const IMAGE = /\/api\/(?:daily\/images|products\/images|images)\/([0-9a-f]{64}\.webp)/g

/** The URLs of the site's own images in some HTML, with their file names. */
export function imagesIn(html: string): { url: string; name: string }[] {
  return [...html.matchAll(IMAGE)].map(([url, name = '']) => ({ url, name }))
}

function withLocalImages(html: string): string {
  return html.replace(IMAGE, 'images/$1')
}

/** `depth` is how many folders below the root the page is. */
function documentHtml(
  site: ArchiveSite,
  { title, body, depth = 0 }: { title: string; body: string; depth?: number },
): string {
  const root = '../'.repeat(depth)
  const siteTitle = escapeHtml(site.title)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${siteTitle}</title>
<link rel="stylesheet" href="${root}style.css">
<header><strong>${siteTitle}</strong>
<nav><a href="${root}index.html">Stories</a> <a href="${root}daily.html">Daily messages</a> <a href="${root}resources.html">Resources</a></nav></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer>A copy made on ${dateHtml(site, site.madeAt.toISOString())}. Anything deleted since then is still in it.</footer>
</html>
`
}

function listHtml(entries: string[], empty: string): string {
  return entries.length > 0 ? `<ul>\n${entries.join('\n')}\n</ul>` : `<p>${empty}</p>`
}

function pagerHtml<T>({ number, hasNext }: ListPage<T>, pathOf: (page: number) => string): string {
  const newer = number > 1 ? `<a href="${pathOf(number - 1)}">Newer</a>` : ''
  const older = hasNext ? `<a href="${pathOf(number + 1)}">Older</a>` : ''
  return newer || older ? `\n<nav>${newer} ${older}</nav>` : ''
}

function bylineHtml(site: ArchiveSite, story: Story): string {
  return `${escapeHtml(story.anonymousUsername)} · ${dateHtml(site, story.createdAt)}`
}

/** 'purpose_qa' as 'Purpose Q&amp;A'. */
function categoryLabel(category: string): string {
  const [topic = '', isQuestion] = category.split('_')
  return `${topic.charAt(0).toUpperCase()}${topic.slice(1)}${isQuestion ? ' Q&amp;A' : ''}`
}

function paragraphsHtml(text: string): string {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
  return paragraphs.map((each) => `<p>${escapeHtml(each).replaceAll('\n', '<br>')}</p>`).join('\n')
}

function dateHtml({ timeZone }: ArchiveSite, instant: string): string {
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  return `<time datetime="${instant}">${text.format(new Date(instant))}</time>`
}

/** A calendar day, `YYYY-MM-DD`. */
function dayHtml(date: string): string {
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
  return `<time datetime="${date}">${text.format(new Date(`${date}T00:00:00Z`))}</time>`
}

export const STYLE = `:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 0 auto; padding: 1rem; font: 1.05rem/1.6 system-ui, sans-serif; }
header, footer, nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: baseline; }
header { justify-content: space-between; padding-bottom: 0.75rem; border-bottom: 1px solid #8886; }
h1, h2, h3 { line-height: 1.25; }
ul { padding: 0; list-style: none; }
li { padding: 0.75rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
li.nested { margin-left: 1.5rem; }
small { display: block; opacity: 0.75; }
audio, img { width: 100%; height: auto; }
footer { padding: 2rem 0; font-size: 0.9rem; opacity: 0.75; }
`

/** The contents of `archive.json`, which marks a folder as an archive. */
export const ArchiveNote = z.object({
  archive: z.literal('folx'),
  siteTitle: z.string(),
  madeAt: z.iso.datetime(),
  stories: z.int(),
  replies: z.int(),
  days: z.int(),
  products: z.int(),
})
export type ArchiveNote = z.infer<typeof ArchiveNote>
