import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { scrimClasses } from '#web/ui/dialog.tsx'
import { useFocusReturn } from '#web/ui/focus-return.ts'

export const drawerClasses =
  'fixed inset-y-0 left-0 z-50 flex w-[min(20rem,85vw)] flex-col overflow-y-auto border-r border-line bg-surface p-5 text-ink shadow-lift'

interface DrawerContentProps {
  title: ReactNode
  children: ReactNode
}

/** The content of a `Dialog` that slides in from the left. */
export function DrawerContent({ title, children }: DrawerContentProps): ReactElement {
  const focusReturn = useFocusReturn()
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={scrimClasses} />
      <Primitive.Content
        aria-describedby={undefined}
        className={cn(
          drawerClasses,
          'data-[state=open]:animate-slide-from-left data-[state=closed]:animate-slide-to-left',
        )}
        {...focusReturn}
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
