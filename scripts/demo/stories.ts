import { z } from 'zod'
import { StoryCategory } from '#contract/stories.ts'
import { once, Text } from '#server/library/library.ts'
import { readFolder } from '#server/library/read.ts'
import { Amount, memberIndex, Nickname } from './members.ts'

/** The tags that the demo community uses. */
const DemoTag = z.enum(
  [
    'anxiety',
    'calling',
    'church',
    'doubt',
    'forgiveness',
    'friendship',
    'gratitude',
    'grief',
    'job search',
    'marriage',
    'money',
    'new country',
    'parenting',
    'patience',
    'prayer',
    'rest',
    'small business',
    'sobriety',
    'work',
  ],
  'has an unknown tag',
)

/** A member's report of a story or a reply to the administrators: `nickname: reason`. */
const DemoReport = Text.regex(/^\w+: ./, 'needs the form "nickname: reason"')
  .transform((text) => ({
    reporter: memberIndex(text.slice(0, text.indexOf(':'))),
    reason: text.slice(text.indexOf(':') + 1).trim(),
  }))
  .refine(({ reporter }) => reporter >= 0, "isn't by a member of the demo")

const DemoReply = z.strictObject({
  /** The author. */
  title: Nickname,
  /** Hours between the story and this reply. */
  hoursAfter: Amount,
  content: Text,
  /** The author of the reply that this one answers: the last one above it. Absent at the top level. */
  replyTo: Nickname.optional(),
  deleted: z.literal('yes', 'is "yes" or left out').optional(),
  report: DemoReport.optional(),
})

const base = {
  title: Text,
  author: Nickname,
  category: StoryCategory,
  /** Days before seeding. Unique, so that the order by age is unambiguous. */
  daysAgo: Amount,
  content: Text.optional(),
  audioSeconds: Amount.optional(),
}

const ApprovedStory = z
  .strictObject({
    ...base,
    status: z.literal('approved'),
    /** 1 to 4. */
    tags: Text.transform((text) => text.split(', ')).pipe(z.array(DemoTag)),
    /** The replies, oldest first. */
    parts: z.array(DemoReply).default([]),
    report: DemoReport.optional(),
  })
  .transform(({ parts, ...story }, context) => {
    const replies = parts.map(({ title: author, replyTo, deleted, ...reply }, index) => {
      const earlier = parts.slice(0, index).findLastIndex(({ title }) => title === replyTo)
      if (replyTo !== undefined && earlier < 0) {
        const path = ['parts', index, 'replyTo']
        context.addIssue({ code: 'custom', path, message: 'has no reply above this one' })
      }
      return {
        author,
        ...reply,
        /** The index in the same list of the earlier reply that this one answers. */
        replyTo: replyTo === undefined ? undefined : earlier,
        deleted: deleted === 'yes',
      }
    })
    return { ...story, replies }
  })
export type ApprovedStory = z.infer<typeof ApprovedStory>
export type DemoReply = ApprovedStory['replies'][number]

const DemoStory = z
  .discriminatedUnion(
    'status',
    [
      ApprovedStory,
      z.strictObject({ ...base, status: z.literal('pending') }),
      z.strictObject({ ...base, status: z.literal('rejected'), rejectionReason: Text }),
    ],
    'is approved, pending or rejected',
  )
  .refine(({ content, audioSeconds }) => (content === undefined) !== (audioSeconds === undefined), {
    path: ['content'],
    error: 'and "audioSeconds" exclude each other',
  })
export type DemoStory = z.infer<typeof DemoStory>

/** All stories of the demo community, newest first. */
export const demoStories = once(() =>
  readFolder('demo/stories', DemoStory)
    .flat()
    .toSorted((a, b) => a.daysAgo - b.daysAgo),
)
