import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { MoodPanel } from '#web/features/moods/mood-panel.tsx'
import { longDay } from '#web/lib/dates.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

interface FlowTab {
  value: 'daily' | 'faith' | 'exit' | 'guidance'
  label: string
  Panel: ComponentType
}

const DAILY: FlowTab = {
  value: 'daily',
  label: 'Daily WORD',
  Panel: lazy(async () => {
    const { DailyPanel } = await import('#web/features/daily/daily-panel.tsx')
    return { default: DailyPanel }
  }),
}

const FAITH: FlowTab = {
  value: 'faith',
  label: 'Faith Action',
  Panel: lazy(async () => {
    const { FaithPanel } = await import('#web/features/flow/faith-panel.tsx')
    return { default: FaithPanel }
  }),
}

const STORIES: FlowTab = {
  value: 'exit',
  label: 'FOLX Stories',
  Panel: lazy(async () => {
    const { StoriesPanel } = await import('#web/features/stories/stories-panel.tsx')
    return { default: StoriesPanel }
  }),
}

const GUIDANCE: FlowTab = {
  value: 'guidance',
  label: 'Guidance',
  Panel: lazy(async () => {
    const { GuidancePanel } = await import('#web/features/guidance/guidance-panel.tsx')
    return { default: GuidancePanel }
  }),
}

/** The tabs of the daily page in their order. Without a tab in the address the first one opens. */
const TABS: readonly FlowTab[] = [DAILY, FAITH, STORIES, GUIDANCE]

export function FlowPage(): ReactElement {
  const { tab, story } = useSearch({ from: '/flow' })
  const wanted = story ? STORIES.value : tab
  const open = TABS.find(({ value }) => value === wanted) ?? DAILY
  // An open story takes the place of the list, and has the page to itself below the tabs.
  const isReading = story !== undefined
  return (
    <div className="-mt-4 flex flex-col gap-3 sm:mt-0 sm:gap-6">
      {isReading ? null : <DayHeading />}
      {isReading ? null : <MoodPanel key={open.value} />}
      <FlowTabs open={open} isReading={isReading} />
    </div>
  )
}

function DayHeading(): ReactElement {
  const today = useToday(useMember().timeZone)
  return (
    <header>
      <p className="hidden font-medium text-ink-quiet sm:block">Daily Practice</p>
      <h1 className="text-2xl sm:text-4xl">{longDay(today)}</h1>
    </header>
  )
}

function FlowTabs(props: { open: FlowTab; isReading: boolean }): ReactElement {
  const { open, isReading } = props
  const navigate = useNavigate()
  const handleChange = (value: string): void => {
    const tab = TABS.find((candidate) => candidate.value === value)?.value
    void navigate({ to: '/flow', search: { tab } })
  }
  // The tab of an open story leads back to the list, although it is open already.
  const handleClick = (): void => {
    if (isReading) handleChange(open.value)
  }
  return (
    <Tabs value={open.value} onValueChange={handleChange}>
      <TabsList
        aria-label="Daily practice"
        // Below the header, over the whole width of a phone. All four are always in view.
        className="sticky top-16 z-20 -mx-4 grid grid-cols-4 gap-0 overflow-x-visible bg-ground px-1 sm:mx-0 sm:px-0"
      >
        {TABS.map(({ value, label }) => (
          <TabsTrigger
            key={value}
            value={value}
            className="min-h-12 justify-center px-1 text-center text-sm leading-tight sm:text-base"
            onClick={value === open.value ? handleClick : undefined}
          >
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={open.value} className="pt-4 sm:pt-6">
        <OpenPanel tab={open} />
      </TabsContent>
    </Tabs>
  )
}

function OpenPanel({ tab }: { tab: FlowTab }): ReactElement {
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <tab.Panel />
    </Suspense>
  )
}
