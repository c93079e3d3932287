import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { scrimClasses } from '#web/ui/dialog.tsx'
import { useFocusReturn } from '#web/ui/focus-return.ts'

export const drawerClasses =
  'fixed inset-y-0 left-0 z-50 flex w-[min(20rem,85vw)] flex-col overflow-y-auto border-r border-line bg-surface p-5 text-ink shadow-lift'

export function Drawer(props: ComponentProps<typeof Primitive.Root>): ReactElement {
  return <Primitive.Root {...props} />
}

/** Takes one child, a button or link that also closes the drawer. */
export function DrawerClose(props: ComponentProps<typeof Primitive.Close>): ReactElement {
  return <Primitive.Close asChild {...props} />
}

interface DrawerContentProps extends Omit<ComponentProps<typeof Primitive.Content>, 'title'> {
  title: ReactNode
}

/** Slides in from the left. */
export function DrawerContent(props: DrawerContentProps): ReactElement {
  const { title, className, children, ...rest } = props
  const focusReturn = useFocusReturn()
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={scrimClasses} />
      <Primitive.Content
        aria-describedby={undefined}
        className={cn(
          drawerClasses,
          'data-[state=open]:animate-slide-from-left data-[state=closed]:animate-slide-to-left',
          className,
        )}
        {...focusReturn}
        {...rest}
      >
        <div className="mb-4 flex items-center justify-between">
          <Primitive.Title className="text-xl">{title}</Primitive.Title>
          <Primitive.Close asChild>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close menu"
              data-dialog-close
              className="-mr-2"
            >
              <X aria-hidden size={22} />
            </Button>
          </Primitive.Close>
        </div>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  )
}
