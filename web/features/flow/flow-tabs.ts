/** The tabs of `/flow` in their order (member document, section 2), as they are in the address. */
export const FLOW_TABS = ['daily', 'faith', 'exit', 'guidance'] as const

export type FlowTab = (typeof FLOW_TABS)[number]

/** The one name of each place, in bars, headings and titles. */
export const FLOW_TAB_LABELS: Record<FlowTab, string> = {
  daily: 'Daily WORD',
  faith: 'Faith Action',
  exit: 'FOLX Stories',
  guidance: 'Guidance',
}

/** The tab that an address opens: without one the first, and the stories for an open story. */
export function flowTabOf({ tab, story }: { tab?: unknown; story?: unknown }): FlowTab {
  if (story !== undefined) return 'exit'
  return FLOW_TABS.find((each) => each === tab) ?? 'daily'
}

/** The name of an open page: that of its list of stories, or else of its tab. */
export function flowTitleOf(search: { tab?: unknown; story?: unknown; list?: unknown }): string {
  const tab = flowTabOf(search)
  if (tab !== 'exit' || search.story !== undefined || !search.list) return FLOW_TAB_LABELS[tab]
  return search.list === 'mine' ? 'My stories' : 'Prayer'
}
