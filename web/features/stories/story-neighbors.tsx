import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import type { Neighbors } from '#contract/stories.ts'
import { listSearchOf, neighborQueryOf } from '#web/features/stories/flow-search.ts'
import { neighborsQuery, prefetchStory } from '#web/features/stories/queries.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

type Neighbor = Neighbors['next']

/** Link props to a neighboring story. The list is then one more history step back. */
interface Step {
  to: '/flow'
  search: { story: number }
  state: { listSteps?: number }
}

interface NeighborSteps {
  neighbors: Neighbors | undefined
  stepTo: (neighbor: { id: number }) => Step
}

function useNeighborSteps(storyId: number): NeighborSteps {
  const search = useSearch({ from: '/flow' })
  const listSteps = useLocation({ select: ({ state }) => state.listSteps })
  const { data } = useQuery(neighborsQuery(storyId, neighborQueryOf(search)))
  return {
    neighbors: data,
    stepTo: ({ id }) => ({
      to: '/flow',
      search: { story: id, ...listSearchOf(search) },
      state: listSteps ? { listSteps: listSteps + 1 } : {},
    }),
  }
}

/** Buttons to the stories before and after; the left and right arrow keys do the same. */
export function NeighborButtons({ storyId }: { storyId: number }): ReactElement | null {
  const { neighbors, stepTo } = useNeighborSteps(storyId)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const open = (neighbor: Neighbor | undefined): void => {
    if (neighbor) void navigate(stepTo(neighbor))
  }
  const propsOf = (neighbor: Neighbor | undefined) => {
    const prefetch = (): void => (neighbor ? prefetchStory(queryClient, neighbor.id) : undefined)
    return {
      variant: 'outline' as const,
      size: 'icon' as const,
      disabled: !neighbor,
      onClick: () => open(neighbor),
      onPointerEnter: prefetch,
      onFocus: prefetch,
    }
  }
  useArrowKeys({
    ArrowLeft: () => open(neighbors?.previous),
    ArrowRight: () => open(neighbors?.next),
  })
  // The only story of its list.
  if (neighbors && !neighbors.previous && !neighbors.next) return null
  return (
    <nav
      aria-label="Stories in this list"
      className="flex gap-2 justify-self-end lg:col-start-3 lg:row-start-1"
    >
      <Button
        {...propsOf(neighbors?.previous)}
        aria-label="Previous story"
        aria-keyshortcuts="ArrowLeft"
        title="Previous story (left arrow key)"
      >
        <ChevronLeft aria-hidden size={20} />
      </Button>
      <Button
        {...propsOf(neighbors?.next)}
        aria-label="Next story"
        aria-keyshortcuts="ArrowRight"
        title="Next story (right arrow key)"
      >
        <ChevronRight aria-hidden size={20} />
      </Button>
    </nav>
  )
}

/** The titles of the stories before and after, below the open one. */
export function NeighborLinks({ storyId }: { storyId: number }): ReactElement | null {
  const { neighbors, stepTo } = useNeighborSteps(storyId)
  if (!neighbors?.previous && !neighbors?.next) return null
  const { previous, next } = neighbors
  return (
    <nav aria-label="Read on" className="grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
      {previous ? (
        <NeighborLink label="Previous" title={previous.title} step={stepTo(previous)} />
      ) : null}
      {next ? <NeighborLink label="Next" title={next.title} step={stepTo(next)} isAtEnd /> : null}
    </nav>
  )
}

interface NeighborLinkProps {
  label: string
  title: string
  step: Step
  /** Aligned right if there is room for both links. */
  isAtEnd?: boolean
}

function NeighborLink({ label, title, step, isAtEnd = false }: NeighborLinkProps): ReactElement {
  return (
    <Link
      {...step}
      className={cn(
        'flex min-h-11 flex-col gap-0.5 rounded-lg border border-line bg-surface p-4 hover:bg-sand',
        isAtEnd && 'sm:col-start-2 sm:text-right',
      )}
    >
      <span className="text-sm text-ink-quiet">{label}</span>
      <span dir="auto" className="line-clamp-2 font-medium">
        {title}
      </span>
    </Link>
  )
}

function useArrowKeys(actions: Record<'ArrowLeft' | 'ArrowRight', () => void>): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if ((key === 'ArrowLeft' || key === 'ArrowRight') && isFree(event)) actions[key]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Whether nothing on the page uses the key itself, such as a text field, a slider or the tabs. */
function isFree(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return false
  const user =
    'input, textarea, select, [contenteditable], [role=tablist], [role=menu], [role$=dialog]'
  return !(target instanceof Element && target.closest(user))
}
