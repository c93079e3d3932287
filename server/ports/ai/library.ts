import type { DailyType } from '#contract/daily.ts'
import { escapeText } from '#server/domain/sanitize-html.ts'
import {
  type LibraryMessage,
  type LibraryReflection,
  libraryMessages,
  libraryReflections,
  type Verse,
} from '#server/library/library.ts'
import type { DailyLibrary } from './port.ts'

/** Serves the texts that ship with the product. */
export function createLibraryWriter(): DailyLibrary {
  return {
    source: 'library',
    model: null,
    write: async ({ type, usedLibraryKeys }) => {
      const { key, html } = pickText(renderTexts(type), usedLibraryKeys)
      return { html, libraryKey: key }
    },
    find: async ({ type, libraryKey }) =>
      renderTexts(type).find(({ key }) => key === libraryKey)?.html,
  }
}

interface RenderedText {
  key: string
  html: string
}

function renderTexts(type: DailyType): RenderedText[] {
  return type === 'message'
    ? libraryMessages().map((text) => ({ key: text.key, html: renderMessage(text) }))
    : libraryReflections().map((text) => ({ key: text.key, html: renderReflection(text) }))
}

/**
 * Picks the first text that was never shown, or the one shown longest ago once all have been.
 *
 * @param used keys, latest first; may contain duplicates
 */
export function pickText<T extends { key: string }>(
  texts: readonly T[],
  used: readonly string[],
): T {
  const fresh = texts.find(({ key }) => !used.includes(key))
  if (fresh) return fresh
  const [first, ...others] = texts
  if (!first) throw new Error('The library is empty.')
  return others.reduce(
    (oldest, text) => (used.indexOf(text.key) > used.indexOf(oldest.key) ? text : oldest),
    first,
  )
}

export function renderMessage({ title, verse, paragraphs, prayer }: LibraryMessage): string {
  return [
    `<h3>${escapeText(title)}</h3>`,
    renderVerse(verse),
    ...paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`),
    `<p><em>${escapeText(prayer)}</em></p>`,
  ].join('')
}

export function renderReflection(text: LibraryReflection): string {
  const { title, verse, paragraphs, question, practice } = text
  return [
    `<h3>${escapeText(title)}</h3>`,
    verse ? renderVerse(verse) : '',
    ...paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`),
    `<p><strong>${escapeText(question)}</strong></p>`,
    `<p>${escapeText(practice)}</p>`,
  ].join('')
}

function renderVerse({ reference, text }: Verse): string {
  const inner = text.replaceAll('“', '‘').replaceAll('”', '’')
  return `<blockquote><p>“${escapeText(inner)}”</p><p>— ${escapeText(reference)} (WEB)</p></blockquote>`
}
