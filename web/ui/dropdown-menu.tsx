import { DropdownMenu as Primitive } from 'radix-ui'
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type ReactElement,
  type RefObject,
  useContext,
  useRef,
  useState,
} from 'react'
import { cn } from '#web/lib/cn.ts'

interface Menu {
  close: () => void
  /** Opened by the chosen entry once the menu has closed. */
  opens: RefObject<(() => void) | undefined>
}

const MenuContext = createContext<Menu>({ close: () => undefined, opens: { current: undefined } })

export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const opens = useRef<() => void>(undefined)
  return (
    <MenuContext value={{ close: () => setIsOpen(false), opens }}>
      <Primitive.Root open={isOpen} onOpenChange={setIsOpen} {...props} />
    </MenuContext>
  )
}

/** Takes one child, the button that opens the menu. */
export function DropdownMenuTrigger(props: ComponentProps<typeof Primitive.Trigger>): ReactElement {
  return <Primitive.Trigger asChild {...props} />
}

export function DropdownMenuContent(props: ComponentProps<typeof Primitive.Content>): ReactElement {
  const { className, ...rest } = props
  const { close, opens } = useContext(MenuContext)
  const handleClosed = (): void => {
    const open = opens.current
    opens.current = undefined
    if (open) setTimeout(open)
  }
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        // Radix sends Escape to the layer that opened last, which can be a toast.
        onKeyDown={({ key }) => (key === 'Escape' ? close() : undefined)}
        onFocus={focusFirstItem}
        onCloseAutoFocus={handleClosed}
        className={cn(
          'z-50 min-w-48 rounded-lg border border-line bg-surface p-1.5 shadow-lift',
          'data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out',
          className,
        )}
        {...rest}
      />
    </Primitive.Portal>
  )
}

/**
 * When the keyboard opened the menu, moves the focus from the menu to its first item, also if the
 * items have registered only after Radix moved the focus.
 */
function focusFirstItem({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget || !currentTarget.matches(':focus-visible')) return
  queueMicrotask(() => {
    if (document.activeElement !== currentTarget) return
    currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus()
  })
}

interface DropdownMenuItemProps extends ComponentProps<typeof Primitive.Item> {
  isDestructive?: boolean
  /**
   * Opens a dialog. Called once the menu has returned the focus to its button, so that the dialog can
   * return it there too.
   */
  opens?: () => void
}

export function DropdownMenuItem(props: DropdownMenuItemProps): ReactElement {
  const { isDestructive, opens, className, ...rest } = props
  const menu = useContext(MenuContext)
  const handleSelect = (): void => {
    menu.opens.current = opens
  }
  return (
    <Primitive.Item
      onSelect={opens ? handleSelect : undefined}
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 py-1.5 outline-none pointer-coarse:min-h-11',
        'data-disabled:pointer-events-none data-disabled:opacity-55 data-highlighted:bg-sand',
        isDestructive && 'text-destructive',
        className,
      )}
      {...rest}
    />
  )
}
