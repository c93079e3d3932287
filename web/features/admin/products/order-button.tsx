import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { OrderList } from '#web/features/admin/products/order-list.tsx'
import {
  adminProductsQuery,
  orderProducts,
  refreshProducts,
} from '#web/features/admin/products/queries.ts'
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
  const save = useMutation({
    mutationFn: orderProducts,
    onSuccess: (ordered) => {
      queryClient.setQueryData(adminProductsQuery.queryKey, ordered)
      notifySuccess('Order saved')
      onClose()
    },
    onError: (error) => notifyError('Failed to save the order', error),
    onSettled: () => refreshProducts(queryClient),
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
        <Button busy={save.isPending} onClick={() => save.mutate(shown.map(({ id }) => id))}>
          Save order
        </Button>
      </DialogFooter>
    </>
  )
}
