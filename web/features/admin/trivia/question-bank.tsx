import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { TriviaSubject } from '#contract/trivia.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { FilterField } from '#web/features/admin/filter-field.tsx'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import { SUBJECT_LABELS } from '#web/features/admin/trivia/labels.ts'
import { bankQuery, QUESTIONS_PER_PAGE } from '#web/features/admin/trivia/queries.ts'
import { QuestionDialog } from '#web/features/admin/trivia/question-dialog.tsx'
import { QuestionEntry } from '#web/features/admin/trivia/question-entry.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Options, Select } from '#web/ui/select.tsx'

/** Longest search text, as in the contract. */
const MAX_SEARCH = 100

/** All questions, newest first. */
export function QuestionBank(): ReactElement {
  const { part, page, q, searchFor } = useAdminAddress()
  const subject = TriviaSubject.safeParse(part).data
  const questions = useQuery(bankQuery({ page, q, subject }))
  const isNarrowed = q !== '' || subject !== undefined
  return (
    <section aria-labelledby="question-bank" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="question-bank">Question bank</h2>
        <AddButton />
      </div>
      <div className="grid items-start gap-x-5 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FilterField
          label="Search questions"
          value={q}
          maxLength={MAX_SEARCH}
          onFilter={searchFor}
        />
        <SubjectFilter subject={subject} />
      </div>
      <PagedList
        list={questions}
        pageSize={QUESTIONS_PER_PAGE}
        noun="questions"
        entryHeight="h-36"
        empty={<EmptyState message={isNarrowed ? 'No questions found' : 'No questions yet'} />}
        renderEntry={(question) => <QuestionEntry question={question} />}
      />
    </section>
  )
}

function SubjectFilter({ subject }: { subject: TriviaSubject | undefined }): ReactElement {
  const { openPart } = useAdminAddress()
  return (
    <Field label="Subject">
      <Select value={subject ?? ''} onChange={({ target }) => openPart(target.value || undefined)}>
        <option value="">All subjects</option>
        <Options labels={SUBJECT_LABELS} />
      </Select>
    </Field>
  )
}

function AddButton(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Plus aria-hidden size={18} />
        Add question
      </Button>
      <QuestionDialog isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
