import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactElement } from 'react'
import { StoriesPanel } from '#web/features/stories/stories-panel.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

interface FlowTab {
  value: 'daily' | 'faith' | 'exit' | 'guidance'
  label: string
  Panel: ComponentType
}

const STORIES: FlowTab = { value: 'exit', label: 'FOLX Stories', Panel: StoriesPanel }

/** The tabs of the daily page in their order. An address that names another shows the stories. */
const TABS: readonly FlowTab[] = [STORIES]

/** Opens without a tab in the address (member document, section 2). */
const DEFAULT_TAB = 'daily'

export function FlowPage(): ReactElement {
  const { tab, story } = useSearch({ from: '/flow' })
  const wanted = story ? STORIES.value : (tab ?? DEFAULT_TAB)
  const open = TABS.find(({ value }) => value === wanted) ?? STORIES
  return (
    <div className="flex flex-col gap-6">
      {story ? null : <h1>{open.label}</h1>}
      {TABS.length > 1 && !story ? <FlowTabs open={open} /> : <open.Panel />}
    </div>
  )
}

function FlowTabs({ open }: { open: FlowTab }): ReactElement {
  const navigate = useNavigate()
  const handleChange = (value: string): void => {
    const tab = TABS.find((candidate) => candidate.value === value)?.value
    void navigate({ to: '/flow', search: { tab } })
  }
  return (
    <Tabs value={open.value} onValueChange={handleChange}>
      <TabsList aria-label="Daily practice">
        {TABS.map(({ value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={open.value}>
        <open.Panel />
      </TabsContent>
    </Tabs>
  )
}
