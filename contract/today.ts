import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

/** Counting stops at this number. */
export const MOST_COUNTED = 1_000

/** What is waiting in a queue. */
const Waiting = z.object({
  /** At most `MOST_COUNTED`. */
  count: z.int(),
  /** Since when the oldest one has been waiting; null if the queue is empty. */
  oldestAt: Instant.nullable(),
})
export type Waiting = z.infer<typeof Waiting>

/** Whether today has a message or a reflection, or will get one automatically. */
const DayContent = z.enum(['published', 'automatic', 'missing'])
export type DayContent = z.infer<typeof DayContent>

/** The steps for setting up a site, in a sensible order. */
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

/** The administrators' start page. */
export const Today = z.object({
  /** Null for a queue that the caller may not open. The same goes for other parts. */
  waiting: z.object({
    stories: Waiting.nullable(),
    reports: Waiting.nullable(),
    guidance: Waiting.nullable(),
    /** First replies. */
    replies: Waiting.nullable(),
    applications: Waiting.nullable(),
    prayers: Waiting.nullable(),
    /** Transcripts of voice stories. */
    transcripts: Waiting.nullable(),
    /** Published stories that nobody has answered. */
    unheard: Waiting.nullable(),
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
      'What is waiting, what goes out today, what went wrong, and what is left to set up, as far as the caller’s rights allow.',
    response: Today,
  }),
}
