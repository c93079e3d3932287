import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import {
  type ReactElement,
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Story } from '#contract/stories.ts'
import { STORY_CATEGORIES } from '#contract/story-limits.ts'
import {
  categoryOf,
  filtersOf,
  hasFilters,
  listQueryOf,
  pageCountOf,
  type StoryFilters,
  type StoryListSearch,
  withFilters,
} from '#web/features/stories/flow-search.ts'
import { storiesQuery, tagsQuery } from '#web/features/stories/queries.ts'
import { ListSkeleton, StoryCard, storyGridClasses } from '#web/features/stories/story-card.tsx'
import { CATEGORY_LABELS, WAITING_LABEL } from '#web/features/stories/story-labels.ts'
import { cn } from '#web/lib/cn.ts'
import { counted } from '#web/lib/counted.ts'
import { AddressForm } from '#web/ui/address-form.tsx'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Select } from '#web/ui/select.tsx'

const DEBOUNCE_MS = 350

/** The contract's limit for a search text. */
const MAX_LENGTH = 200

interface StoryListProps {
  /** The story that the reader has just come back from. */
  returnTo: number | undefined
}

/** The approved stories, newest first. Filters and page are kept in the address. */
export function StoryList({ returnTo }: StoryListProps): ReactElement {
  const search = useSearch({ from: '/flow' })
  const filters = filtersOf(search)
  const stories = useQuery(storiesQuery(listQueryOf(search)))
  const { filter, searchFor, openPage, topRef } = useListAddress()
  const { page = 1 } = search
  const pageCount = pageCountOf(stories.data?.total ?? 0)
  if (stories.data?.items.length === 0 && page > pageCount) {
    const last = pageCount > 1 ? pageCount : undefined
    return <Navigate to="/flow" search={{ ...search, page: last }} replace resetScroll={false} />
  }

  return (
    <section
      ref={topRef}
      aria-labelledby="story-list"
      aria-busy={stories.isFetching}
      className="flex scroll-mt-32 flex-col gap-3"
    >
      <h2 id="story-list" className="sr-only">
        Stories
      </h2>
      <StoryFilterRow filters={filters} onFilter={filter} onSearch={searchFor} />
      <ActiveFilters
        search={search}
        filters={filters}
        onFilter={filter}
        isEmpty={stories.data?.items.length === 0}
      />
      <p role="status" className="sr-only">
        {stories.data && !stories.isPlaceholderData
          ? counted(stories.data.total, 'story', 'stories')
          : null}
      </p>
      {stories.isPending ? <ListSkeleton /> : null}
      {stories.error && !stories.data ? <QueryError what="the stories" query={stories} /> : null}
      {stories.data ? (
        <>
          <StoryGrid
            stories={stories.data}
            isDimmed={stories.isPlaceholderData}
            filters={filters}
            onFilter={filter}
            returnTo={returnTo}
          />
          <Pagination
            page={page}
            pageCount={pageCount}
            onPageChange={openPage}
            address={{ name: 'page', search }}
            label="Pages of stories"
          />
        </>
      ) : null}
    </section>
  )
}

interface ListAddress {
  filter: (change: StoryFilters) => void
  searchFor: (text: string) => void
  openPage: (page: number) => void
  topRef: React.RefObject<HTMLElement | null>
}

/** Changes the list through the address, so that Back undoes it and the link can be shared. */
function useListAddress(): ListAddress {
  const navigate = useNavigate({ from: '/flow' })
  const topRef = useRef<HTMLElement>(null)
  const filter = useCallback(
    (change: StoryFilters): void => {
      void navigate({ search: (search) => withFilters(search, change), resetScroll: false })
    },
    [navigate],
  )
  const searchFor = useCallback(
    (text: string): void => {
      const change = { q: text || undefined }
      void navigate({
        search: (search) => withFilters(search, change),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  const openPage = (page: number): void => {
    void navigate({
      search: (search) => ({ ...search, page: page > 1 ? page : undefined }),
      resetScroll: false,
    })
    topRef.current?.scrollIntoView()
  }
  return { filter, searchFor, openPage, topRef }
}

interface StoryGridProps {
  stories: Page<Story>
  /** Whether the next page is loading. */
  isDimmed: boolean
  filters: StoryFilters
  onFilter: (change: StoryFilters) => void
  returnTo: number | undefined
}

function StoryGrid(props: StoryGridProps): ReactElement {
  const { stories, isDimmed, filters, onFilter, returnTo } = props
  const search = useSearch({ from: '/flow' })
  const { data: tags = [] } = useQuery(tagsQuery)
  if (stories.items.length === 0 && hasFilters(filters)) {
    // A search reads titles and texts.
    const tag = tags.find((name) => name.toLowerCase() === filters.q?.toLowerCase())
    return (
      <EmptyState message="No stories match your filters.">
        {tag ? (
          <Button variant="outline" size="sm" onClick={() => onFilter({ q: undefined, tag })}>
            <bdi>Show stories tagged #{tag}</bdi>
          </Button>
        ) : null}
        <ClearAllFilters variant="outline" search={search} onFilter={onFilter} />
      </EmptyState>
    )
  }
  if (stories.items.length === 0) {
    return <EmptyState message="No stories yet. Yours could be the first." />
  }
  return (
    <ul className={cn(storyGridClasses, 'transition-opacity', isDimmed && 'opacity-60')}>
      {stories.items.map((story) => (
        <li key={story.id}>
          <StoryCard
            story={story}
            filters={filters}
            onFilter={onFilter}
            isReturn={story.id === returnTo}
          />
        </li>
      ))}
    </ul>
  )
}

interface StoryFiltersProps {
  filters: StoryFilters
  onFilter: (change: StoryFilters) => void
  onSearch: (text: string) => void
}

/**
 * Opens the filters above the list (`data-filters` in `styles.css`). A `details` without content of its
 * own, so that it works without a script and stays where it is.
 */
export function FilterButton(): ReactElement {
  const filters = filtersOf(useSearch({ from: '/flow' }))
  const count = Object.values(filters).filter(Boolean).length
  return (
    <details data-filter className="shrink-0 max-sm:mt-2">
      <summary
        className={cn(
          buttonVariants({ variant: 'outline', size: 'sm' }),
          'min-h-11 list-none [&::-webkit-details-marker]:hidden',
        )}
      >
        <SlidersHorizontal aria-hidden size={18} />
        Filter
        {count > 0 ? (
          <span className="min-w-5 rounded-full bg-primary px-1 text-center leading-5 font-semibold text-on-primary">
            {count}
            <span className="sr-only"> set</span>
          </span>
        ) : null}
      </summary>
    </details>
  )
}

/** Shown while the filter button is open. Without scripts, a form that opens the filtered list. */
function StoryFilterRow({ filters, onFilter, onSearch }: StoryFiltersProps): ReactElement {
  const { data: tags = [] } = useQuery(tagsQuery)
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => event.preventDefault()
  return (
    <search data-filters>
      <Form
        method="get"
        action="/flow"
        onSubmit={handleSubmit}
        className="grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1fr_1fr]"
      >
        <input type="hidden" name="tab" value="exit" />
        {filters.waiting ? <input type="hidden" name="waiting" value={filters.waiting} /> : null}
        <div className="col-span-2 lg:col-span-1">
          <SearchBox value={filters.q ?? ''} onSearch={onSearch} />
        </div>
        <Field label="Category">
          <Select
            name="category"
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
            name="tag"
            value={filters.tag ?? ''}
            onChange={({ target }) => onFilter({ tag: target.value || undefined })}
          >
            <option value="">All tags</option>
            {withOpenTag(tags, filters.tag).map((tag) => (
              <option key={tag} value={tag} dir="auto">
                {tag}
              </option>
            ))}
          </Select>
        </Field>
        <noscript>
          <button type="submit" className={buttonVariants({ variant: 'outline' })}>
            Show stories
          </button>
        </noscript>
      </Form>
    </search>
  )
}

type ActiveFiltersProps = Pick<StoryFiltersProps, 'filters' | 'onFilter'> & {
  search: StoryListSearch
  /** Nothing is found, so the way to clear the filters is in the place of the list. */
  isEmpty: boolean
}

/** The active filters as removable chips. Renders nothing when the list is not filtered. */
function ActiveFilters(props: ActiveFiltersProps): ReactElement | null {
  const { search, filters, onFilter, isEmpty } = props
  if (!hasFilters(filters)) return null
  const { category, tag, q, waiting } = filters
  const without = (change: StoryFilters) => ({
    rest: withFilters(search, change),
    onRemove: () => onFilter(change),
  })
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:-my-1">
      {category ? (
        <Chip label={CATEGORY_LABELS[category]} {...without({ category: undefined })} />
      ) : null}
      {tag ? <Chip label={`#${tag}`} {...without({ tag: undefined })} /> : null}
      {q ? <Chip label={`“${q}”`} {...without({ q: undefined })} /> : null}
      {waiting ? <Chip label={WAITING_LABEL} {...without({ waiting: undefined })} /> : null}
      {isEmpty ? null : <ClearAllFilters variant="ghost" search={search} onFilter={onFilter} />}
    </div>
  )
}

const NO_FILTERS = { category: undefined, tag: undefined, q: undefined, waiting: undefined }

interface ClearAllFiltersProps extends Pick<ActiveFiltersProps, 'search' | 'onFilter'> {
  variant: 'ghost' | 'outline'
}

function ClearAllFilters({ variant, search, onFilter }: ClearAllFiltersProps): ReactElement {
  return (
    <AddressForm search={withFilters(search, NO_FILTERS)} onPress={() => onFilter(NO_FILTERS)}>
      <Button type="submit" variant={variant} size="sm">
        Clear All Filters
      </Button>
    </AddressForm>
  )
}

/** Adds the tag from the address, so that it is selectable even before the tags have loaded. */
function withOpenTag(tags: readonly string[], open: string | undefined): readonly string[] {
  return open && !tags.includes(open) ? [open, ...tags] : tags
}

interface SearchBoxProps {
  /** The search text in the address. */
  value: string
  onSearch: (text: string) => void
}

/** Searches when typing pauses. Follows the address when it changes in another way. */
function SearchBox({ value, onSearch }: SearchBoxProps): ReactElement {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    if (value !== sent) {
      setText(value)
      setSent(value)
    }
  }
  const wanted = text.trim()
  const isTooLong = wanted.length > MAX_LENGTH
  useEffect(() => {
    if (wanted === sent || isTooLong) return
    const timer = setTimeout(() => {
      setSent(wanted)
      onSearch(wanted)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, sent, isTooLong, onSearch])
  return (
    <Field
      label="Search stories"
      error={isTooLong ? `Search for ${MAX_LENGTH} characters or less` : undefined}
    >
      <Input
        type="search"
        name="q"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  )
}
