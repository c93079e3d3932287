import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import { dismissShown, type ShownToast, TOAST_DURATION_MS } from '#web/ui/toast-store.ts'

/** Shows the toast where it covers nothing, and announces it to screen readers. */
export function ToastArea({ item }: { item: ShownToast | undefined }): ReactElement {
  const area = useRef<HTMLOListElement>(null)
  usePlace(area, item)
  return (
    <Primitive.Provider
      key={item?.areaId}
      label="Notification"
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {item ? <ToastCard key={item.id} item={item} /> : null}
      <Primitive.Viewport
        ref={area}
        data-toasts
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed top-0 left-0 z-60 w-[calc(100vw-2rem)] focus-visible:-outline-offset-4 md:max-w-[388px]"
      />
    </Primitive.Provider>
  )
}

const PRESSABLE =
  'a[href], button, input, select, textarea, summary, label:has(input), [role=button], [role=slider], [contenteditable=true]'
/** The parts that people read or decide on. A toast covers it only if it has no other place. */
const LAYER =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-dock], [data-bar], [data-read]'

/** Keeps the area at a place where nothing is covered, also when the page scrolls or changes. */
function usePlace(area: RefObject<HTMLOListElement | null>, item: ShownToast | undefined): void {
  useLayoutEffect(() => {
    const element = area.current
    if (!element || !item?.isOpen) return
    place(element)
    let frame = 0
    const placeSoon = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => place(element, { isShown: true }))
    }
    const changes = new MutationObserver(placeSoon)
    const attributeFilter = ['data-state', 'hidden', 'open']
    changes.observe(document.body, { attributeFilter, childList: true, subtree: true })
    const sizes = new ResizeObserver(placeSoon)
    for (const watched of [document.documentElement, document.body, element]) sizes.observe(watched)
    window.addEventListener('scroll', placeSoon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      sizes.disconnect()
      window.removeEventListener('scroll', placeSoon, { capture: true })
    }
  }, [area, item])
}

/**
 * Moves the area to a free place. One that is shown already stays where it is if it covers nothing and
 * is on screen: the toast is rendered after its area, which has no height until then. A page can
 * keep a place free with `data-toast-place`. A dialog may be covered only if it fills the screen.
 */
function place(area: HTMLElement, { isShown } = { isShown: false }): void {
  const { clientWidth: width } = document.documentElement
  const view = { width, height: window.innerHeight }
  const pressable = boxesOf(PRESSABLE, view)
  const obstacles = [...pressable, ...boxesOf(LAYER, view)]
  const isFree = (box: Box, from = obstacles): boolean => coveredArea(box, from) === 0
  const shown = area.getBoundingClientRect()
  if (isShown && isWithin(shown, view) && isFree(shown)) return
  const kept = placesKept().find((box) => {
    area.style.width = `${box.width}px`
    const taken = { ...box, height: area.offsetHeight }
    return isWithin(taken, view) && isFree(taken)
  })
  if (!kept) area.style.width = ''
  const size = { width: area.offsetWidth, height: area.offsetHeight }
  let found = kept ?? findPlace({ size, view, obstacles })
  if (!kept && !isFree({ ...found, ...size })) {
    found = findPlace({ size, view, obstacles: pressable })
  }
  Object.assign(area.style, { left: `${found.left}px`, top: `${found.top}px` })
}

/** The visible places that a page keeps free for a toast. */
function placesKept(): Pick<DOMRect, 'left' | 'top' | 'width'>[] {
  return [...document.querySelectorAll('[data-toast-place]')].flatMap((element) => {
    const { left, top, width } = element.getBoundingClientRect()
    return width > 0 ? [{ left, top, width }] : []
  })
}

/** Where elements are that can be used and are at least partly on screen. */
function boxesOf(selector: string, view: Pick<Box, 'width' | 'height'>): Box[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const box = shownPart(element)
    const isOnScreen =
      box.bottom > 0 && box.right > 0 && box.top < view.height && box.left < view.width
    const isUsable =
      isOnScreen &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[data-toasts], [aria-hidden=true], [inert]')
    return isUsable ? [box] : []
  })
}

/** Where an element is, without what a list that scrolls cuts off (`data-clips`). */
function shownPart(element: Element): DOMRect {
  const box = element.getBoundingClientRect()
  const frame = element.closest('[data-clips]')?.getBoundingClientRect()
  if (!frame) return box
  const top = Math.max(box.top, frame.top)
  const height = Math.max(0, Math.min(box.bottom, frame.bottom) - top)
  return new DOMRect(box.left, top, box.width, height)
}

const VARIANTS = {
  default: 'bg-primary text-on-primary',
  warning: 'border border-gold bg-gold-soft text-gold-ink',
  destructive: 'bg-destructive text-on-destructive',
} as const

function ToastCard({ item }: { item: ShownToast }): ReactElement {
  const isError = item.variant === 'destructive'
  return (
    <Primitive.Root
      open={item.isOpen}
      onOpenChange={(isOpen) => (isOpen ? undefined : dismissShown())}
      duration={isError ? Number.POSITIVE_INFINITY : TOAST_DURATION_MS}
      type={isError ? 'foreground' : 'background'}
      onEscapeKeyDown={leaveEscapeToLayer}
      className={cn(
        'flex items-start gap-3 rounded-xl p-4 shadow-lift',
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

function ToastButtons({ item }: { item: ShownToast }): ReactElement {
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

interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Room {
  size: Pick<Box, 'width' | 'height'>
  view: Pick<Box, 'width' | 'height'>
  /** The parts that must stay free: those that can be pressed, and dialogs. */
  obstacles: readonly Box[]
}

const MARGIN = 16
/** Below the site's header. */
const NARROW_TOP = 80
const STEP = 8
/** Widths from which toasts are in a corner, as in the specification. */
const WIDE_FROM = 640

/**
 * The free place that is nearest to the specification's: at the top of a small screen, in the bottom
 * right corner of a larger one. If no place is free, the one that covers the least.
 */
export function findPlace({ size, view, obstacles }: Room): Pick<Box, 'left' | 'top'> {
  const right = view.width - size.width - MARGIN
  const bottom = view.height - size.height - MARGIN
  const isWide = view.width >= WIDE_FROM
  const start = { left: right, top: isWide ? bottom : NARROW_TOP }
  const lefts = isWide ? [right, Math.round(view.width - size.width) / 2, MARGIN] : [right]
  const places = lefts.flatMap((left) => [{ ...start, left }, ...columnOf(left, bottom)])
  const distance = (place: Pick<Box, 'left' | 'top'>): number =>
    Math.hypot(place.left - start.left, place.top - start.top)
  places.sort((a, b) => distance(a) - distance(b))
  let best = { place: start, covered: Number.POSITIVE_INFINITY }
  for (const place of places) {
    const covered = coveredArea({ ...place, ...size }, obstacles)
    if (covered === 0) return place
    if (covered < best.covered) best = { place, covered }
  }
  return best.place
}

/** Whether all of a box is on screen. */
export function isWithin(box: Box, view: Pick<Box, 'width' | 'height'>): boolean {
  const isWide = box.left >= 0 && box.left + box.width <= view.width
  return isWide && box.top >= 0 && box.top + box.height <= view.height
}

/** How much of the obstacles a box covers with 4 px around it, in square pixels. */
function coveredArea(box: Box, obstacles: readonly Box[]): number {
  let area = 0
  for (const other of obstacles) {
    const width = overlap(box.left - 4, box.width + 8, other.left, other.width)
    const height = overlap(box.top - 4, box.height + 8, other.top, other.height)
    area += width * height
  }
  return area
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.max(
    0,
    Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart),
  )
}

function columnOf(left: number, bottom: number): Pick<Box, 'left' | 'top'>[] {
  const count = Math.max(0, Math.floor((bottom - STEP) / STEP) + 1)
  return Array.from({ length: count }, (_, index) => ({ left, top: STEP + index * STEP }))
}
