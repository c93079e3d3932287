import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { type QueuedToast, TOAST_DURATION_MS, toastDuration } from '#web/ui/toast-queue.ts'
import { dismiss, toastGeneration } from '#web/ui/toast-store.ts'

/** Shows the toasts that aren't waiting, and announces them to screen readers. */
export function ToastArea({ toasts }: { toasts: readonly QueuedToast[] }): ReactElement {
  return (
    <Primitive.Provider
      key={toastGeneration()}
      label="Notification"
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {toasts
        .filter((item) => item.phase !== 'waiting')
        .map((item) => (
          <ToastCard key={item.id} item={item} />
        ))}
      <Primitive.Viewport
        data-toasts
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed inset-x-0 top-16 z-60 grid p-4 focus-visible:-outline-offset-4 sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:w-full md:max-w-[420px]"
      />
    </Primitive.Provider>
  )
}

const VARIANTS = {
  default: 'bg-primary text-on-primary',
  warning: 'border border-gold bg-gold-soft text-gold-ink',
  destructive: 'bg-destructive text-on-destructive',
} as const

function ToastCard({ item }: { item: QueuedToast }): ReactElement {
  const isError = item.variant === 'destructive'
  return (
    <Primitive.Root
      open={item.phase === 'open'}
      onOpenChange={(isOpen) => (isOpen ? undefined : dismiss(item.id))}
      duration={toastDuration(item)}
      type={isError ? 'foreground' : 'background'}
      onEscapeKeyDown={leaveEscapeToLayer}
      className={cn(
        'flex items-start gap-3 rounded-xl p-4 shadow-lift [grid-area:1/1]',
        VARIANTS[item.variant ?? 'default'],
        'data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:animate-swipe-out',
      )}
    >
      <div className="min-w-0 grow py-1">
        <Primitive.Title className="font-semibold">{item.title}</Primitive.Title>
        {item.description ? (
          <Primitive.Description className="mt-0.5 text-sm">
            {item.description}
          </Primitive.Description>
        ) : null}
      </div>
      <ToastButtons item={item} />
    </Primitive.Root>
  )
}

/**
 * Radix sends Escape to the layer that opened last. A toast over an open dialog or menu leaves the key
 * to that layer. A menu handles the key itself.
 */
function leaveEscapeToLayer(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const layer = target?.closest('[role=dialog], [role=alertdialog], [role=menu]')
  if (!layer) return
  event.preventDefault()
  layer.querySelector<HTMLElement>('[data-dialog-close]')?.click()
}

function ToastButtons({ item }: { item: QueuedToast }): ReactElement {
  const buttonClasses =
    'inline-flex min-h-9 items-center rounded-md hover:bg-ink/15 pointer-coarse:min-h-11'
  return (
    <div className="-my-0.5 -mr-1.5 flex shrink-0 items-center gap-1">
      {item.action ? (
        <Primitive.Action
          altText={item.action.label}
          onClick={item.action.onPress}
          className={cn(
            buttonClasses,
            'border border-current px-3 text-sm font-medium focus-visible:outline-current',
          )}
        >
          {item.action.label}
        </Primitive.Action>
      ) : null}
      <Primitive.Close
        aria-label="Close"
        className={cn(
          buttonClasses,
          'min-w-9 justify-center focus-visible:outline-current pointer-coarse:min-w-11',
        )}
      >
        <X aria-hidden size={18} />
      </Primitive.Close>
    </div>
  )
}
