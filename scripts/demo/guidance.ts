import type { GuidanceCategory } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import { sealText } from '#server/features/private-text/service.ts'
import { memberIds } from './members.ts'

interface DemoRequest {
  hoursAgo: number
  category: GuidanceCategory
  content: string
  answer?: { hoursLater: number; content: string }
}

/** Oldest first. */
const requests: DemoRequest[] = [
  {
    hoursAgo: 300,
    category: 'faith',
    content: 'I pray and it feels like talking to the ceiling. Has anyone on the team known this?',
    answer: {
      hoursLater: 20,
      content:
        'Yes, more than one of us, and for longer than we like to tell. What helped was to stop asking whether anything happened and to keep the appointment: ten minutes, the same chair, an old psalm read aloud. Some months it was only a chair. If the silence comes with not sleeping or not caring about anything, please tell a doctor as well; that can be treated, and it is no lack of faith.',
    },
  },
  {
    hoursAgo: 210,
    category: 'business',
    content:
      'My partner wants to borrow against the van. I am afraid to say no and afraid to say yes.',
    answer: {
      hoursLater: 31,
      content:
        'Write down together what the loan is for, what one slow month would do to it, and who would drive what if the van were gone. Fear often shrinks once it has numbers. If either of you still cannot sign with a quiet mind, that is an answer too.',
    },
  },
  {
    hoursAgo: 140,
    category: 'relationships',
    content: 'How do I sit at the same table with my brother at Thanksgiving?',
    answer: {
      hoursLater: 44,
      content:
        'You may sit at the far end of it. Decide before you go how long you will stay and what you will not discuss, and tell one person there. Peace for an afternoon is enough; it does not have to be settled over the pie.',
    },
  },
  {
    hoursAgo: 60,
    category: 'purpose',
    content:
      'I am fifty-three and was let go on Friday. Everyone says a door will open. What do I do on Monday?',
  },
  {
    hoursAgo: 30,
    category: 'mindset',
    content: 'I cannot stop comparing my small shop with the one across the street.',
  },
  { hoursAgo: 3, category: 'faith', content: 'Is it all right to be angry at God?' },
]

const HOUR = 3_600_000

/** Inserts requests of the given members, some answered by the administrator. */
export async function loadGuidance(
  context: Context,
  people: { members: readonly string[]; admin: string },
): Promise<void> {
  const ids = await memberIds(context.db)
  for (const [index, request] of requests.entries()) {
    const memberId = ids.get(people.members[index % people.members.length] ?? '')
    const adminId = ids.get(people.admin)
    if (memberId && adminId) await insertRequest(context, request, { memberId, adminId })
  }
}

async function insertRequest(
  context: Context,
  { hoursAgo, category, content, answer }: DemoRequest,
  { memberId, adminId }: { memberId: string; adminId: string },
): Promise<void> {
  const { db } = context
  const seal = (text: string): Promise<Buffer> =>
    sealText(context, db, { memberId, kind: 'guidance', text })
  const askedAt = new Date(context.now().getTime() - hoursAgo * HOUR)
  const respondedAt = answer && new Date(askedAt.getTime() + answer.hoursLater * HOUR)
  const { guidanceRequestId } = await db
    .insertInto('guidanceRequest')
    .values({
      memberId,
      category,
      createdAt: askedAt,
      waitingSince: answer ? null : askedAt,
      answeredAt: respondedAt ?? null,
    })
    .returning('guidanceRequestId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('guidanceQuestion')
    .values({
      guidanceRequestId,
      number: 1,
      sealedContent: await seal(content),
      askedAt,
      sealedResponse: answer ? await seal(answer.content) : null,
      respondedAt: respondedAt ?? null,
      respondedBy: answer ? adminId : null,
    })
    .execute()
}
