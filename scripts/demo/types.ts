import type { Right } from '#contract/rights.ts'
import type { StoryCategory } from '#contract/stories.ts'

/** The tags that the demo community uses. */
export type DemoTag =
  | 'anxiety'
  | 'calling'
  | 'church'
  | 'doubt'
  | 'forgiveness'
  | 'friendship'
  | 'gratitude'
  | 'grief'
  | 'job search'
  | 'marriage'
  | 'money'
  | 'new country'
  | 'parenting'
  | 'patience'
  | 'prayer'
  | 'rest'
  | 'small business'
  | 'sobriety'
  | 'work'

export type DemoMember = {
  /** The private login name. It shares nothing with the pseudonym. */
  username: string
  email: string
  /** The pseudonym that the community sees, 1 to 30 characters. */
  anonymousUsername: string
  /** IANA name. */
  timeZone: string
  /** Days before seeding. */
  joinedDaysAgo: number
  rights?: readonly Right[]
}

/** A member's report of a story or a reply to the administrators. */
export type DemoReport = {
  /** Index into `demoMembers`. */
  reporter: number
  reason: string
}

export type DemoReply = {
  /** Index into `demoMembers`. */
  author: number
  /** Hours between the story and this reply. */
  hoursAfter: number
  content: string
  /**
   * Index in the same story's list of the earlier reply that this one answers, which may be an answer
   * too. Absent at the top level.
   */
  replyTo?: number
  deleted?: true
  report?: DemoReport
}

/** Either written or spoken, never both. */
type Body = { content: string; audioSeconds?: never } | { content?: never; audioSeconds: number }

type DemoStoryBase = {
  /** Index into `demoMembers`. */
  author: number
  category: StoryCategory
  title: string
  /** Days before seeding. Unique, so that the order by age is unambiguous. */
  daysAgo: number
} & Body

export type ApprovedStory = DemoStoryBase & {
  status: 'approved'
  /** 1 to 4. */
  tags: DemoTag[]
  /** Oldest first. */
  replies: DemoReply[]
  report?: DemoReport
}

export type PendingStory = DemoStoryBase & { status: 'pending' }

export type RejectedStory = DemoStoryBase & { status: 'rejected'; rejectionReason: string }

export type DemoStory = ApprovedStory | PendingStory | RejectedStory
