import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { type ReactElement, useSyncExternalStore } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import {
  addToast,
  dismissErrors,
  dismissGroup,
  dismissToast,
  type QueuedToast,
  removeToast,
  TOAST_DURATION_MS,
  TOAST_REMOVE_DELAY_MS,
  type ToastMessage,
  toastDuration,
} from '#web/ui/toast-queue.ts'

let queue: QueuedToast[] = []
const listeners = new Set<() => void>()
/**
 * Counts the messages that came while the area was empty and without the focus. Radix stops the
 * clock while the pointer or the focus is inside, and does not notice that they leave once the last
 * toast is gone: so it begins anew each time.
 */
let beginnings = 0

function setQueue(next: QueuedToast[]): void {
  queue = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes over a queue, and forgets its dismissed toasts later. */
function setDismissed(next: QueuedToast[]): void {
  setQueue(next)
  setTimeout(() => {
    const dismissed = next.filter(({ phase }) => phase === 'dismissed')
    setQueue(dismissed.reduce((rest, { id }) => removeToast(rest, id), queue))
  }, TOAST_REMOVE_DELAY_MS)
}

function dismiss(id: string): void {
  setDismissed(dismissToast(queue, id))
}

/** Shows a message, or lets it wait while another is on screen. */
export function toast(message: ToastMessage): void {
  const id = crypto.randomUUID()
  const isEmpty = !queue.some(({ phase }) => phase === 'open')
  if (isEmpty && !document.activeElement?.closest('[data-toasts]')) beginnings += 1
  setDismissed(addToast(queue, { ...message, id }))
}

/** Shows what failed and the server's sentence, until it is closed. */
export function toastError(title: string, error: unknown, group?: string): void {
  toast({ title, description: sentenceOf(error), variant: 'destructive', ...(group && { group }) })
}

/** Closes the toasts of a group, for example before the next try. */
export function dismissToasts(group: string): void {
  setDismissed(dismissGroup(queue, group))
}

/** Closes all errors, for where one explanation takes their place. */
export function dismissErrorToasts(): void {
  setDismissed(dismissErrors(queue))
}

/** The toast area. Place it once, at the end of the page. */
export function Toaster(): ReactElement {
  const toasts = useSyncExternalStore(subscribe, () => queue)
  return (
    <Primitive.Provider
      key={beginnings}
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

const LOOKS = {
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
        LOOKS[item.variant ?? 'default'],
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
 * Radix gives the Escape key to the layer that opened last. A toast over an open dialog or menu
 * leaves the key to it. A menu closes on the key itself.
 */
function leaveEscapeToLayer(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const layer = target?.closest('[role=dialog], [role=alertdialog], [role=menu]')
  if (!layer) return
  event.preventDefault()
  layer.querySelector<HTMLElement>('[data-dialog-close]')?.click()
}

function ToastButtons({ item }: { item: QueuedToast }): ReactElement {
  const looks =
    'inline-flex min-h-9 items-center rounded-md hover:bg-ink/15 pointer-coarse:min-h-11'
  return (
    <div className="-my-0.5 -mr-1.5 flex shrink-0 items-center gap-1">
      {item.action ? (
        <Primitive.Action
          altText={item.action.label}
          onClick={item.action.onPress}
          className={cn(
            looks,
            'border border-current px-3 text-sm font-medium focus-visible:outline-current',
          )}
        >
          {item.action.label}
        </Primitive.Action>
      ) : null}
      <Primitive.Close
        aria-label="Close"
        className={cn(
          looks,
          'min-w-9 justify-center focus-visible:outline-current pointer-coarse:min-w-11',
        )}
      >
        <X aria-hidden size={18} />
      </Primitive.Close>
    </div>
  )
}
