import { z } from 'zod'
import { BusinessWord } from './daily.ts'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { requiredLine, requiredText, Version } from './fields.ts'

export const WORD_LIMITS = {
  word: 80,
  meaning: 500,
  example: 500,
  /** Words in the list. */
  list: 1_000,
  /** Characters of a file with words. */
  file: 500_000,
} as const

export const BusinessWordInput = z.object({
  word: requiredLine({
    required: 'Word is required',
    max: WORD_LIMITS.word,
    tooLong: 'Words must be 80 characters or less.',
  }),
  meaning: requiredLine({
    required: 'Meaning is required',
    max: WORD_LIMITS.meaning,
    tooLong: 'Meanings must be 500 characters or less.',
  }),
  example: requiredLine({
    required: 'Example is required',
    max: WORD_LIMITS.example,
    tooLong: 'Examples must be 500 characters or less.',
  }),
})
export type BusinessWordInput = z.infer<typeof BusinessWordInput>

/** All business words, in the order in which days show them. */
export const BusinessWords = z.object({
  words: z.array(BusinessWord),
  /** They come with the application; the community has no list of its own. */
  isBuiltIn: z.boolean(),
  version: z.string(),
})
export type BusinessWords = z.infer<typeof BusinessWords>

/** The words of a file. Nothing is saved yet. */
export const BusinessWordFile = z.object({
  words: z.array(BusinessWord),
  /** Everything that is wrong with it. Without one, `words` are all of its words. */
  problems: z.array(z.object({ line: z.int(), reason: z.string() })),
})
export type BusinessWordFile = z.infer<typeof BusinessWordFile>

export const businessWordEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/business-words',
    who: 'daily',
    summary: 'All business words, in the order in which days show them.',
    response: BusinessWords,
    noStore: true,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/business-words',
    who: 'daily',
    summary:
      'Replaces the whole list; an empty one brings back the built-in words. 409 if it changed since `version`.',
    body: z.object({
      words: z
        .array(BusinessWordInput, 'Words are required')
        .max(WORD_LIMITS.list, 'Use 1,000 words at most.'),
      version: Version,
    }),
    response: BusinessWords,
    maxBodyBytes: bodyBytesFor(WORD_LIMITS.file),
  }),
  exportFile: defineEndpoint({
    method: 'GET',
    path: '/api/admin/business-words/file',
    who: 'daily',
    summary: 'All business words as a CSV file that can be imported again.',
    response: 'file',
    noStore: true,
  }),
  readFile: defineEndpoint({
    method: 'POST',
    path: '/api/admin/business-words/file',
    who: 'daily',
    summary: 'Reads a CSV file of business words. Nothing is saved.',
    body: z.object({
      text: requiredText({
        required: 'Choose a file with words.',
        max: WORD_LIMITS.file,
        tooLong: 'Use files of 500,000 characters at most.',
      }),
    }),
    response: BusinessWordFile,
    maxBodyBytes: bodyBytesFor(WORD_LIMITS.file),
  }),
}
