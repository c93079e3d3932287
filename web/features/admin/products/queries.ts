import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import type { AdminProduct, OrderFilter } from '#contract/shop.ts'
import type { Submission } from '#web/features/admin/products/product-values.ts'
import { productsQuery } from '#web/features/shop/queries.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls, tillCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const ORDERS_PER_PAGE = 10
/** How often the time of the last event is refreshed. */
const HEARTBEAT_MS = 60_000

/** All products in order, including unpublished ones. */
export const adminProductsQuery = endpointQuery(shopCalls.listAllProducts, fresh)

/** Whether the provider's events arrive, and what the comparisons found. */
export const healthQuery = endpointQuery(shopCalls.paymentsHealth, {
  ...fresh,
  refetchInterval: HEARTBEAT_MS,
})

/** The last twelve months, oldest first. */
export const revenueQuery = endpointQuery(shopCalls.revenue, fresh)

/*
 * The audit log records each request for these two lists, so they are not refetched automatically.
 */

const ordersKey = [shopCalls.listOrders.path] as const

/** One page of the payments, newest first. */
export function ordersQuery({ page, ...filter }: OrderFilter & { page: number }) {
  const query = { ...filter, page, pageSize: ORDERS_PER_PAGE }
  return endpointQuery(shopCalls.listOrders, {
    query,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** One page of the subscriptions. Those that give access come first. */
export function subscribersQuery(page: number) {
  const query = { page, pageSize: ORDERS_PER_PAGE }
  return endpointQuery(shopCalls.listSubscribers, {
    query,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** One page of the test till's subscriptions and payments, newest first. */
export function tillRecordsQuery(page: number) {
  return endpointQuery(tillCalls.listRecords, {
    query: { page, pageSize: ORDERS_PER_PAGE },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Changes the product with this id; adds one if the id is undefined. */
export function saveProduct(input: {
  id: number | undefined
  submission: Submission
  signal: AbortSignal
  onProgress: (sent: number) => void
}): Promise<AdminProduct> {
  const { id, submission, signal, onProgress } = input
  const sending = { form: formOf(submission), signal, onProgress }
  return id === undefined
    ? call(shopCalls.createProduct, sending)
    : call(shopCalls.updateProduct, { params: { id }, ...sending })
}

function formOf({ fields, image, file }: Submission): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, String(value))
  }
  // Files come last, so that the server knows everything else before they arrive.
  if (image) form.set('imageUrl', image, image.name)
  if (file) form.set('digitalFileUrl', file, file.name)
  return form
}

/** The address of the payments as a CSV file. */
export function ordersFileUrl(filter: OrderFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value)
  return `${shopCalls.exportOrders.path}?${new URLSearchParams(Object.fromEntries(given))}`
}

/** Updates a product in the cached grid. */
export function showProduct(queryClient: QueryClient, product: AdminProduct): void {
  queryClient.setQueryData(adminProductsQuery.queryKey, (products) =>
    products?.map((old) => (old.id === product.id ? product : old)),
  )
}

/** Refetches what shows a changed product: the grid and the store. */
export async function refreshProducts(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: adminProductsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: productsQuery.queryKey }),
  ])
}

/** Refetches what a comparison or a refund may have changed. */
export async function refreshBooks(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ordersKey }),
    queryClient.invalidateQueries({ queryKey: revenueQuery.queryKey }),
    refreshProducts(queryClient),
  ])
}
