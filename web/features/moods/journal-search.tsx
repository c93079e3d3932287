import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { JournalEntry } from '#web/features/moods/journal-entry.tsx'
import { journalMatches } from '#web/features/moods/journal-matches.ts'
import { journalPagesQuery } from '#web/features/moods/journal-queries.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

/** Searches the journal on this device, because the server cannot search sealed text. */
export function JournalSearch(): ReactElement {
  const [text, setText] = useState('')
  const [sought, setSought] = useState('')
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setSought(text.trim())
  }
  return (
    <search className="flex flex-col gap-3 border-t border-line pt-4">
      <Form onSubmit={handleSubmit} className="flex max-w-md items-end gap-2">
        <div className="min-w-0 grow">
          <Field label="Search your journal">
            <Input type="search" value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        </div>
        <Button type="submit" variant="outline">
          Search
        </Button>
      </Form>
      {sought ? <Results text={sought} /> : null}
    </search>
  )
}

function Results({ text }: { text: string }): ReactElement {
  const { locale } = useDates()
  const pages = useInfiniteQuery(journalPagesQuery)
  const { data, error, hasNextPage, isFetching } = pages
  const entries = data?.pages.flatMap(({ items }) => items) ?? []
  const found = journalMatches(entries, text)
  const oldest = entries.at(-1)
  return (
    <>
      <p role="status" className="text-sm text-ink-quiet">
        {isFetching && !data ? 'Searching…' : null}
        {data
          ? `${countOf(found.length)}${hasNextPage && oldest ? ` since ${longDay(oldest.date, locale)}` : ''}.`
          : null}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {found.map((entry) => (
          <li key={entry.date} className="py-3 first:pt-0">
            <JournalEntry entry={entry} />
          </li>
        ))}
      </ul>
      {error ? <QueryError query={pages} /> : null}
      {hasNextPage ? (
        <Button
          variant="outline"
          className="self-start"
          busy={isFetching}
          onClick={() => void pages.fetchNextPage()}
        >
          Search earlier entries
        </Button>
      ) : null}
    </>
  )
}

function countOf(found: number): string {
  if (found === 0) return 'No entries found'
  return found === 1 ? '1 entry found' : `${found} entries found`
}
