import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { ManagedTag } from '#contract/tags.ts'
import { EntryButton } from '#web/features/admin/entry-button.tsx'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { managedTagsQuery } from '#web/features/admin/tags/queries.ts'
import { type TagAction, TagDialog } from '#web/features/admin/tags/tag-dialog.tsx'
import { counted } from '#web/lib/counted.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** All tags, with actions to rename, merge and delete them. */
export function TagsPanel(): ReactElement {
  const tags = useQuery(managedTagsQuery)
  const [filter, setFilter] = useState('')
  if (tags.isLoadingError) return <QueryError query={tags} />
  const wanted = filter.trim().toLowerCase()
  const shown = tags.data?.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <section aria-labelledby="tags" className="flex flex-col gap-5">
      <h2 id="tags">Tags</h2>
      {tags.data?.length === 0 ? (
        <EmptyState message="No tags yet. Add them when you approve stories." />
      ) : (
        <>
          <Field label="Find a tag" className="max-w-sm">
            <Input value={filter} onChange={({ target }) => setFilter(target.value)} />
          </Field>
          {shown ? <TagList tags={shown} all={tags.data ?? []} /> : <Skeleton className="h-64" />}
        </>
      )}
    </section>
  )
}

function TagList({ tags, all }: { tags: ManagedTag[]; all: ManagedTag[] }): ReactElement {
  const [action, setAction] = useState<TagAction>()
  if (tags.length === 0) return <p className="text-ink-quiet">No tags found.</p>
  return (
    <>
      <ul
        aria-label="Tags"
        className="divide-y divide-line rounded-xl border border-line bg-surface"
      >
        {tags.map((tag) => (
          <li
            key={tag.id}
            tabIndex={-1}
            ref={keepFocusNearby}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2"
          >
            <span className="min-w-0 grow font-medium break-words">{tag.name}</span>
            <span className="text-sm text-ink-quiet">
              {counted(tag.storyCount, 'story', 'stories')}
            </span>
            <span className="flex flex-wrap">
              {(['rename', 'merge', 'delete'] as const).map((kind) => (
                <EntryButton
                  key={kind}
                  variant="ghost"
                  className={kind === 'delete' ? 'text-destructive' : ''}
                  label={LABELS[kind]}
                  entry={tag.name}
                  onClick={() => setAction({ kind, tag })}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
      {action ? (
        <TagDialog
          key={`${action.kind} ${action.tag.id}`}
          action={action}
          tags={all}
          onClose={() => setAction(undefined)}
        />
      ) : null}
    </>
  )
}

const LABELS = { rename: 'Rename', merge: 'Merge', delete: 'Delete' } as const
