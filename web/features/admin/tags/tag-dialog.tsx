import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import type { ManagedTag } from '#contract/tags.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { mergeTag, refreshTags, removeTag, renameTag } from '#web/features/admin/tags/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

export interface TagAction {
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
export function TagDialog({ action, tags, onClose }: TagDialogProps): ReactElement {
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

function RenameDialog({ tag, onClose }: { tag: ManagedTag; onClose: () => void }): ReactElement {
  const [name, setName] = useState(tag.name)
  const renaming = useTagChange({ work: renameTag, done: 'Tag renamed successfully', onClose })
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!renaming.isPending) renaming.mutate({ tag, name })
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Rename tag" description="The new name appears on all its stories.">
        <Form noValidate onSubmit={handleSubmit}>
          <Field
            label="Name"
            required
            error={renaming.error ? sentenceOf(renaming.error) : undefined}
          >
            <Input
              value={name}
              limit={STORY_LIMITS.tag}
              onChange={({ target }) => {
                renaming.reset()
                setName(target.value)
              }}
            />
          </Field>
          <DialogFormFooter busy={renaming.isPending}>Rename tag</DialogFormFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}

interface MergeDialogProps {
  tag: ManagedTag
  others: ManagedTag[]
  onClose: () => void
}

function MergeDialog({ tag, others, onClose }: MergeDialogProps): ReactElement {
  const [into, setInto] = useState('')
  const [problem, setProblem] = useState<string>()
  const merging = useTagChange({ work: mergeTag, done: 'Tags merged successfully', onClose })
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (into === '') setProblem('Choose a tag')
    else if (!merging.isPending) merging.mutate({ tag, into: Number(into) })
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Merge “${tag.name}”`}
        description={`Its stories get the other tag, and “${tag.name}” is deleted. This can’t be undone.`}
      >
        <Form noValidate onSubmit={handleSubmit}>
          <Field
            label="Merge into"
            required
            error={problem ?? (merging.error ? sentenceOf(merging.error) : undefined)}
          >
            <Select
              value={into}
              onChange={({ target }) => {
                setProblem(undefined)
                setInto(target.value)
              }}
            >
              <option value="">Choose a tag</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <DialogFormFooter variant="destructive" busy={merging.isPending}>
            Merge tags
          </DialogFormFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}

function DeleteDialog({ tag, onClose }: { tag: ManagedTag; onClose: () => void }): ReactElement {
  const removing = useTagChange({ work: removeTag, done: 'Tag deleted successfully', onClose })
  return (
    <ConfirmDialog
      title={`Delete “${tag.name}”?`}
      description="The tag will be removed from all its stories. This can’t be undone."
      confirmLabel="Delete tag"
      isDestructive
      isBusy={removing.isPending}
      onConfirm={() =>
        removing.mutate(tag, {
          onError: (error) => notifyError('Failed to delete tag', error),
        })
      }
      isOpen
      onOpenChange={onClose}
    />
  )
}

/** Makes a change, then closes its dialog. Refetches the tags if they are out of date. */
function useTagChange<Input, Result>(input: {
  work: (given: Input) => Promise<Result>
  done: string
  onClose: () => void
}): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: input.work,
    onSuccess: async () => {
      notifySuccess(input.done)
      await refreshTags(client)
      input.onClose()
    },
    onError: (error) => {
      if (isOutdated(error)) void refreshTags(client)
    },
  })
}
