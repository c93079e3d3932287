import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { isolated } from '#contract/direction.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import type { ManagedTag } from '#contract/tags.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { type Column, DataTable } from '#web/features/admin/kit/data-table.tsx'
import { FormButton } from '#web/features/admin/kit/form-button.tsx'
import { managedTagsQuery, refreshTags } from '#web/features/admin/tags/queries.ts'
import { call } from '#web/lib/api.ts'
import { tagCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useAction } from '#web/lib/use-action.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField, TextField } from '#web/ui/form-fields.tsx'
import { Input } from '#web/ui/input.tsx'

export async function loadTags({ client }: AdminLoad): Promise<void> {
  await prefetch(client, managedTagsQuery)
}

const COLUMNS: readonly Column<ManagedTag>[] = [
  {
    name: 'Name',
    width: '3fr',
    cell: (tag) => (
      <>
        <bdi className="font-medium">{tag.name}</bdi>
        <span className="text-ink-quiet lg:hidden"> · {usesOf(tag)}</span>
      </>
    ),
  },
  { name: 'Used', width: '1fr', narrow: 'hidden', cell: usesOf },
  { name: 'Actions', width: '17rem', cell: (tag) => <TagActions tag={tag} /> },
]

function usesOf({ storyCount }: ManagedTag): string {
  return counted(storyCount, 'story', 'stories')
}

/** All tags, with actions to rename, merge and delete them. */
export function TagsPage(): ReactElement {
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const tags = useQuery({
    ...managedTagsQuery,
    select: (all) => {
      const items = all.filter(({ name }) => name.toLowerCase().includes(wanted))
      return { items, total: items.length }
    },
  })
  return (
    <section aria-label="Tags" className="flex flex-col gap-5">
      <Field label="Find a tag" className="max-w-sm">
        <Input value={filter} onChange={({ target }) => setFilter(target.value)} />
      </Field>
      <DataTable
        list={tags}
        pageSize={Number.POSITIVE_INFINITY}
        noun="tags"
        columns={COLUMNS}
        narrow="entry"
        entryHeight="h-14"
        empty={
          <EmptyState
            message={wanted ? 'No tags found' : 'No tags yet. Add them when you approve stories.'}
          />
        }
      />
    </section>
  )
}

/** The server says what is wrong with a name. */
const TagName = z.object({ name: z.string() })
const MergeValues = z.object({ into: z.string().min(1, 'Choose a tag').transform(Number) })

function TagActions({ tag }: { tag: ManagedTag }): ReactElement {
  const params = { id: tag.id }
  const removing = useAction({
    call: () => call(tagCalls.remove, { params }),
    done: 'Tag deleted successfully',
    failed: 'Failed to delete tag',
    refresh: refreshTags,
  })
  const entry = { entry: tag.name, variant: 'ghost', refresh: refreshTags } as const
  return (
    <span className="-ms-3.5 flex flex-wrap">
      <FormButton
        {...entry}
        label="Rename"
        title="Rename tag"
        description="The new name appears on all its stories."
        initial={{ name: tag.name }}
        values={TagName}
        version={tag.version}
        save={(body, _changed, version) =>
          call(tagCalls.rename, { params, body: { ...body, version } })
        }
        done="Tag renamed successfully"
        failedTitle="Failed to rename tag"
        submitLabel="Rename tag"
        fields={(form) => (
          <TextField form={form} name="name" label="Name" limit={STORY_LIMITS.tag} required />
        )}
      />
      <FormButton
        {...entry}
        label="Merge"
        title={`Merge “${isolated(tag.name)}”`}
        description={`Its stories get the other tag, and “${isolated(tag.name)}” is deleted. This can’t be undone.`}
        initial={{ into: '' }}
        values={MergeValues}
        save={(body) => call(tagCalls.merge, { params, body })}
        done="Tags merged successfully"
        failedTitle="Failed to merge tags"
        submitLabel="Merge tags"
        isDestructive
        fields={(form) => (
          <SelectField form={form} name="into" label="Merge into" required>
            <option value="">Choose a tag</option>
            <OtherTags tag={tag} />
          </SelectField>
        )}
      />
      <ActionButton
        label="Delete"
        entry={tag.name}
        variant="ghost"
        className="text-destructive"
        action={removing}
        confirm={{
          title: `Delete “${isolated(tag.name)}”?`,
          description: 'The tag will be removed from all its stories. This can’t be undone.',
          confirmLabel: 'Delete tag',
          isDestructive: true,
        }}
      />
    </span>
  )
}

function OtherTags({ tag }: { tag: ManagedTag }): ReactElement[] {
  const { data: tags = [] } = useQuery(managedTagsQuery)
  return tags
    .filter(({ id }) => id !== tag.id)
    .map(({ id, name }) => (
      <option key={id} value={id} dir="auto">
        {name}
      </option>
    ))
}
