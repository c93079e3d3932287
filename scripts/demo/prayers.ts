import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import type { Queryable } from '#server/db/connect.ts'
import { demoMembers, memberIds } from './members.ts'

interface DemoPrayer {
  /** Index into `demoMembers`. */
  author: number
  content: string
  daysAgo: number
  /** How many members have prayed. */
  prayers: number
  status: 'pending' | 'approved' | 'answered'
  answer?: string
}

const DAY = 86_400_000

const demoPrayers: readonly DemoPrayer[] = [
  {
    ...{ author: 2, daysAgo: 26, prayers: 9, status: 'approved' },
    content:
      'My father and I have not spoken since the spring. I want to call him on his birthday. Pray that I pick up the phone, and that he does.',
  },
  {
    ...{ author: 9, daysAgo: 2, prayers: 1, status: 'approved' },
    content: 'Night shifts until the end of the month. For patience with my kids in the mornings.',
  },
  {
    ...{ author: 13, daysAgo: 5, prayers: 4, status: 'approved' },
    content: 'A biopsy on Thursday. I am more afraid than I let on at home.',
  },
  {
    ...{ author: 20, daysAgo: 1, prayers: 0, status: 'approved' },
    content: 'For my neighbor, who lost her husband this week and has nobody near.',
  },
  {
    ...{ author: 6, daysAgo: 9, prayers: 6, status: 'approved' },
    content:
      'The bakery is two months behind on rent. We open at five whatever happens. Pray for a little room to breathe.',
  },
  {
    ...{ author: 16, daysAgo: 3, prayers: 2, status: 'approved' },
    content: 'Eleven months sober on Sunday. For the days that are harder than they look.',
  },
  {
    ...{ author: 22, daysAgo: 0, prayers: 0, status: 'pending' },
    content: 'My daughter starts at a new school. For one friend by the end of the first week.',
  },
  {
    ...{ author: 27, daysAgo: 0, prayers: 0, status: 'pending' },
    content: 'I have an interview tomorrow after two years without work. For a calm voice.',
  },
  {
    ...{ author: 5, daysAgo: 20, prayers: 11, status: 'answered' },
    content: 'My grandson is on the ward again. Please pray for his lungs.',
    answer: 'He came home on Saturday and ate three plates of rice.',
  },
  {
    ...{ author: 29, daysAgo: 34, prayers: 7, status: 'answered' },
    content: 'That my brother writes back.',
    answer: 'A postcard. Two lines, and his number.',
  },
]

/** Inserts prayer requests in every state. The API can't create old ones. */
export async function loadPrayers(db: Queryable, now: Date): Promise<void> {
  const ids = await memberIds(db)
  for (const { author, content, daysAgo, prayers, status, answer } of demoPrayers) {
    const memberId = ids.get(demoMembers[author]?.username ?? '')
    if (!memberId) throw new Error('The demo content names somebody who does not exist.')
    const approvedAt = new Date(now.getTime() - daysAgo * DAY)
    const isShown = status !== 'pending'
    await db
      .insertInto('prayerRequest')
      .values({
        ...{ memberId, content, status, prayerCount: prayers, wasPrayedFor: prayers > 0 },
        createdAt: approvedAt,
        submittedAt: approvedAt,
        waitingSince: isShown ? null : approvedAt,
        approvedAt: isShown ? approvedAt : null,
        endsAt: isShown ? new Date(approvedAt.getTime() + PRAYER_LIMITS.days * DAY) : null,
        ...(status === 'answered' && { answeredAt: new Date(now.getTime() - (daysAgo / 4) * DAY) }),
        ...(answer !== undefined && { answer, answerState: 'approved' }),
      })
      .execute()
  }
}
