import { useQueryClient } from '@tanstack/react-query'
import type { Purchase } from '#contract/shop.ts'
import { findPurchase, refreshShop, replacePurchase } from '#web/features/shop/queries.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { type Action, useAction } from '#web/lib/use-action.ts'

/**
 * Resumes a canceled subscription. A given purchase is shown as resumed right away, which is undone
 * on failure. Given only an id, the purchase is looked up first.
 */
export function useResume(): Action<Purchase | number> {
  const client = useQueryClient()
  return useAction({
    call: async (given: Purchase | number) => {
      const undo = typeof given === 'number' ? undefined : replacePurchase(client, asResumed(given))
      try {
        const params = { subscriptionId: await subscriptionOf(given) }
        return await call(shopCalls.resumeSubscription, { params })
      } catch (error) {
        undo?.()
        throw error
      }
    },
    done: 'Subscription resumed successfully',
    failed: 'Failed to resume subscription',
    onDone: (purchase) => void replacePurchase(client, purchase),
    refresh: refreshShop,
  })
}

/** Cancels a subscription at the end of the paid period. `onSettled` closes the dialog. */
export function useCancel(onSettled: () => void): Action<string> {
  const client = useQueryClient()
  return useAction({
    call: (subscriptionId: string) =>
      call(shopCalls.cancelSubscription, { params: { subscriptionId } }),
    done: 'Subscription canceled successfully',
    failed: 'Failed to cancel subscription',
    onDone: (purchase) => {
      replacePurchase(client, purchase)
      onSettled()
    },
    onFailed: onSettled,
    refresh: refreshShop,
  })
}

function asResumed(purchase: Purchase): Purchase {
  return { ...purchase, status: 'active', canResume: false, canCancel: true }
}

async function subscriptionOf(given: Purchase | number): Promise<string> {
  const purchase = typeof given === 'number' ? await findPurchase(given) : given
  if (!purchase?.subscriptionId) throw new Error('This purchase isn’t a subscription.')
  return purchase.subscriptionId
}
