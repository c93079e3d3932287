import { useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactElement } from 'react'
import { logicalDate } from '#contract/logical-date.ts'
import { type FlowTab, flowTabOf } from '#web/features/flow/flow-tabs.ts'
import { MoodPanel } from '#web/features/moods/mood-panel.tsx'
import { readOpenJournal } from '#web/features/moods/queries.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface Tab {
  Panel: ComponentType
  /** Prefetches the data that the panel shows first. */
  load: (load: MemberLoad) => Promise<void>
}

const LOADING = <Skeleton className="h-96 w-full" />

const DailyPanel = onDemand(
  () => import('#web/features/daily/daily-panel.tsx'),
  'DailyPanel',
  LOADING,
)

const FaithPanel = onDemand(
  () => import('#web/features/flow/faith-panel.tsx'),
  'FaithPanel',
  LOADING,
)

const StoriesPanel = onDemand(
  () => import('#web/features/stories/stories-panel.tsx'),
  'StoriesPanel',
  LOADING,
)

const GuidancePanel = onDemand(
  () => import('#web/features/guidance/guidance-panel.tsx'),
  'GuidancePanel',
  LOADING,
)

const TABS: Record<FlowTab, Tab> = {
  daily: {
    Panel: DailyPanel,
    load: async (load) => (await DailyPanel.preload()).loadDaily(load),
  },
  faith: {
    Panel: FaithPanel,
    load: async (load) => (await FaithPanel.preload()).loadFaith(load),
  },
  exit: {
    Panel: StoriesPanel,
    load: async (load) => (await StoriesPanel.preload()).loadStories(load),
  },
  guidance: {
    Panel: GuidancePanel,
    load: async (load) => (await GuidancePanel.preload()).loadGuidance(load),
  },
}

/**
 * Reads what the page shows first. The journal only on the server: each read extends its lock's time,
 * and hovering over a link must not.
 */
export async function loadFlow(load: MemberLoad): Promise<void> {
  const { client, user, now, search } = load
  await Promise.all([
    TABS[flowTabOf(search)].load(load),
    import.meta.env.SSR ? readOpenJournal(client, logicalDate(now, user.timeZone)) : undefined,
  ])
}

/** The day and its mood in one line, and the open tab. An open story has the page to itself. */
export function FlowPage(): ReactElement {
  const search = useSearch({ from: '/flow' })
  const tab = flowTabOf(search)
  const { Panel } = TABS[tab]
  return (
    <div className="-mt-6 flex flex-col gap-1 sm:-mt-8">
      {search.story === undefined ? <MoodPanel key={tab} /> : null}
      <Panel />
    </div>
  )
}
