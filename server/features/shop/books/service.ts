import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import { wallTime } from '#contract/logical-date.ts'
import type { Order, RevenueMonth, Subscriber } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { runInstant } from '#server/domain/schedule.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../../audit/service.ts'
import { readSettings } from '../../settings/service.ts'
import { presentOrder, presentRevenue, presentSubscriber } from './present.ts'
import { listOrders, listSubscribers, sumMonths } from './store.ts'

const REVENUE_MONTHS = 12

/**
 * Payments, newest first. Addresses stand beside what was bought, so each look is in the audit log,
 * like each look at the subscribers.
 */
export async function browseOrders(
  context: Context,
  admin: Admin,
  query: PageQuery,
): Promise<Page<Order>> {
  await rememberLook(context, admin, { action: 'orders-read', page: query.page })
  const { rows, total } = await listOrders(context.replica, pageOf(query))
  return { items: rows.map(presentOrder), total }
}

/** Subscriptions, those that give access first. */
export async function browseSubscribers(
  context: Context,
  admin: Admin,
  query: PageQuery,
): Promise<Page<Subscriber>> {
  await rememberLook(context, admin, { action: 'subscribers-read', page: query.page })
  const now = context.now()
  const { rows, total } = await listSubscribers(context.replica, { now, ...pageOf(query) })
  return { items: rows.map((row) => presentSubscriber(row, now)), total }
}

function rememberLook(
  { db }: Context,
  { id: adminId }: Admin,
  { action, page }: { action: 'orders-read' | 'subscribers-read'; page: number },
): Promise<void> {
  const detail = { page }
  return recordAudit(db, { adminId, action, subjectType: 'purchase', subjectId: '', detail })
}

/** The last twelve months of the community's calendar, oldest first. */
export async function readRevenue(context: Context): Promise<RevenueMonth[]> {
  const { timeZone } = await readSettings(context.db)
  const months = latestMonths(wallTime(context.now(), timeZone).date.slice(0, 7))
  const since = runInstant(`${months[0]}-01`, '00:00', timeZone)
  return presentRevenue(months, await sumMonths(context.replica, { since, timeZone }))
}

/** A month, `YYYY-MM`, and those before it, oldest first. */
function latestMonths(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: REVENUE_MONTHS }, (_, index) =>
    new Date(Date.UTC(year, number - REVENUE_MONTHS + index, 1)).toISOString().slice(0, 7),
  )
}

function pageOf({ page, pageSize }: PageQuery): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize }
}
