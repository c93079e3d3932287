import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import type { ManagedTag } from '#contract/tags.ts'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { EntryButton } from '#web/features/admin/kit/action-button.tsx'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { managedTagsQuery, refreshTags } from '#web/features/admin/tags/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { tagCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField, TextField } from '#web/ui/form-fields.tsx'
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

interface TagAction {
  kind: 'rename' | 'merge' | 'delete'
  tag: ManagedTag
}

interface TagDialogProps {
  action: TagAction
  /** All tags. */
  tags: ManagedTag[]
  onClose: () => void
}

/** The dialog for renaming, merging or deleting a tag. */
function TagDialog({ action, tags, onClose }: TagDialogProps): ReactElement {
  const { tag } = action
  switch (action.kind) {
    case 'rename':
      return <RenameDialog tag={tag} onClose={onClose} />
    case 'merge':
      return (
        <MergeDialog tag={tag} others={tags.filter(({ id }) => id !== tag.id)} onClose={onClose} />
      )
    case 'delete':
      return <DeleteDialog tag={tag} onClose={onClose} />
  }
}

/** The server says what is wrong with a name. */
const TagName = z.object({ name: z.string() })
type TagName = z.infer<typeof TagName>

function RenameDialog({ tag, onClose }: { tag: ManagedTag; onClose: () => void }): ReactElement {
  const { form, ...state } = useServerForm<TagName, TagName, ManagedTag>({
    initial: { name: tag.name },
    values: TagName,
    save: (body) => call(tagCalls.rename, { params: { id: tag.id }, body }),
    done: 'Tag renamed successfully',
    onSaved: onClose,
    onFailed: (error) => form.setError('name', { message: sentenceOf(error) }),
    refresh: refreshTags,
  })
  return (
    <DecisionDialog
      title="Rename tag"
      description="The new name appears on all its stories."
      isOpen
      onClose={onClose}
    >
      <DecisionForm {...state} label="Rename tag">
        <TextField form={form} name="name" label="Name" limit={STORY_LIMITS.tag} required />
      </DecisionForm>
    </DecisionDialog>
  )
}

interface MergeDialogProps {
  tag: ManagedTag
  others: ManagedTag[]
  onClose: () => void
}

const MergeValues = z.object({ into: z.string().min(1, 'Choose a tag').transform(Number) })

function MergeDialog({ tag, others, onClose }: MergeDialogProps): ReactElement {
  const { form, ...state } = useServerForm<{ into: string }, { into: number }, ManagedTag>({
    initial: { into: '' },
    values: MergeValues,
    save: (body) => call(tagCalls.merge, { params: { id: tag.id }, body }),
    done: 'Tags merged successfully',
    onSaved: onClose,
    onFailed: (error) => form.setError('into', { message: sentenceOf(error) }),
    refresh: refreshTags,
  })
  return (
    <DecisionDialog
      title={`Merge “${tag.name}”`}
      description={`Its stories get the other tag, and “${tag.name}” is deleted. This can’t be undone.`}
      isOpen
      onClose={onClose}
    >
      <DecisionForm {...state} label="Merge tags" isDestructive>
        <SelectField form={form} name="into" label="Merge into" required>
          <option value="">Choose a tag</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </DecisionForm>
    </DecisionDialog>
  )
}

function DeleteDialog({ tag, onClose }: { tag: ManagedTag; onClose: () => void }): ReactElement {
  const removing = useAction({
    call: () => call(tagCalls.remove, { params: { id: tag.id } }),
    done: 'Tag deleted successfully',
    failed: 'Failed to delete tag',
    onDone: onClose,
    refresh: refreshTags,
  })
  return (
    <ConfirmDialog
      title={`Delete “${tag.name}”?`}
      description="The tag will be removed from all its stories. This can’t be undone."
      confirmLabel="Delete tag"
      isDestructive
      isBusy={removing.isPending}
      failure={removing.failure}
      onConfirm={() => removing.run()}
      isOpen
      onOpenChange={onClose}
    />
  )
}
