import { Tabs as Primitive } from 'radix-ui'
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type MouseEvent,
  type ReactElement,
  useContext,
} from 'react'
import { cn } from '#web/lib/cn.ts'

/** Controlled with `value` and `onValueChange`, so that the URL can contain the open tab. */
export function Tabs(props: ComponentProps<typeof Primitive.Root>): ReactElement {
  return (
    <OpenTab value={props.onValueChange}>
      <Primitive.Root activationMode="manual" {...props} />
    </OpenTab>
  )
}

const OpenTab = createContext<((value: string) => void) | undefined>(undefined)

/**
 * Scrolls sideways if the tabs don't fit. Needs an `aria-label`. It is `relative`, so that text for
 * screen readers inside tabs widens the row and not the page.
 */
export function TabsList(props: ComponentProps<typeof Primitive.List>): ReactElement {
  const { className, ...rest } = props
  return (
    <Primitive.List
      className={cn(
        'faded-row relative flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]',
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
      onMouseDown={focusQuietly}
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

/** Before Radix focuses a pressed tab as if a key had been pressed, with an outline. */
function focusQuietly({ button, ctrlKey, currentTarget }: MouseEvent<HTMLElement>): void {
  if (button === 0 && !ctrlKey) currentTarget.focus({ focusVisible: false })
}

/**
 * Whether the focus came from another tab of the row. The arrow keys open the tab that they move to.
 * The Tab key opens none, because after Back in the history it may move to a tab that isn't open.
 */
function isByArrow(event: FocusEvent<HTMLElement>): boolean {
  const from = event.relatedTarget
  const list = event.currentTarget.closest('[role="tablist"]')
  // The list itself briefly has the focus when the Tab key enters it.
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
  /** The open tab. */
  value: string
}

/** A row of tabs, scrolled so that the open one is visible. */
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

/** The width of the fade at the edge of a row that goes on, as in `styles.css`. */
const FADE_PX = 32

/**
 * A ref for the open tab that scrolls it into view in its row, because a URL may open a tab beyond the
 * edge of a narrow screen. Scrolls again when counts that load later make the tabs wider.
 */
export function showInRow(tab: HTMLElement | null): (() => void) | undefined {
  const row = tab?.parentElement
  if (!tab || !row) return undefined
  const show = (): void => {
    const start = tab.offsetLeft - FADE_PX
    const end = tab.offsetLeft + tab.offsetWidth + FADE_PX
    if (start < row.scrollLeft) row.scrollLeft = start
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth
  }
  show()
  const observer = new ResizeObserver(show)
  for (const each of row.children) observer.observe(each)
  return () => observer.disconnect()
}
