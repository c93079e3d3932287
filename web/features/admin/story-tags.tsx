import { Pencil } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { TagPicker } from '#web/features/admin/tag-picker.tsx'
import { useSetStoryTags } from '#web/features/admin/use-moderation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

/** The tags of a published story, with a form to change them. */
export function StoryTags({ story }: { story: Story }): ReactElement {
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  if (form === 'open') return <TagsForm story={story} onClose={() => setForm('closed')} />
  const label = story.tags.length > 0 ? 'Edit tags' : 'Add tags'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {story.tags.map((tag) => (
        <Badge key={tag}>#{tag}</Badge>
      ))}
      <Button
        ref={form === 'closed' ? takeLostFocus : undefined}
        variant="ghost"
        size="sm"
        aria-label={`${label}: ${story.title}`}
        onClick={() => setForm('open')}
      >
        <Pencil aria-hidden size={16} />
        {label}
      </Button>
    </div>
  )
}

function TagsForm({ story, onClose }: { story: Story; onClose: () => void }): ReactElement {
  const [tags, setTags] = useState(story.tags)
  const saving = useSetStoryTags()
  return (
    <div
      ref={takeLostFocus}
      tabIndex={-1}
      className="flex w-full flex-col gap-4 rounded-lg bg-ground p-4"
    >
      <TagPicker selected={tags} onSelect={setTags} />
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          busy={saving.isPending}
          onClick={() => saving.mutate({ story, tags }, { onSuccess: onClose })}
        >
          Save tags
        </Button>
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
