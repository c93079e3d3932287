import { Tabs as Primitive } from 'radix-ui'
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type ReactElement,
  useContext,
} from 'react'
import { cn } from '#web/lib/cn.ts'

/** Controlled with `value` and `onValueChange`, so that the address can hold the open tab. */
export function Tabs(props: ComponentProps<typeof Primitive.Root>): ReactElement {
  return (
    <OpenTab value={props.onValueChange}>
      <Primitive.Root activationMode="manual" {...props} />
    </OpenTab>
  )
}

const OpenTab = createContext<((value: string) => void) | undefined>(undefined)

/**
 * Scrolls sideways where the tabs do not fit. Needs an `aria-label`. It is `relative`, so that what
 * tabs hold for screen readers alone widens the row and not the page.
 */
export function TabsList(props: ComponentProps<typeof Primitive.List>): ReactElement {
  const { className, ...rest } = props
  return (
    <Primitive.List
      className={cn(
        'relative flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]',
        className,
      )}
      {...rest}
    />
  )
}

export function TabsTrigger(props: ComponentProps<typeof Primitive.Trigger>): ReactElement {
  const { className, ...rest } = props
  const open = useContext(OpenTab)
  return (
    <Primitive.Trigger
      onFocus={(event) => (isByArrow(event) ? open?.(props.value) : undefined)}
      className={cn(
        'inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-3.5 font-medium',
        'text-ink-quiet transition-colors hover:text-ink focus-visible:-outline-offset-2',
        'data-[state=active]:border-primary data-[state=active]:text-primary',
        className,
      )}
      {...rest}
    />
  )
}

/**
 * Whether the focus came from another tab of the row. The arrow keys open the tab that they lead to.
 * The Tab key opens none: after a step back in the history it may lead to another one than the open
 * one.
 */
function isByArrow(event: FocusEvent<HTMLElement>): boolean {
  const from = event.relatedTarget
  const list = event.currentTarget.closest('[role="tablist"]')
  // The list itself has the focus for a moment when the Tab key enters it.
  return from instanceof HTMLElement && from.role === 'tab' && Boolean(list?.contains(from))
}

export function TabsContent(props: ComponentProps<typeof Primitive.Content>): ReactElement {
  const { className, ...rest } = props
  return <Primitive.Content className={cn('pt-6', className)} {...rest} />
}

interface TabRowProps {
  /** Names the row. */
  label: string
  tabs: readonly { value: string; label: string }[]
  /** The open one. */
  value: string
}

/** The tabs of a page, in the view as far as the open one. */
export function TabRow({ label, tabs, value: open }: TabRowProps): ReactElement {
  return (
    <TabsList aria-label={label}>
      {tabs.map(({ value, label }) => (
        <TabsTrigger key={value} value={value} ref={value === open ? showInRow : undefined}>
          {label}
        </TabsTrigger>
      ))}
    </TabsList>
  )
}

/**
 * A ref for the open tab: an address may open one beyond the edge of a narrow screen. Only its row is
 * scrolled, and again when counts that arrive later make its tabs wider.
 */
function showInRow(tab: HTMLElement | null): (() => void) | undefined {
  const row = tab?.parentElement
  if (!tab || !row) return undefined
  const show = (): void => {
    const end = tab.offsetLeft + tab.offsetWidth
    if (tab.offsetLeft < row.scrollLeft) row.scrollLeft = tab.offsetLeft
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth
  }
  show()
  const observer = new ResizeObserver(show)
  for (const each of row.children) observer.observe(each)
  return () => observer.disconnect()
}
