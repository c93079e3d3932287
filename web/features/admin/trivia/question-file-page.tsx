import type { ReactElement } from 'react'
import type { TriviaFileOutcome } from '#contract/trivia.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { EntryHead, useLeaveEntry } from '#web/features/admin/kit/entry-page.tsx'
import { Imported, ImportFile } from '#web/features/admin/kit/import-file.tsx'
import { refreshTrivia } from '#web/features/admin/trivia/queries.ts'
import { call } from '#web/lib/api.ts'
import { triviaCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** Imports questions from a file that any spreadsheet can make, and exports the bank as one. */
export function QuestionFilePage(): ReactElement {
  return (
    <div className="flex flex-col gap-3">
      <EntryHead list="/admin/trivia" label="All questions" title="Import or export questions" />
      <SectionCard
        title="Import questions"
        description="Download the questions, change or add lines in Excel or LibreOffice, save the file as CSV, and choose it here. Questions that aren’t in the file stay as they are. You’ll see what would change before anything is saved."
      >
        <div className="flex flex-col gap-5">
          <Button variant="outline" className="self-start" asChild>
            <DownloadAnchor href={triviaCalls.exportQuestions.path}>
              Download all questions
            </DownloadAnchor>
          </Button>
          <ImportFile
            help="CSV, at most 2,000 questions."
            read={(text) => call(triviaCalls.importQuestions, { body: { text } })}
          >
            {(outcome, text) => <Outcome outcome={outcome} text={text} />}
          </ImportFile>
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

/** What a file changes, with the button that does it. */
function Outcome({ outcome, text }: { outcome: TriviaFileOutcome; text: string }): ReactElement {
  const { added, changed, unchanged, version } = outcome
  const leave = useLeaveEntry('/admin/trivia')
  const importing = useAction({
    call: () => call(triviaCalls.importQuestions, { body: { text, version } }),
    done: 'Questions imported',
    failed: 'Failed to import the questions',
    onDone: leave,
    refresh: refreshTrivia,
  })
  const count = added.length + changed.length
  return (
    <div className="flex flex-col items-start gap-4">
      <Imported title={`New: ${counted(added.length, 'question')}`} texts={added} />
      <Imported title={`Changed: ${counted(changed.length, 'question')}`} texts={changed} />
      <p>
        {count === 0 ? 'There’s nothing new in this file. ' : ''}
        {unchanged === 0 ? '' : `Already there: ${counted(unchanged, 'question')}.`}
      </p>
      {count > 0 ? (
        <ActionButton
          size="default"
          variant="default"
          label={`Import ${counted(count, 'question')}`}
          action={importing}
        />
      ) : null}
    </div>
  )
}
