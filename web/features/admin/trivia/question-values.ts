import { z } from 'zod'
import { type TriviaQuestion, TriviaQuestionInput } from '#contract/trivia.ts'

/** A question as it stands in its form: possibly incomplete. */
export const QuestionDraft = z.object({
  subject: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  /** The place of the right option among them, from 0; empty until one is chosen. */
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

/** The form made into what the server takes; its sentences stand at the form's own inputs. */
export const QuestionValues = QuestionDraft.transform((draft, context) => {
  const { right, ...rest } = draft
  const answer = right === '' ? '' : (draft.options[Number(right)] ?? '')
  const hasBlanks = draft.options.some((option) => option.trim() === '')
  const { data, error } = TriviaQuestionInput.safeParse({ ...rest, answer })
  if (data) return data
  for (const { path, message } of error.issues) {
    const [name, ...inner] = path
    // An option without a text says so itself, and alone.
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

/** What the form of a stored question starts with. */
export function draftOfQuestion(question: TriviaQuestion): QuestionDraft {
  const { options, answer } = question
  return QuestionDraft.parse({ ...question, right: String(options.indexOf(answer)) })
}

/** Whether a draft holds nothing worth keeping. */
export function isEmptyQuestion(draft: QuestionDraft): boolean {
  return [draft.question, ...draft.options, draft.explanation, draft.source].every(
    (text) => text.trim() === '',
  )
}

/** The options without one of them; the right one stays the right one. */
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
