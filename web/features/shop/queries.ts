import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import type { Purchase } from '#contract/shop.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Member document, section 9. */
const PURCHASES_PER_PAGE = 4
const CONFIRM_EVERY_MS = 2_000
/** The largest page size of a list. */
const LARGEST_PAGE = 100

const purchasesKey = [shopCalls.listPurchases.path] as const

/** Published products with the viewer's purchases, which another tab or device may have made. */
export const productsQuery = endpointQuery(shopCalls.listProducts, {
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** The viewer's purchases, newest first. */
export function purchasesQuery(page: number) {
  const query = { page, pageSize: PURCHASES_PER_PAGE }
  return queryOptions({
    queryKey: [...purchasesKey, query],
    queryFn: ({ signal }): Promise<Page<Purchase>> =>
      call(shopCalls.listPurchases, { query, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
}

/**
 * The status of a checkout, polled while it is being confirmed.
 *
 * @param isWaiting whether the page still polls
 */
export function checkoutQuery(id: string, isWaiting: boolean) {
  return queryOptions({
    queryKey: [shopCalls.getCheckout.path, id],
    queryFn: ({ signal }) => call(shopCalls.getCheckout, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const isSettled = state.data !== undefined && state.data.status !== 'confirming'
      const isOver = !isWaiting || isSettled || isUnknownCheckout(state.error)
      return isOver ? false : CONFIRM_EVERY_MS
    },
  })
}

/** Whether the checkout doesn't exist, so that retrying would not help. */
export function isUnknownCheckout(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/** Refetches everything that a payment or a subscription changes. */
export async function refreshShop(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: purchasesKey }),
    client.invalidateQueries({ queryKey: productsQuery.queryKey }),
  ])
}

/** Updates a purchase on every cached page of the list. Returns a function that undoes it. */
export function replacePurchase(client: QueryClient, purchase: Purchase): () => void {
  const before = client.getQueriesData<Page<Purchase>>({ queryKey: purchasesKey })
  client.setQueriesData<Page<Purchase>>(
    { queryKey: purchasesKey },
    (page) =>
      page && {
        ...page,
        items: page.items.map((old) => (old.id === purchase.id ? purchase : old)),
      },
  )
  return () => {
    for (const [key, page] of before) client.setQueryData(key, page)
  }
}

/** The viewer's purchase with this id, from any page of the list; undefined if there is none. */
export async function findPurchase(id: number): Promise<Purchase | undefined> {
  for (let page = 1; ; page++) {
    const query = { page, pageSize: LARGEST_PAGE }
    const { items, total } = await call(shopCalls.listPurchases, { query })
    const found = items.find((purchase) => purchase.id === id)
    if (found || page * LARGEST_PAGE >= total) return found
  }
}

/** At least 1, even without purchases. */
export function purchasePagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PURCHASES_PER_PAGE))
}
