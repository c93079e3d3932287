import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ArrowUpDown, GripVertical } from 'lucide-react'
import {
  type PointerEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isolated } from '#contract/direction.ts'
import type { AdminProduct } from '#contract/shop.ts'
import { adminProductsQuery, refreshProducts } from '#web/features/admin/products/queries.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'

/** Opens a dialog in which the products are reordered. */
export function OrderButton({ products }: { products: AdminProduct[] }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        <ArrowUpDown aria-hidden size={18} />
        Change order
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent
          title="Change order"
          description="Drag a product, or move it with its buttons. Members see this order in the store."
        >
          <OrderForm products={products} onClose={() => setIsOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  )
}

function OrderForm(props: { products: AdminProduct[]; onClose: () => void }): ReactElement {
  const { products, onClose } = props
  const stored = products.map(({ id }) => id)
  const [ids, setIds] = useState(stored)
  const queryClient = useQueryClient()
  const saving = useAction({
    // Refused if products were added or removed in the meantime.
    call: (order: number[]) => call(shopCalls.orderProducts, { body: { ids: order } }),
    done: 'Order saved',
    failed: 'Failed to save the order',
    onDone: (ordered) => {
      queryClient.setQueryData(adminProductsQuery.queryKey, ordered)
      onClose()
    },
    refresh: refreshProducts,
  })
  const byId = new Map(products.map((product) => [product.id, product]))
  // Another administrator may add a product while this is open.
  const shown = [...ids, ...stored.filter((id) => !ids.includes(id))].flatMap(
    (id) => byId.get(id) ?? [],
  )
  return (
    <>
      <OrderList products={shown} onOrder={setIds} />
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button busy={saving.isPending} onClick={() => saving.run(shown.map(({ id }) => id))}>
          Save order
        </Button>
      </DialogFooter>
    </>
  )
}

interface OrderListProps {
  products: AdminProduct[]
  onOrder: (ids: number[]) => void
}

/** Products that can be dragged by their handles, or moved with two buttons each. */
function OrderList({ products, onOrder }: OrderListProps): ReactElement {
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const pressed = useRef<HTMLButtonElement>(null)
  const ids = products.map(({ id }) => id)
  // A button loses the focus when its row moves in the DOM.
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  })
  const moveTo = ({ id, title }: AdminProduct, place: number): void => {
    const order = moved(ids, id, place)
    onOrder(order)
    setAnnouncement(`“${isolated(title)}” is number ${order.indexOf(id) + 1} of ${order.length}.`)
  }
  const drag = useDrag((id, { clientY }) => {
    const product = products.find((each) => each.id === id)
    const others = [...(list.current?.children ?? [])].filter((_row, index) => ids[index] !== id)
    const place = others.filter((row) => middleOf(row) < clientY).length
    if (product && place !== ids.indexOf(id)) moveTo(product, place)
  })
  return (
    <>
      <ol ref={list} aria-label="Products in order" className="flex flex-col gap-2">
        {products.map((product, index) => (
          <li
            key={product.id}
            className={cn(
              'flex items-center gap-1 rounded-lg border border-line bg-surface p-1',
              drag.id === product.id && 'border-primary bg-primary-soft',
            )}
          >
            <span
              aria-hidden
              className="flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-ink-quiet active:cursor-grabbing"
              onPointerDown={(event) => drag.start(product.id, event)}
            >
              <GripVertical size={20} />
            </span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <bdi>{product.title}</bdi>
              {product.isDeleted ? (
                <Badge variant="neutral" className="ml-2">
                  Unpublished
                </Badge>
              ) : null}
            </span>
            {MOVES.map(({ name, by, Icon }) => (
              <Button
                key={name}
                variant="ghost"
                size="icon"
                aria-label={`${name}: ${product.title}`}
                aria-disabled={ids[index + by] === undefined || undefined}
                onClick={({ currentTarget }) => {
                  if (ids[index + by] === undefined) return
                  pressed.current = currentTarget
                  moveTo(product, index + by)
                }}
              >
                <Icon aria-hidden size={20} />
              </Button>
            ))}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

const MOVES = [
  { name: 'Move up', by: -1, Icon: ArrowUp },
  { name: 'Move down', by: 1, Icon: ArrowDown },
]

interface Drag {
  /** The id of the dragged product. */
  id: number | undefined
  start: (id: number, event: PointerEvent) => void
}

/** Follows the pointer across the window until it is released. */
function useDrag(onMove: (id: number, event: { clientY: number }) => void): Drag {
  const [id, setId] = useState<number>()
  const handleMove = useEffectEvent((event: { clientY: number }) => {
    if (id !== undefined) onMove(id, event)
  })
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const end = (): void => setId(undefined)
    window.addEventListener('pointermove', (event) => handleMove(event), { signal })
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
    return () => controller.abort()
  }, [id])
  return {
    id,
    start: (dragged, event) => {
      if (event.button !== 0) return
      // Prevents text selection during the drag.
      event.preventDefault()
      setId(dragged)
    },
  }
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

/** The list with one entry moved to another index, clamped to the ends of the list. */
export function moved<T>(list: readonly T[], entry: T, place: number): T[] {
  const rest = list.filter((each) => each !== entry)
  rest.splice(Math.min(Math.max(place, 0), rest.length), 0, entry)
  return rest
}
