import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { MoodPanel } from '#web/features/moods/mood-panel.tsx'
import { longDay } from '#web/lib/dates.ts'
import { useToday } from '#web/lib/use-today.ts'
import { showInRow } from '#web/ui/show-in-row.ts'
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
  // The open story stands where the list stood, so that the panel stays and knows it on the way back.
  const isReading = story !== undefined
  return (
    <div className="flex flex-col gap-6">
      {isReading ? null : <DayHeading />}
      {isReading ? null : <MoodPanel />}
      <FlowTabs open={open} isReading={isReading} />
    </div>
  )
}

function DayHeading(): ReactElement {
  const today = useToday(useMember().timeZone)
  return (
    <header>
      <p className="font-medium text-ink-quiet">Daily Practice</p>
      <h1>{longDay(today)}</h1>
    </header>
  )
}

/** An open story has the page to itself; without tabs its panel is no tab's panel. */
const NO_TAB = { role: undefined, 'aria-labelledby': undefined, tabIndex: undefined }

function FlowTabs(props: { open: FlowTab; isReading: boolean }): ReactElement {
  const { open, isReading } = props
  const navigate = useNavigate()
  const handleChange = (value: string): void => {
    const tab = TABS.find((candidate) => candidate.value === value)?.value
    void navigate({ to: '/flow', search: { tab } })
  }
  return (
    <Tabs value={open.value} onValueChange={handleChange}>
      {isReading ? null : (
        <TabsList aria-label="Daily practice">
          {TABS.map(({ value, label }) => (
            <TabsTrigger
              key={value}
              value={value}
              ref={value === open.value ? showInRow : undefined}
            >
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
      )}
      <TabsContent
        value={open.value}
        {...(isReading && NO_TAB)}
        className={isReading ? 'pt-0' : undefined}
      >
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
