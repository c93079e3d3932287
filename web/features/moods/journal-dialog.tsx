import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { type DateText, daysBetween } from '#contract/logical-date.ts'
import { FourWeeks } from '#web/features/moods/four-weeks.tsx'
import { JournalLockSection } from '#web/features/moods/journal-lock.tsx'
import { JournalStory } from '#web/features/moods/journal-story.tsx'
import { journalFileName, journalMatches, journalText } from '#web/features/moods/journal-text.ts'
import { MonthCalendar } from '#web/features/moods/month-calendar.tsx'
import { JournalEntry } from '#web/features/moods/mood-entry.tsx'
import { fetchJournal, journalPagesQuery, onThisDayQuery } from '#web/features/moods/queries.ts'
import { counted } from '#web/lib/counted.ts'
import { longDay, relativeUnits } from '#web/lib/dates.ts'
import { saveFile } from '#web/lib/start-download.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Full screen on a phone. The title and the X stay in view: they come first in the layout, and stick. */
const boxClasses = [
  'flex max-w-3xl scroll-pt-18 flex-col px-4 pt-0 pb-4 sm:px-6 sm:pb-6',
  'max-sm:inset-0 max-sm:h-dvh max-sm:max-h-dvh max-sm:w-full max-sm:translate-0 max-sm:rounded-none max-sm:border-0',
  '[&>h2]:sticky [&>h2]:top-0 [&>h2]:z-10 [&>h2]:bg-surface [&>h2]:pt-4 [&>h2]:pb-2',
  '[&>button]:sticky [&>button]:top-2 [&>button]:right-0 [&>button]:z-20 [&>button]:-order-1',
  '[&>button]:mt-2 [&>button]:-mb-13 [&>button]:shrink-0 [&>button]:self-end',
].join(' ')

const TEXT = { type: 'text/plain;charset=utf-8' }

interface JournalDialogProps {
  today: DateText
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function JournalDialog({ today, isOpen, onOpenChange }: JournalDialogProps): ReactElement {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title="Your journal"
        description="Only you can read this. Press a day to read what you wrote."
        isRead
        className={boxClasses}
      >
        <Journal today={today} />
      </DialogContent>
    </Dialog>
  )
}

/**
 * The whole journal: by month, by search, as a story, as a download and as a trend; and its lock. On a
 * phone, what was written on this day comes right after the month, and the trend comes last.
 */
function Journal({ today }: { today: DateText }): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-6 md:grid md:grid-cols-2 md:gap-8">
        <div className="contents md:flex md:flex-col md:gap-6">
          <MonthCalendar today={today} />
          <div className="order-1 flex flex-col gap-4">
            <JournalSearch />
            <JournalStory today={today} />
            <DownloadJournal today={today} />
          </div>
        </div>
        <div className="contents md:flex md:flex-col md:gap-6">
          <OnThisDay today={today} />
          <FourWeeks today={today} />
        </div>
      </div>
      <JournalLockSection />
    </div>
  )
}

/** Downloads the whole journal as a text file, which is created on this device. */
function DownloadJournal({ today }: { today: DateText }): ReactElement {
  const { locale } = useDates()
  const client = useQueryClient()
  const download = useAction({
    call: () => fetchJournal(client),
    failed: 'Unable to download',
    onDone: (entries) => {
      if (entries.length === 0) toast({ title: 'Your journal is still empty.' })
      else saveFile(journalFileName(today), new Blob([journalText(entries, locale)], TEXT))
    },
  })
  return (
    <Button
      variant="outline"
      className="self-start"
      busy={download.isPending}
      onClick={() => download.run()}
    >
      {download.isPending ? null : <Download aria-hidden size={18} />}
      Download my journal
    </Button>
  )
}

/** Entries from this day in earlier months and years. Renders nothing if there are none. */
function OnThisDay({ today }: { today: DateText }): ReactElement | null {
  const { locale } = useDates()
  const entries = useQuery(onThisDayQuery(today))
  if (entries.isError) return <QueryError what="this day in other years" query={entries} />
  if (!entries.data || entries.data.length === 0) return null
  return (
    <section aria-labelledby="journal-this-day">
      <h3 id="journal-this-day" className="mb-2 flex items-center md:min-h-11">
        On this day
      </h3>
      <ul className="flex flex-col divide-y divide-line">
        {entries.data.map((entry) => (
          <li key={entry.date} className="py-3 first:pt-0">
            <JournalEntry entry={entry} when={howLongAgo(entry.date, today, locale)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** '1 month ago', '6 months ago', '2 years ago'. */
function howLongAgo(date: DateText, today: DateText, locale: string): string {
  const months = Math.round(daysBetween(date, today) / 30.44)
  return months < 12
    ? relativeUnits(-months, 'month', locale, 'always')
    : relativeUnits(-Math.round(months / 12), 'year', locale, 'always')
}

/** Searches the journal on this device, because the server cannot search sealed text. */
function JournalSearch(): ReactElement {
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
  return `${counted(found, 'entry', 'entries')} found`
}
