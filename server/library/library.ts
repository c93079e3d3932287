/** The texts that come with the application, for a community without an AI provider. */

import { z } from 'zod'
import { DAY_MS } from '#contract/durations.ts'
import { findPassages } from '#contract/scripture-reference.ts'
import { TriviaQuestionInput } from '#contract/trivia.ts'
import { isWholeSentence } from '#server/domain/whole-sentence.ts'
import { readFolder, readTexts } from './read.ts'

export const Text: z.ZodString = z.string().min(1, 'is empty')
/** Never changes: it identifies texts that were already shown. */
const Key = Text.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'needs a form like "one-two-3"')
/** Book, chapter and verses as people write them: `Psalm 23:1-3`, `1 John 4:18`. */
const Reference = Text.refine(isReference, "isn't a reference that we know")

function isReference(text: string): boolean {
  const [first] = findPassages(text)
  return first?.text === text
}

/** A quotation from the World English Bible, word for word. */
export interface Verse {
  reference: string
  /** The text of those verses, or a contiguous part of it, without outer quotation marks. */
  text: string
}

/** A Daily Message. */
export const LibraryMessage = z
  .strictObject({
    title: Text,
    key: Key,
    verse: Reference,
    quotation: Text,
    content: Text,
    /** A short prayer, first person plural or singular. */
    prayer: Text,
  })
  .transform(({ verse, quotation, content, ...text }) => ({
    ...text,
    verse: { reference: verse, text: quotation },
    paragraphs: content.split('\n\n'),
  }))
export type LibraryMessage = z.infer<typeof LibraryMessage>

/** A Daily Reflection. */
export const LibraryReflection = z
  .strictObject({
    title: Text,
    key: Key,
    verse: Reference.optional(),
    quotation: Text.optional(),
    /** A thought before the question. */
    content: Text,
    question: Text,
    /** One small thing to do today. */
    practice: Text,
  })
  .refine(({ verse, quotation }) => verse || !quotation, { path: ['verse'] })
  .refine(({ verse, quotation }) => quotation || !verse, { path: ['quotation'] })
  .transform(({ verse, quotation, content, ...text }) => ({
    ...text,
    paragraphs: content.split('\n\n'),
    ...(verse && quotation && { verse: { reference: verse, text: quotation } }),
  }))
export type LibraryReflection = z.infer<typeof LibraryReflection>

const { shape } = TriviaQuestionInput

/** A question of the Daily Success Trivia Challenge. */
export const LibraryQuestion = z
  .strictObject({
    title: shape.question,
    key: Key,
    subject: shape.subject,
    option: shape.options.readonly(),
    answer: shape.answer,
    explanation: shape.explanation,
    /** Where the answer can be looked up: a Bible reference, a book, a standard. */
    source: shape.source,
  })
  .refine(({ option, answer }) => option.includes(answer), {
    path: ['answer'],
    error: "isn't one of the options",
  })
  .transform(({ title: question, option: options, ...rest }) => ({ ...rest, question, options }))
export type LibraryQuestion = z.infer<typeof LibraryQuestion>

/** A business word. */
const LibraryWord = z
  .strictObject({ title: Text, key: Key, meaning: Text, example: Text })
  .transform(({ title: word, ...rest }) => ({ ...rest, word }))
export type LibraryWord = z.infer<typeof LibraryWord>

const ParagraphsOfRules = z.strictObject({ title: Text, content: Text })

/** The house rules of a community that hasn't written its own. */
const LibraryRules = ParagraphsOfRules.extend({ parts: z.array(ParagraphsOfRules) }).transform(
  ({ content, parts }) => ({
    paragraphs: content.split('\n\n'),
    rules: parts.map((part) => ({ title: part.title, paragraphs: part.content.split('\n\n') })),
  }),
)
type LibraryRules = z.infer<typeof LibraryRules>

/** Every Daily Message, in the order they are shown. */
export const libraryMessages = once(() => interleave(readFolder('messages', LibraryMessage)))
/** Every Daily Reflection, in the order they are shown. */
const libraryVerses = once(() =>
  libraryMessages().flatMap(({ verse }) => (isWholeSentence(verse.text) ? [verse] : [])),
)

export const libraryReflections = once(() =>
  interleave(readFolder('reflections', LibraryReflection)),
)
/** Every business word, in the order they are shown. */
export const libraryWords = once(() => interleave(readFolder('words', LibraryWord)))
/** Every trivia question that comes with the application. */
export const libraryQuestions = once(() => readFolder('questions', LibraryQuestion).flat())

/** The house rules that come with the application. */
export const libraryRules = once((): LibraryRules => {
  const [rules] = readTexts('rules.md', LibraryRules)
  if (!rules) throw new Error('A file without a text is refused.')
  return rules
})

/** Reads all of them; a StartError names what is wrong. */
export function readLibrary(): void {
  for (const read of [libraryMessages, libraryReflections, libraryWords, libraryQuestions]) read()
  libraryRules()
}

/** The verse of a day, `YYYY-MM-DD`, for a community whose own texts quote no whole sentence. */
export function libraryVerseOf(date: string): Verse {
  return ofDay(libraryVerses(), date)
}

/** The built-in business word of a day, `YYYY-MM-DD`. */
export function wordOf(date: string): LibraryWord {
  return ofDay(libraryWords(), date)
}

/** Calls a function at first use, and keeps its result. */
export function once<Value>(read: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= read()
    return value
  }
}

/**
 * Takes one item from each list in turn, so that themes alternate; the rest of the longest lists
 * comes last.
 */
export function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat()
}

/**
 * The item for a day, `YYYY-MM-DD`: the same for every reader, and repeated only after all others.
 */
function ofDay<Item>(items: readonly Item[], date: string): Item {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
  const count = items.length
  const item = items[((day % count) + count) % count]
  if (item === undefined) throw new Error('This is not a date, or there is nothing to choose from.')
  return item
}
