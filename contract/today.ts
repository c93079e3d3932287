import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

/** Counted no further than this. */
export const MOST_COUNTED = 1_000

/** What waits in a queue. */
const Waiting = z.object({
  /** At most `MOST_COUNTED`. */
  count: z.int(),
  /** Since when the oldest waits; null when nothing does. */
  oldestAt: Instant.nullable(),
})
export type Waiting = z.infer<typeof Waiting>

/** Whether today has a message or a reflection, or will get one automatically. */
const DayContent = z.enum(['published', 'automatic', 'missing'])
export type DayContent = z.infer<typeof DayContent>

/** What has to be set up once, in a sensible order. */
const SETUP_STEPS = [
  'name',
  'verified-email',
  'email-provider',
  'payments',
  'first-message',
  'schedule',
  'invitation',
  'backup',
] as const

/** What an administrator finds first. */
export const Today = z.object({
  /** Null for a queue that the caller may not open; so are other parts. */
  waiting: z.object({
    stories: Waiting.nullable(),
    reports: Waiting.nullable(),
    guidance: Waiting.nullable(),
    /** Replies of members who have not written one before. */
    replies: Waiting.nullable(),
    applications: Waiting.nullable(),
    prayers: Waiting.nullable(),
    /** Transcripts of voice stories. */
    transcripts: Waiting.nullable(),
  }),
  nextSessionAt: Instant.nullable(),
  /** No email provider is set up: emails stay on the server. */
  hasOutbox: z.boolean(),
  content: z.object({ message: DayContent, reflection: DayContent }).nullable(),
  /** Broadcasts that go out until the community's day ends, at most 5. */
  mailings: z.array(z.object({ id: z.int(), subject: z.string(), sendAt: Instant })),
  /** What went wrong in the last 7 days. */
  problems: z.array(
    z.object({
      kind: z.enum(['emails', 'payments', 'mailings', 'daily-run', 'checks']),
      /** At most `MOST_COUNTED`. */
      count: z.int(),
    }),
  ),
  setup: z.array(z.object({ step: z.enum(SETUP_STEPS), isDone: z.boolean() })),
})
export type Today = z.infer<typeof Today>

export const todayEndpoints = {
  read: defineEndpoint({
    method: 'GET',
    path: '/api/admin/today',
    who: 'admin',
    summary:
      'What waits, what goes out today, what went wrong, and what is left to set up, as far as the caller’s rights reach.',
    response: Today,
  }),
}
