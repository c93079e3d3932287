import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refreshShop } from '#web/features/shop/queries.ts'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'
import { toast } from '#web/ui/toast-store.ts'

/** The server's sentence for a second subscription (member document, section 8). */
const ALREADY_SUBSCRIBED = 'You already have an active subscription for this product.'
/** If the page is still open after this time, the browser didn't leave it. */
const LEAVING_MS = 10_000

export interface CheckoutStart {
  /** The product whose checkout is being opened. */
  pendingId: number | undefined
  /** Opens the checkout of a product. Does nothing while another one is being opened. */
  start: (productId: number) => void
}

/**
 * Starts a checkout. The product stays pending until the page is left, and is reset when the page
 * is restored from the back/forward cache. Unmounting before the response arrives cancels the
 * redirect.
 *
 * @param failureOf the toast for a failure other than an already active subscription
 */
export function useCheckout(failureOf: (error: unknown) => ToastMessage): CheckoutStart {
  const client = useQueryClient()
  const [pendingId, setPendingId] = useState<number>()
  const underWay = useRef<AbortController>(undefined)
  const settle = (): void => {
    underWay.current = undefined
    setPendingId(undefined)
  }
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      underWay.current = undefined
      setPendingId(undefined)
      void refreshShop(client)
    }
    window.addEventListener('pageshow', handleShow)
    return () => {
      window.removeEventListener('pageshow', handleShow)
      underWay.current?.abort()
      underWay.current = undefined
    }
  }, [client])

  const open = async (productId: number, { signal }: AbortController): Promise<void> => {
    try {
      const { url } = await call(shopCalls.createCheckout, { body: { productId }, signal })
      if (signal.aborted) return
      window.location.assign(url)
      setTimeout(settle, LEAVING_MS)
    } catch (error) {
      if (signal.aborted) return
      settle()
      toast(refusalOf(error) ?? failureOf(error))
      // This page may not show a change by another tab or an administrator yet.
      if (error instanceof ApiError && error.status < 500) void refreshShop(client)
    }
  }
  return {
    pendingId,
    start: (productId) => {
      if (underWay.current) return
      underWay.current = new AbortController()
      setPendingId(productId)
      void open(productId, underWay.current)
    },
  }
}

function refusalOf(error: unknown): ToastMessage | undefined {
  if (!(error instanceof ApiError) || error.sentence !== ALREADY_SUBSCRIBED) return undefined
  return {
    title: 'Already Subscribed',
    description: ALREADY_SUBSCRIBED,
    variant: 'destructive',
  }
}

/** The toast for a failed purchase in the shop. */
export function checkoutError(error: unknown): ToastMessage {
  return { title: 'Checkout Error', description: sentenceOf(error), variant: 'destructive' }
}

/** The specification's sentence, unless the server gives a reason that the member can act on. */
export function startError(error: unknown, sentence: string): ToastMessage {
  const isReason = error instanceof ApiError && (error.status === 404 || error.status === 409)
  return {
    title: 'Error',
    description: isReason ? error.sentence : sentence,
    variant: 'destructive',
  }
}
