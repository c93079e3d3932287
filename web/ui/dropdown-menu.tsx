import { EllipsisVertical } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useRef,
  useState,
} from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

/** Called by the menu once it has closed: what the chosen entry opens. */
const MenuContext = createContext<RefObject<(() => void) | undefined>>({ current: undefined })

interface MoreMenuProps extends Pick<ComponentProps<typeof Primitive.Content>, 'align'> {
  /** Names the button: 'More about the reply by Fig Tree'. */
  label: string
  /** Classes of the button. */
  className?: string
  /** Entries of the menu. */
  children: ReactNode
}

/** What is rarely needed, behind a button with three dots. */
export function MoreMenu({ label, className, align, children }: MoreMenuProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const opens = useRef<() => void>(undefined)
  const close = (): void => setIsOpen(false)
  const handleClosed = (): void => {
    const open = opens.current
    opens.current = undefined
    if (open) setTimeout(open)
  }
  return (
    <MenuContext value={opens}>
      <Primitive.Root open={isOpen} onOpenChange={setIsOpen}>
        <Primitive.Trigger asChild>
          <Button variant="ghost" size="icon" aria-label={label} className={className}>
            <EllipsisVertical aria-hidden size={20} />
          </Button>
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            align={align ?? 'end'}
            sideOffset={6}
            collisionPadding={12}
            // Radix sends Escape to the layer that opened last, which can be a toast.
            onKeyDown={({ key }) => (key === 'Escape' ? close() : undefined)}
            onFocus={focusFirstItem}
            onCloseAutoFocus={handleClosed}
            className="z-50 min-w-48 rounded-lg border border-line bg-surface p-1.5 shadow-lift data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out"
          >
            {children}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </MenuContext>
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
  const chosen = useContext(MenuContext)
  const handleSelect = (): void => {
    chosen.current = opens
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
