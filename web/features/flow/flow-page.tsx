import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ComponentType, ReactElement } from 'react'
import { logicalDate } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { MoodPanel } from '#web/features/moods/mood-panel.tsx'
import { readOpenJournal } from '#web/features/moods/queries.ts'
import { longDay } from '#web/lib/dates.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useDates } from '#web/lib/use-dates.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

interface FlowTab {
  value: 'daily' | 'faith' | 'exit' | 'guidance'
  label: string
  Panel: ComponentType
  /** Prefetches the data that the panel shows first. */
  load: (load: MemberLoad) => Promise<void>
}

const LOADING = <Skeleton className="h-96 w-full" />

const importDaily = () => import('#web/features/daily/daily-panel.tsx')

const importFaith = () => import('#web/features/flow/faith-panel.tsx')

const importStories = () => import('#web/features/stories/stories-panel.tsx')

const importGuidance = () => import('#web/features/guidance/guidance-panel.tsx')

const DAILY: FlowTab = {
  value: 'daily',
  label: 'Daily WORD',
  Panel: onDemand(importDaily, 'DailyPanel', LOADING),
  load: async (load) => (await importDaily()).loadDaily(load),
}

const FAITH: FlowTab = {
  value: 'faith',
  label: 'Faith Action',
  Panel: onDemand(importFaith, 'FaithPanel', LOADING),
  load: async (load) => (await importFaith()).loadFaith(load),
}

const STORIES: FlowTab = {
  value: 'exit',
  label: 'FOLX Stories',
  Panel: onDemand(importStories, 'StoriesPanel', LOADING),
  load: async (load) => (await importStories()).loadStories(load),
}

const GUIDANCE: FlowTab = {
  value: 'guidance',
  label: 'Guidance',
  Panel: onDemand(importGuidance, 'GuidancePanel', LOADING),
  load: async (load) => (await importGuidance()).loadGuidance(load),
}

/** In their order. Without a tab in the address, the first one opens. */
const TABS: readonly FlowTab[] = [DAILY, FAITH, STORIES, GUIDANCE]

function tabOf({ tab, story }: { tab?: unknown; story?: unknown }): FlowTab {
  const wanted = story ? STORIES.value : tab
  return TABS.find(({ value }) => value === wanted) ?? DAILY
}

/**
 * Reads what the page shows first. The journal only on the server: each read extends its lock's time,
 * and hovering over a link must not.
 */
export async function loadFlow(load: MemberLoad): Promise<void> {
  const { client, user, now, search } = load
  const tab = tabOf(search)
  await Promise.all([
    tab.load(load),
    import.meta.env.SSR ? readOpenJournal(client, logicalDate(now, user.timeZone)) : undefined,
  ])
}

export function FlowPage(): ReactElement {
  const search = useSearch({ from: '/flow' })
  const { story } = search
  const open = tabOf(search)
  // An open story replaces the list and has the whole page below the tabs.
  const isReading = story !== undefined
  return (
    <div className="-mt-4 flex flex-col gap-3 sm:mt-0 sm:gap-6">
      {isReading ? null : <DayHeading />}
      {isReading ? null : <MoodPanel key={open.value} isLine={open !== DAILY} />}
      <FlowTabs open={open} isReading={isReading} />
    </div>
  )
}

function DayHeading(): ReactElement {
  const today = useToday(useMember().timeZone)
  const { locale } = useDates()
  return (
    <header>
      <p className="hidden font-medium text-ink-quiet sm:block">Daily Practice</p>
      {/* On a phone even the longest date fits on one line, so the page begins at the same height each day. */}
      <h1 className="text-xl font-bold sm:text-4xl sm:font-[560]">{longDay(today, locale)}</h1>
    </header>
  )
}

function FlowTabs(props: { open: FlowTab; isReading: boolean }): ReactElement {
  const { open, isReading } = props
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useMember()
  /** Preloads the panel before the tab is pressed. */
  const handleIntent = (tab: FlowTab): void => {
    const load = { client, user, now: new Date(), search: {}, params: {} }
    tab.load(load).catch(() => undefined)
  }
  const handleChange = (value: string): void => {
    const tab = TABS.find((candidate) => candidate.value === value)?.value
    void navigate({ to: '/flow', search: { tab } })
  }
  const propsOf = (tab: FlowTab): ComponentProps<typeof TabsTrigger> => {
    const { value } = tab
    if (tab !== open) return { value, onPointerEnter: () => handleIntent(tab) }
    // The tab of an open story goes back to the list, although the tab is already open.
    return isReading ? { value, onClick: () => handleChange(value) } : { value }
  }
  return (
    <Tabs value={open.value} onValueChange={handleChange}>
      <TabsList
        aria-label="Daily practice"
        // Below the header, across the whole width of a phone. All four are always in view, large text
        // in two rows.
        className="sticky top-16 z-20 -mx-4 grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-0 overflow-x-visible bg-ground px-1 sm:mx-0 sm:px-0"
      >
        {TABS.map((tab) => (
          <TabsTrigger
            key={tab.value}
            className="min-h-12 justify-center px-1 text-center text-sm leading-tight sm:text-base"
            {...propsOf(tab)}
          >
            {tab.label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={open.value} className="pt-4 sm:pt-6">
        <open.Panel />
      </TabsContent>
    </Tabs>
  )
}
