import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DateText } from '#contract/logical-date.ts'
import type { TriviaQuestion, TriviaQuestionInput, TriviaSubject } from '#contract/trivia.ts'
import { call } from '#web/lib/api.ts'
import { triviaCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh, freshPage } from '#web/lib/endpoint-query.ts'

export const QUESTIONS_PER_PAGE = 10

/** Key prefix of today's question, whose response also has the number of rested questions. */
const todaysKey = [triviaCalls.adminToday.path] as const

/** The question of the community's today, with its answer. */
export function todaysQuestionQuery(today: DateText) {
  return queryOptions({
    ...freshPage,
    queryKey: [...todaysKey, today],
    queryFn: ({ signal }) => call(triviaCalls.adminToday, { signal }),
  })
}

const bankKey = [triviaCalls.listQuestions.path] as const

/** One page of the bank, newest first. */
export function bankQuery(filter: { page: number; q: string; subject: TriviaSubject | undefined }) {
  const query = { ...filter, pageSize: QUESTIONS_PER_PAGE }
  return endpointQuery(triviaCalls.listQuestions, { query, ...freshPage })
}

/** A question by the number in its address. */
export function questionQuery(id: string) {
  return queryOptions({
    ...fresh,
    queryKey: [...bankKey, 'one', id],
    queryFn: ({ signal }) => call(triviaCalls.getQuestion, { params: { id: Number(id) }, signal }),
  })
}

/** Refetches everything that shows a change of the bank. */
export async function refreshTrivia(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [todaysKey, bankKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}

/** Changes a question of the bank, or adds one if the id is undefined. */
export function saveQuestion(input: {
  id: number | undefined
  version: string | undefined
  body: TriviaQuestionInput
}): Promise<TriviaQuestion> {
  const { id, version, body } = input
  return id === undefined
    ? call(triviaCalls.createQuestion, { body })
    : call(triviaCalls.updateQuestion, { params: { id }, body: { ...body, version } })
}
