import { z } from 'zod'
import { type TriviaQuestion, TriviaQuestionInput } from '#contract/trivia.ts'

/** The values of the question form, possibly incomplete. */
export const QuestionDraft = z.object({
  subject: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  /** The index of the correct option, from 0; empty until one is selected. */
  right: z.string(),
  explanation: z.string(),
  source: z.string(),
  isEnabled: z.boolean(),
})
export type QuestionDraft = z.infer<typeof QuestionDraft>

export const EMPTY_QUESTION: QuestionDraft = {
  subject: '',
  question: '',
  options: ['', '', '', ''],
  right: '',
  explanation: '',
  source: '',
  isEnabled: true,
}

/** Converts the form into the values for the server, and maps errors to the form's inputs. */
export const QuestionValues = QuestionDraft.transform((draft, context) => {
  const { right, ...rest } = draft
  const answer = right === '' ? '' : (draft.options[Number(right)] ?? '')
  const hasBlanks = draft.options.some((option) => option.trim() === '')
  const { data, error } = TriviaQuestionInput.safeParse({ ...rest, answer })
  if (data) return data
  for (const { path, message } of error.issues) {
    const [name, ...inner] = path
    // An empty option has its own error, so errors about the whole list are left out.
    if (hasBlanks && name === 'options' && inner.length === 0) continue
    if (name === 'answer' && right !== '') continue
    context.addIssue({
      code: 'custom',
      path: name === 'answer' ? ['right'] : [...(name ? [name] : []), ...inner],
      message,
    })
  }
  return z.NEVER
})

export function questionDraftKey(memberId: string, questionId?: number): string {
  return `trivia:${memberId}:${questionId ?? 'new'}`
}

/** The starting values of the form for a stored question. */
export function draftOfQuestion(question: TriviaQuestion): QuestionDraft {
  const { options, answer } = question
  return QuestionDraft.parse({ ...question, right: String(options.indexOf(answer)) })
}

/** Whether a draft has nothing worth saving. */
export function isEmptyQuestion(draft: QuestionDraft): boolean {
  return [draft.question, ...draft.options, draft.explanation, draft.source].every(
    (text) => text.trim() === '',
  )
}

/** Removes an option, and keeps the correct one selected if it remains. */
export function withoutOption(
  draft: Pick<QuestionDraft, 'options' | 'right'>,
  index: number,
): Pick<QuestionDraft, 'options' | 'right'> {
  const right = draft.right === '' ? -1 : Number(draft.right)
  const moved = right > index ? right - 1 : right
  return {
    options: draft.options.filter((_, place) => place !== index),
    right: right === index || moved < 0 ? '' : String(moved),
  }
}
