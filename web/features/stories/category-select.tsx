import type { ComponentProps, ReactElement } from 'react'
import { STORY_CATEGORIES } from '#contract/story-limits.ts'
import { CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { Select } from '#web/ui/select.tsx'

const questions = STORY_CATEGORIES.filter((category) => category.endsWith('_qa'))
const testimonials = STORY_CATEGORIES.filter((category) => !category.endsWith('_qa'))

/** The ten categories, grouped into testimonials and questions. */
export function CategorySelect(props: ComponentProps<'select'>): ReactElement {
  return (
    <Select {...props}>
      <option value="">Choose a category</option>
      <optgroup label="Testimonials">{testimonials.map(optionOf)}</optgroup>
      <optgroup label="Ask Folx? (Q&A)">{questions.map(optionOf)}</optgroup>
    </Select>
  )
}

function optionOf(category: (typeof STORY_CATEGORIES)[number]): ReactElement {
  return (
    <option key={category} value={category}>
      {CATEGORY_LABELS[category]}
    </option>
  )
}
