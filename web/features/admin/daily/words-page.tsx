import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { BusinessWordInput, type BusinessWords, WORD_LIMITS } from '#contract/business-words.ts'
import type { BusinessWord } from '#contract/daily.ts'
import { isolated } from '#contract/direction.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { refreshWords, saveWords, wordsQuery } from '#web/features/admin/daily/words.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { type Column, DataTable } from '#web/features/admin/kit/data-table.tsx'
import { FROM_LIST } from '#web/features/admin/kit/entry-page.tsx'
import { FormButton } from '#web/features/admin/kit/form-button.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextareaField, TextField } from '#web/ui/form-fields.tsx'
import { Input } from '#web/ui/input.tsx'

export async function loadWords({ client }: AdminLoad): Promise<void> {
  await prefetch(client, wordsQuery)
}

const WORDS_PER_PAGE = 20

interface Row extends BusinessWord {
  id: string
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Word', width: '1fr', cell: ({ word }) => <bdi className="font-medium">{word}</bdi> },
  {
    name: 'Meaning and example',
    width: '3fr',
    cell: ({ meaning, example }) => (
      <>
        <p dir="auto">{meaning}</p>
        <p dir="auto" className="text-sm text-ink-quiet">
          {example}
        </p>
      </>
    ),
  },
  { name: 'Actions', width: '11rem', cell: ({ word }) => <WordActions word={word} /> },
]

/** All business words, in the order in which days show them. */
export function WordsPage(): ReactElement {
  const { page } = useAdminAddress()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const list = useQuery(wordsQuery)
  const words = useQuery({
    ...wordsQuery,
    select: ({ words }) => {
      const found = words
        .filter((word) => Object.values(word).join(' ').toLowerCase().includes(wanted))
        .map((word) => ({ ...word, id: word.word }))
      // All that are searched for are on one page.
      if (wanted !== '') return { items: found, total: found.length }
      const items = found.slice((page - 1) * WORDS_PER_PAGE, page * WORDS_PER_PAGE)
      return { items, total: found.length }
    },
  })
  return (
    <section aria-label="Business words" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field label="Find a word" className="w-full max-w-sm">
          <Input value={filter} onChange={({ target }) => setFilter(target.value)} />
        </Field>
        {list.data ? <ListActions list={list.data} /> : null}
      </div>
      <DataTable
        list={words}
        pageSize={wanted === '' ? WORDS_PER_PAGE : Number.POSITIVE_INFINITY}
        noun="words"
        columns={COLUMNS}
        narrow="entry"
        entryHeight="h-24"
        empty={<EmptyState message="No words found" />}
      />
    </section>
  )
}

function ListActions({ list }: { list: BusinessWords }): ReactElement {
  const restoring = useAction({
    call: () => saveWords([], list.version),
    done: 'The built-in words are back',
    failed: 'Failed to restore the built-in words',
    refresh: refreshWords,
  })
  return (
    <div className="flex flex-wrap gap-3">
      {list.isBuiltIn ? null : (
        <ActionButton
          size="default"
          label="Use built-in words"
          action={restoring}
          confirm={{
            title: 'Use the built-in words?',
            description: 'Your own list is deleted. Download it first if you may need it again.',
            confirmLabel: 'Delete my list',
            isDestructive: true,
          }}
        />
      )}
      <Button variant="outline" asChild>
        <Link to="/admin/business-words/file" state={FROM_LIST}>
          Import or export
        </Link>
      </Button>
      <WordForm
        label="Add word"
        title="Add word"
        initial={{ word: '', meaning: '', example: '' }}
        change={(words, word) => [...words, word]}
        done="Word added successfully"
      />
    </div>
  )
}

function WordActions({ word }: { word: string }): ReactElement | null {
  const { data: list } = useQuery(wordsQuery)
  const removing = useAction({
    call: () => saveWords(list?.words.filter((other) => other.word !== word) ?? [], list?.version),
    done: 'Word deleted successfully',
    failed: 'Failed to delete word',
    refresh: refreshWords,
  })
  const found = list?.words.find((other) => other.word === word)
  if (!list || !found) return null
  return (
    <span className="-ms-3.5 flex flex-wrap">
      <WordForm
        label="Edit"
        title="Edit word"
        entry={word}
        initial={found}
        change={(words, changed) => words.map((other) => (other.word === word ? changed : other))}
        done="Word saved successfully"
      />
      {list.words.length > 1 ? (
        <ActionButton
          label="Delete"
          entry={word}
          variant="ghost"
          className="text-destructive"
          action={removing}
          confirm={{
            title: `Delete “${isolated(word)}”?`,
            description: 'It will not be shown again. This can’t be undone.',
            confirmLabel: 'Delete word',
            isDestructive: true,
          }}
        />
      ) : null}
    </span>
  )
}

interface WordFormProps {
  label: string
  title: string
  /** The word that is edited. */
  entry?: string
  initial: BusinessWord
  change: (words: readonly BusinessWord[], word: BusinessWord) => BusinessWord[]
  done: string
}

const ADDING = { variant: 'default', size: 'default' } as const

/** The button and the dialog that add or change one word of the list. */
function WordForm(props: WordFormProps): ReactElement {
  const { label, title, entry, initial, change, done } = props
  const { data: list } = useQuery(wordsQuery)
  return (
    <FormButton
      label={label}
      entry={entry}
      {...(entry === undefined ? ADDING : { variant: 'ghost' })}
      title={title}
      initial={initial}
      values={BusinessWordInput}
      version={list?.version}
      save={(word, _changed, version) => saveWords(change(list?.words ?? [], word), version)}
      done={done}
      failedTitle="Failed to save the word"
      submitLabel="Save word"
      refresh={refreshWords}
      fields={(form) => (
        <>
          <TextField form={form} name="word" label="Word" limit={WORD_LIMITS.word} required />
          <TextareaField
            form={form}
            name="meaning"
            label="Meaning"
            limit={WORD_LIMITS.meaning}
            minHeight={72}
            required
          />
          <TextareaField
            form={form}
            name="example"
            label="Example"
            limit={WORD_LIMITS.example}
            minHeight={72}
            required
          />
        </>
      )}
    />
  )
}
