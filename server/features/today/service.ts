import { logicalDate, nextDayStart } from '#contract/logical-date.ts'
import { MOST_COUNTED, type Today } from '#contract/today.ts'
import type { Context } from '#server/context.ts'
import { countWaiting } from '#server/db/review-items.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { readLivePage } from '../live/page-service.ts'
import { readSettings } from '../settings/service.ts'
import { presentToday } from './present.ts'
import { listDueMailings, readToday } from './store.ts'

/** How long problems are shown. */
const PROBLEM_MS = 7 * 24 * 60 * 60_000
/** The defaults of a new site. */
const DEFAULTS = { siteTitle: 'Folx', sessionTime: '19:00' }

/** The first page of the administration. */
export async function readTodayPage(context: Context, admin: Admin): Promise<Today> {
  const { config, db } = context
  const now = context.now()
  const { siteTitle, logoUrl, timeZone, coaching } = await readSettings(db)
  const day = logicalDate(now, timeZone)
  const [row, waiting, mailings, { sessions }] = await Promise.all([
    readToday(db, { adminId: admin.id, day, since: new Date(now.getTime() - PROBLEM_MS) }),
    countWaiting(db, MOST_COUNTED),
    listDueMailings(db, nextDayStart(now, timeZone)),
    readLivePage(context),
  ])
  const site = {
    isNamed: siteTitle !== DEFAULTS.siteTitle || logoUrl !== null,
    sendsEmail: config.mail.provider !== 'outbox',
    takesPayments: config.payments.provider !== 'till',
    hasSchedule: coaching.time !== DEFAULTS.sessionTime || coaching.exceptions.length > 0,
    nextSessionAt: sessions[0]?.startsAt ?? null,
  }
  return presentToday({ viewer: admin, row, waiting, mailings, site })
}
