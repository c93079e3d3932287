import { type ChangeEvent, type ReactElement, useState } from 'react'
import type { TriviaFileOutcome } from '#contract/trivia.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { BackLink, useLeaveEntry } from '#web/features/admin/kit/entry-page.tsx'
import { refreshTrivia } from '#web/features/admin/trivia/queries.ts'
import { call } from '#web/lib/api.ts'
import { triviaCalls } from '#web/lib/calls.gen.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'

interface Preview {
  text: string
  outcome: TriviaFileOutcome
}

/** Imports questions from a file that any spreadsheet can make, and exports the bank as one. */
export function QuestionFilePage(): ReactElement {
  const [preview, setPreview] = useState<Preview>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const reading = useAction({
    call: async (file: File): Promise<Preview> => {
      const text = await textOf(file)
      return { text, outcome: await call(triviaCalls.importQuestions, { body: { text } }) }
    },
    onDone: setPreview,
  })
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0]
    setPreview(undefined)
    reading.reset()
    const isLarge = file !== undefined && file.size > MOST_BYTES
    setIsTooLarge(isLarge)
    if (file && !isLarge) reading.run(file)
    // The same file can be chosen again, once it is put right.
    target.value = ''
  }
  return (
    <div className="flex flex-col gap-3">
      <BackLink list="/admin/trivia" label="All questions" />
      <SectionCard
        title="Import questions"
        description="Download the questions, change or add lines in Excel or LibreOffice, save the file as CSV, and choose it here. You’ll see what would change before anything is saved."
      >
        <div className="flex flex-col gap-5">
          <Button variant="outline" className="self-start" asChild>
            <DownloadAnchor href={triviaCalls.exportQuestions.path}>
              Download all questions
            </DownloadAnchor>
          </Button>
          <Field
            label="File"
            help="CSV, at most 2,000 questions."
            error={isTooLarge ? 'Files can be at most 1 MB.' : undefined}
          >
            <Input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              className="max-w-md text-transparent"
              aria-busy={reading.isPending}
              onChange={handleChange}
            />
          </Field>
          <ErrorNotice title="This file can’t be read" error={reading.error} />
          <div role="status">{preview ? <Outcome {...preview} /> : null}</div>
        </div>
      </SectionCard>
      <Disclosure summary="What the columns mean" className="rounded-lg border bg-surface px-4">
        <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5">
          <li>Number: leave it as it is to change a question, and empty for a new one.</li>
          <li>Subject: bible, business or growth.</li>
          <li>Option 1 to Option 6: at least two of them.</li>
          <li>Right answer: the text of an option, or its number.</li>
          <li>In use: yes or no.</li>
          <li>A line that you leave out stays in the bank.</li>
        </ul>
      </Disclosure>
    </div>
  )
}

/** What is wrong with the file, or what it changes, with the button that does it. */
function Outcome({ text, outcome }: Preview): ReactElement {
  const { added, changed, unchanged, problems, version } = outcome
  const leave = useLeaveEntry('/admin/trivia')
  const importing = useAction({
    call: () => call(triviaCalls.importQuestions, { body: { text, version } }),
    done: 'Questions imported',
    failed: 'Failed to import the questions',
    onDone: leave,
    refresh: refreshTrivia,
  })
  if (problems.length > 0) {
    return (
      <Notice variant="error" title="Nothing can be imported yet">
        <ul className="flex flex-col gap-1">
          {problems.slice(0, MOST_SHOWN).map(({ line, reason }) => (
            <li key={`${line} ${reason}`}>
              Line {line}: {reason}
            </li>
          ))}
        </ul>
        {problems.length > MOST_SHOWN ? `And ${problems.length - MOST_SHOWN} more.` : null}
      </Notice>
    )
  }
  const count = added.length + changed.length
  return (
    <div className="flex flex-col items-start gap-4">
      <Questions title="New" questions={added} />
      <Questions title="Changed" questions={changed} />
      <p>
        {count === 0 ? 'There’s nothing new in this file. ' : ''}
        {unchanged === 0 ? '' : `Already there: ${questionsWords(unchanged)}.`}
      </p>
      {count > 0 ? (
        <ActionButton
          size="default"
          variant="default"
          label={`Import ${questionsWords(count)}`}
          action={importing}
        />
      ) : null}
    </div>
  )
}

/** More than the server reads; its answer says so more exactly. */
const MOST_BYTES = 1_000_000
/** Enough to put right at once. */
const MOST_SHOWN = 20

function questionsWords(count: number): string {
  return count === 1 ? '1 question' : `${count} questions`
}

function Questions(props: { title: string; questions: readonly string[] }): ReactElement | null {
  const { title, questions } = props
  if (questions.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-base">
        {title}: {questionsWords(questions.length)}
      </h3>
      <ul className="list-disc pl-5">
        {questions.slice(0, MOST_SHOWN).map((question) => (
          <li key={question} dir="auto" className="wrap-anywhere">
            {question}
          </li>
        ))}
      </ul>
      {questions.length > MOST_SHOWN ? <p>And {questions.length - MOST_SHOWN} more.</p> : null}
    </section>
  )
}

/** The text of a file, in UTF-8 or as older spreadsheets save it on Windows. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
