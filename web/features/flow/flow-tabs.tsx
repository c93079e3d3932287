import type { ComponentProps, ReactElement } from 'react'
import { TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

/** The tabs of the daily page in their order. */
const FLOW_TABS = [
  { value: 'daily', label: 'Daily WORD' },
  { value: 'faith', label: 'Faith Action' },
  { value: 'exit', label: 'FOLX Stories' },
  { value: 'guidance', label: 'Guidance' },
] as const

export type FlowTabName = (typeof FLOW_TABS)[number]['value']

export type FlowTabProps = Pick<ComponentProps<typeof TabsTrigger>, 'onClick' | 'onPointerEnter'>

interface FlowTabListProps {
  /** Extra event handlers for a tab. */
  propsOf?: (tab: FlowTabName) => FlowTabProps
}

export function FlowTabList({ propsOf }: FlowTabListProps): ReactElement {
  return (
    <TabsList
      aria-label="Daily practice"
      // Below the header, across the whole width of a phone. All four are always in view.
      className="sticky top-16 z-20 -mx-4 grid grid-cols-4 gap-0 overflow-x-visible bg-ground px-1 sm:mx-0 sm:px-0"
    >
      {FLOW_TABS.map(({ value, label }) => (
        <TabsTrigger
          key={value}
          value={value}
          className="min-h-12 justify-center px-1 text-center text-sm leading-tight sm:text-base"
          {...propsOf?.(value)}
        >
          {label}
        </TabsTrigger>
      ))}
    </TabsList>
  )
}
