import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { BusinessWords } from '#contract/business-words.ts'
import type { BusinessWord } from '#contract/daily.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import {
  refreshWords,
  saveWords,
  wordChanges,
  wordsQuery,
} from '#web/features/admin/daily/words.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { EntryHead, useLeaveEntry } from '#web/features/admin/kit/entry-page.tsx'
import { Imported, ImportFile } from '#web/features/admin/kit/import-file.tsx'
import { call } from '#web/lib/api.ts'
import { businessWordCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'

export async function loadWordFile({ client }: AdminLoad): Promise<void> {
  await prefetch(client, wordsQuery)
}

/** Imports the business words from a file that any spreadsheet can make, and exports them as one. */
export function WordFilePage(): ReactElement {
  const { data: list } = useQuery(wordsQuery)
  return (
    <div className="flex flex-col gap-3">
      <EntryHead list="/admin/business-words" label="All words" title="Import or export words" />
      <SectionCard
        title="Import business words"
        description="Download the words, change, add, move or delete lines in Excel or LibreOffice, save the file as CSV, and choose it here. Words that aren’t in the file are deleted. You’ll see what would change before anything is saved."
      >
        <div className="flex flex-col gap-5">
          <Button variant="outline" className="self-start" asChild>
            <DownloadAnchor href={businessWordCalls.exportFile.path}>
              Download all words
            </DownloadAnchor>
          </Button>
          <ImportFile
            help="CSV with the columns Word, Meaning and Example, at most 1,000 words."
            read={(text) => call(businessWordCalls.readFile, { body: { text } })}
          >
            {({ words }) => (list ? <Outcome list={list} words={words} /> : null)}
          </ImportFile>
        </div>
      </SectionCard>
    </div>
  )
}

interface OutcomeProps {
  list: BusinessWords
  /** Those of the file. */
  words: readonly BusinessWord[]
}

/** What a file changes, with the button that does it. */
function Outcome({ list, words }: OutcomeProps): ReactElement {
  const leave = useLeaveEntry('/admin/business-words')
  const { added, changed, removed } = wordChanges(list.words, words)
  const importing = useAction({
    call: () => saveWords(words, list.version),
    done: 'Words imported',
    failed: 'Failed to import the words',
    onDone: leave,
    refresh: refreshWords,
  })
  return (
    <div className="flex flex-col items-start gap-4">
      <Imported title={`New: ${counted(added.length, 'word')}`} texts={added} />
      <Imported title={`Changed: ${counted(changed.length, 'word')}`} texts={changed} />
      <Imported title={`Deleted: ${counted(removed.length, 'word')}`} texts={removed} />
      <ActionButton
        size="default"
        variant="default"
        label={words.length === 1 ? 'Use this word' : `Use these ${words.length} words`}
        action={importing}
      />
    </div>
  )
}
