import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { STORY_CATEGORIES } from '#contract/story-limits.ts'
import { categoryOf, hasFilters, type StoryFilters } from '#web/features/stories/flow-search.ts'
import { tagsQuery } from '#web/features/stories/queries.ts'
import { SearchBox } from '#web/features/stories/search-box.tsx'
import { CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

interface StoryFiltersProps {
  filters: StoryFilters
  onFilter: (change: StoryFilters) => void
  onSearch: (text: string) => void
}

export function StoryFilterRow({ filters, onFilter, onSearch }: StoryFiltersProps): ReactElement {
  const { data: tags = [] } = useQuery(tagsQuery)
  return (
    <search className="grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1fr_1fr]">
      <div className="col-span-2 lg:col-span-1">
        <SearchBox value={filters.q ?? ''} onSearch={onSearch} />
      </div>
      <Field label="Category">
        <Select
          value={filters.category ?? ''}
          onChange={({ target }) => onFilter({ category: categoryOf(target.value) })}
        >
          <option value="">All categories</option>
          {STORY_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {CATEGORY_LABELS[category]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Tag">
        <Select
          value={filters.tag ?? ''}
          onChange={({ target }) => onFilter({ tag: target.value || undefined })}
        >
          <option value="">All tags</option>
          {withOpenTag(tags, filters.tag).map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  )
}

type ActiveFiltersProps = Pick<StoryFiltersProps, 'filters' | 'onFilter'>

/** The active filters as removable chips. Renders nothing when the list is not filtered. */
export function ActiveFilters({ filters, onFilter }: ActiveFiltersProps): ReactElement | null {
  if (!hasFilters(filters)) return null
  const { category, tag, q } = filters
  return (
    <div className="flex flex-wrap items-center gap-2">
      {category ? (
        <Chip
          label={CATEGORY_LABELS[category]}
          onRemove={() => onFilter({ category: undefined })}
        />
      ) : null}
      {tag ? <Chip label={`#${tag}`} onRemove={() => onFilter({ tag: undefined })} /> : null}
      {q ? <Chip label={`“${q}”`} onRemove={() => onFilter({ q: undefined })} /> : null}
      <ClearAllFilters onFilter={onFilter} />
    </div>
  )
}

function ClearAllFilters({ onFilter }: Pick<ActiveFiltersProps, 'onFilter'>): ReactElement {
  const clear = (): void => onFilter({ category: undefined, tag: undefined, q: undefined })
  return (
    <Button variant="ghost" size="sm" onClick={clear}>
      Clear All Filters
    </Button>
  )
}

/** Adds the tag from the address, so that it is selectable even before the tags have loaded. */
function withOpenTag(tags: readonly string[], open: string | undefined): readonly string[] {
  return open && !tags.includes(open) ? [open, ...tags] : tags
}
