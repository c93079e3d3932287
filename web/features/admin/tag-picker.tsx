import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Dispatch,
  type FormEvent,
  type ReactElement,
  type SetStateAction,
  useState,
} from 'react'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { tagsQuery } from '#web/features/stories/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** How many tags are shown before “Show all” is pressed. */
const TAGS_SHOWN = 12

interface TagPickerProps {
  selected: string[]
  onSelect: Dispatch<SetStateAction<string[]>>
  isDisabled?: boolean
}

/** Selects the tags of a story, and creates new ones. */
export function TagPicker({ selected, onSelect, isDisabled }: TagPickerProps): ReactElement {
  const { data: stored = [] } = useQuery(tagsQuery)
  const choices = tagChoices(stored, selected)
  return (
    <fieldset disabled={isDisabled} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium">Tags</legend>
      <TagChips
        choices={choices}
        selected={selected}
        onToggle={(tag) => onSelect((tags) => toggledTag(tags, tag))}
      />
      <NewTagForm choices={choices} onAdd={(tag) => onSelect((tags) => withTag(tags, tag))} />
    </fieldset>
  )
}

interface TagChipsProps {
  choices: string[]
  selected: string[]
  onToggle: (tag: string) => void
}

/** Shows the first tags and the selected ones; a button shows the rest. */
function TagChips({ choices, selected, onToggle }: TagChipsProps): ReactElement | null {
  const [isOpen, setIsOpen] = useState(false)
  if (choices.length === 0) return null
  const shown = choices.filter(
    (tag, index) => isOpen || index < TAGS_SHOWN || selected.includes(tag),
  )
  return (
    <div className="flex flex-wrap gap-2">
      {shown.map((tag) => (
        <Chip
          key={tag}
          label={tag}
          isSelected={selected.includes(tag)}
          onToggle={() => onToggle(tag)}
        />
      ))}
      {choices.length > TAGS_SHOWN ? (
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${choices.length}`}
        </Button>
      ) : null}
    </div>
  )
}

interface NewTagFormProps {
  choices: string[]
  onAdd: (tag: string) => void
}

function NewTagForm({ choices, onAdd }: NewTagFormProps): ReactElement {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const add = (tag: string): void => {
    onAdd(tag)
    setName('')
  }
  const creating = useSending({
    mutationFn: () => call(storyCalls.createTag, { body: { name } }),
    onSuccess: async (tag) => {
      toast({ title: 'Tag created successfully' })
      add(tag.name)
      await queryClient.invalidateQueries(tagsQuery)
    },
  })
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const known = findTag(choices, name)
    if (known) add(known)
    else creating.mutate()
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="max-w-sm">
      <Field label="New tag" error={creating.error ? sentenceOf(creating.error) : undefined}>
        <div className="flex gap-2">
          <Input
            value={name}
            maxLength={STORY_LIMITS.tag}
            onChange={({ target }) => {
              creating.reset()
              setName(target.value)
            }}
          />
          <Button
            type="submit"
            variant="secondary"
            busy={creating.isPending}
            disabled={name.trim() === ''}
          >
            Add
          </Button>
        </div>
      </Field>
    </Form>
  )
}

/** All tags to choose from: the stored ones, then selected ones that are not stored (anymore). */
export function tagChoices(stored: readonly string[], selected: readonly string[]): string[] {
  return [...new Set([...stored, ...selected])]
}

/** The tag that matches a typed name, ignoring case and extra whitespace. */
export function findTag(tags: readonly string[], typed: string): string | undefined {
  const wanted = foldedName(typed)
  return tags.find((tag) => foldedName(tag) === wanted)
}

function foldedName(name: string): string {
  return name.trim().replace(/\s+/gu, ' ').toLowerCase()
}

export function withTag(tags: readonly string[], tag: string): string[] {
  return tags.includes(tag) ? [...tags] : [...tags, tag]
}

export function toggledTag(tags: readonly string[], tag: string): string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]
}
