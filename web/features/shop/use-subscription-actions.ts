import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Purchase } from '#contract/shop.ts'
import { findPurchase, refreshShop, replacePurchase } from '#web/features/shop/queries.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

/**
 * Resumes a canceled subscription. A given purchase is shown as resumed right away, which is undone
 * on failure. Given only an id, the purchase is looked up first.
 */
export function useResume(): Action<[Purchase | number]> {
  const client = useQueryClient()
  return useShopAction(async (given) => {
    const undo = typeof given === 'number' ? undefined : replacePurchase(client, asResumed(given))
    try {
      const params = { subscriptionId: await subscriptionOf(given) }
      replacePurchase(client, await call(shopCalls.resumeSubscription, { params }))
      toast({ title: 'Subscription resumed successfully' })
    } catch (error) {
      undo?.()
      toastError('Failed to resume subscription', error)
    }
    await refreshShop(client)
  })
}

/** Cancels a subscription at the end of the paid period. `onSettled` closes the dialog. */
export function useCancel(onSettled: () => void): Action<[subscriptionId: string]> {
  const client = useQueryClient()
  return useShopAction(async (subscriptionId) => {
    try {
      const params = { subscriptionId }
      replacePurchase(client, await call(shopCalls.cancelSubscription, { params }))
      toast({ title: 'Subscription canceled successfully' })
    } catch (error) {
      toastError('Failed to cancel subscription', error)
    }
    onSettled()
    await refreshShop(client)
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

interface Action<Input extends unknown[]> {
  isBusy: boolean
  /** Does nothing while the action is running. */
  start: (...input: Input) => void
}

/**
 * An action started by a press, one at a time. A smaller alternative to a mutation, for the first
 * page of a visit.
 *
 * @param work reports its own failures
 */
export function useShopAction<Input extends unknown[]>(
  work: (...input: Input) => Promise<void>,
): Action<Input> {
  const isUnderWay = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  return {
    isBusy,
    start: (...input) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setIsBusy(true)
      void work(...input).finally(() => {
        isUnderWay.current = false
        setIsBusy(false)
      })
    },
  }
}
