import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import {
  EntryHead,
  isUnknown,
  UnknownEntry,
  useLeaveEntry,
} from '#web/features/admin/kit/entry-page.tsx'
import { questionQuery } from '#web/features/admin/trivia/queries.ts'
import { QuestionForm } from '#web/features/admin/trivia/question-form.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { Loaded } from '#web/ui/query-skeletons.tsx'

const LIST = { list: '/admin/trivia', label: 'All questions' } as const

/** Reads the question; false if there is none with this number. */
export async function loadQuestion({ client, params }: AdminLoad): Promise<boolean> {
  const query = questionQuery(params.questionId ?? '')
  await prefetch(client, query)
  return !isUnknown(client.getQueryState(query.queryKey)?.error)
}

/** The form of a new question. */
export function NewQuestionPage(): ReactElement {
  return (
    <div className="flex flex-col gap-3">
      <EntryHead {...LIST} title="New question" />
      <QuestionForm onClose={useLeaveEntry(LIST.list)} />
    </div>
  )
}

/** The form of a question of the bank. */
export function QuestionPage(): ReactElement {
  const { questionId = '' } = useParams({ from: '/admin/trivia/$questionId' })
  const question = useQuery(questionQuery(questionId))
  const leave = useLeaveEntry(LIST.list)
  return (
    <div className="flex flex-col gap-3">
      <EntryHead {...LIST} title="Edit question" />
      {isUnknown(question.error) ? (
        <UnknownEntry {...LIST} noun="question" />
      ) : (
        <Loaded query={question} label="Loading the question" rows={['h-[48rem] rounded-xl']}>
          {(data) => <QuestionForm key={data.id} question={data} onClose={leave} />}
        </Loaded>
      )}
    </div>
  )
}
