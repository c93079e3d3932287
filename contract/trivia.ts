import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { Id, IdParams, PageQuery, requiredLine, requiredText, STORABLE, Version } from './fields.ts'

export const TRIVIA_LIMITS = {
  question: 300,
  option: 120,
  explanation: 1_000,
  source: 200,
  /** Characters of a file with questions, and questions in it. */
  file: 500_000,
  fileQuestions: 2_000,
} as const

export const TriviaAnswer = z.object({
  triviaId: z.int(),
  /** The question that was answered; not today's if it was replaced since. */
  triviaQuestion: z.string(),
  answer: z.string(),
  isCorrect: z.boolean(),
  correctAnswer: z.string(),
  explanation: z.string(),
  source: z.string(),
})
export type TriviaAnswer = z.infer<typeof TriviaAnswer>

export const Trivia = z.object({
  id: z.int(),
  date: z.string(),
  triviaQuestion: z.string(),
  options: z.array(z.string()),
  /** The caller's answer of today. The right answer isn't shown before it. */
  answered: TriviaAnswer.nullable(),
})
export type Trivia = z.infer<typeof Trivia>

export const TriviaResult = z.object({
  isCorrect: z.boolean(),
  correctAnswer: z.string(),
  explanation: z.string(),
  source: z.string(),
})
export type TriviaResult = z.infer<typeof TriviaResult>

export const TriviaSubject = z.enum(['bible', 'business', 'growth'], 'Choose a subject.')
export type TriviaSubject = z.infer<typeof TriviaSubject>

/** Today's question with its answer, for administrators. */
export const AdminTrivia = z.object({
  id: z.int(),
  date: z.string(),
  triviaQuestion: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  explanation: z.string(),
  source: z.string(),
  /** Members who answered today, whichever question of the day they got. */
  answeredCount: z.int(),
  /** Questions in use that were not shown for 90 days. If none are left, questions repeat. */
  restedCount: z.int(),
})
export type AdminTrivia = z.infer<typeof AdminTrivia>

const Option = requiredLine({
  required: 'Each option needs a text.',
  max: TRIVIA_LIMITS.option,
  tooLong: 'Options must be 120 characters or less.',
})

export const TriviaQuestionInput = z
  .object({
    subject: TriviaSubject,
    question: requiredText({
      required: 'Question is required',
      max: TRIVIA_LIMITS.question,
      tooLong: 'Questions must be 300 characters or less.',
    }),
    options: z
      .array(Option, 'Options are required')
      .min(2, 'Give at least two options.')
      .max(6, 'Give at most six options.')
      .refine((options) => new Set(options).size === options.length, 'Each option must differ.'),
    answer: requiredLine({
      required: 'Choose the right answer.',
      max: TRIVIA_LIMITS.option,
      tooLong: 'Choose the right answer.',
    }),
    explanation: requiredText({
      required: 'Explanation is required',
      max: TRIVIA_LIMITS.explanation,
      tooLong: 'Explanations must be 1,000 characters or less.',
    }),
    source: requiredLine({
      required: 'Source is required',
      max: TRIVIA_LIMITS.source,
      tooLong: 'Sources must be 200 characters or less.',
    }),
    isEnabled: z.boolean('Say whether the question is in use.').default(true),
  })
  .refine(({ options, answer }) => options.includes(answer), {
    path: ['answer'],
    message: 'The right answer must be one of the options.',
  })
export type TriviaQuestionInput = z.infer<typeof TriviaQuestionInput>

/** A question in the bank. */
export const TriviaQuestion = z.object({
  id: z.int(),
  subject: TriviaSubject,
  question: z.string(),
  options: z.array(z.string()),
  answer: z.string(),
  explanation: z.string(),
  source: z.string(),
  isEnabled: z.boolean(),
  isBuiltIn: z.boolean(),
  lastShownOn: z.string().nullable(),
  version: z.string(),
})
export type TriviaQuestion = z.infer<typeof TriviaQuestion>

/** What a file of questions changes in the bank. */
export const TriviaFileOutcome = z.object({
  /** The questions that are added. */
  added: z.array(z.string()),
  /** The questions that are changed, as the file has them. */
  changed: z.array(z.string()),
  /** How many are in the bank already, just as the file has them. */
  unchanged: z.int(),
  /** Everything that is wrong with the file. Nothing is imported unless this is empty. */
  problems: z.array(z.object({ line: z.int(), reason: z.string() })),
  /** Identifies what the file changes; to be sent with the import. */
  version: z.string(),
})
export type TriviaFileOutcome = z.infer<typeof TriviaFileOutcome>

export const triviaEndpoints = {
  today: defineEndpoint({
    method: 'GET',
    path: '/api/trivia/today',
    who: 'member',
    summary: "Today's question, with the caller's answer once it is given.",
    response: Trivia,
  }),
  answer: defineEndpoint({
    method: 'POST',
    path: '/api/trivia/answer',
    who: 'member',
    summary: "Answers today's question, once.",
    body: z.object({
      triviaId: Id,
      answer: requiredLine({
        required: 'Choose an answer.',
        max: TRIVIA_LIMITS.option,
        tooLong: 'Choose an answer.',
      }),
    }),
    response: TriviaResult,
  }),
  regenerate: defineEndpoint({
    method: 'POST',
    path: '/api/admin/trivia/regenerate',
    who: 'daily',
    summary: "Replaces today's question. Answers that were given stay.",
    response: AdminTrivia,
  }),
  adminToday: defineEndpoint({
    method: 'GET',
    path: '/api/admin/trivia/today',
    who: 'daily',
    summary: "Today's question with its answer and how many answered.",
    response: AdminTrivia,
  }),
  listQuestions: defineEndpoint({
    method: 'GET',
    path: '/api/admin/trivia/questions',
    who: 'daily',
    summary: 'The bank of questions, newest first.',
    query: PageQuery.extend({
      q: z
        .string()
        .trim()
        .max(100, 'Search for 100 characters or less')
        .regex(STORABLE, 'This text has a character that can’t be searched for')
        .optional(),
      subject: TriviaSubject.optional(),
    }),
    response: z.array(TriviaQuestion),
    paged: true,
  }),
  getQuestion: defineEndpoint({
    method: 'GET',
    path: '/api/admin/trivia/questions/:id',
    who: 'daily',
    summary: 'A question of the bank.',
    params: IdParams,
    response: TriviaQuestion,
  }),
  createQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/admin/trivia/questions',
    who: 'daily',
    summary: 'Adds a question to the bank.',
    body: TriviaQuestionInput,
    response: TriviaQuestion,
    status: 201,
  }),
  updateQuestion: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/trivia/questions/:id',
    who: 'daily',
    summary: "Changes a question or switches it off. Today's question stays as it was shown.",
    params: IdParams,
    body: TriviaQuestionInput.safeExtend({ version: Version }),
    response: TriviaQuestion,
  }),
  exportQuestions: defineEndpoint({
    method: 'GET',
    path: '/api/admin/trivia/questions/file',
    who: 'daily',
    summary: 'All questions of the bank as a CSV file that can be imported again, oldest first.',
    response: 'file',
    noStore: true,
  }),
  importQuestions: defineEndpoint({
    method: 'POST',
    path: '/api/admin/trivia/questions/file',
    who: 'daily',
    summary:
      'Adds and changes questions from a CSV file, all or none. Without `version`, says what would change; with it, changes that, or answers 409 if it would be something else by now.',
    body: z.object({
      text: requiredText({
        required: 'Choose a file with questions.',
        max: TRIVIA_LIMITS.file,
        tooLong: 'Use files of 500,000 characters at most.',
      }),
      version: Version,
    }),
    response: TriviaFileOutcome,
    maxBodyBytes: bodyBytesFor(TRIVIA_LIMITS.file),
  }),
}
