import { Plus } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { AddProductCard } from '#web/features/admin/products/add-product-card.tsx'
import { ProductGrid } from '#web/features/admin/products/product-grid.tsx'
import { ProductDraft, productDraftKey } from '#web/features/admin/products/product-values.ts'
import { readDraft } from '#web/lib/drafts.ts'
import { useIsHydrated } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'

/** Lists the products, and adds new ones. */
export function ProductsPart(): ReactElement {
  const memberId = useMember().id
  const [isAdding, setIsAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isHydrated = useIsHydrated()
  const hasDraft = isHydrated && readDraft(productDraftKey(memberId), ProductDraft) !== undefined
  const wasAdding = useRef(false)
  // Returns the focus to the button, which has been rendered again by now.
  useEffect(() => {
    if (wasAdding.current && !isAdding) opener.current?.focus()
    wasAdding.current = isAdding
  }, [isAdding])
  return (
    <div className="flex flex-col gap-8">
      {isAdding ? (
        <AddProductCard onClose={() => setIsAdding(false)} />
      ) : (
        <Button ref={opener} className="self-start" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden size={20} />
          {hasDraft ? 'Continue new product' : 'New product'}
        </Button>
      )}
      <ProductGrid />
    </div>
  )
}
