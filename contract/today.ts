import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

/** Counting stops at this number. */
export const MOST_COUNTED = 1_000

/** The entries that wait in a queue. */
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
  'address',
  'email-provider',
  'payments',
  'ai-provider',
  'first-message',
  'schedule',
  'invitation',
  'backup',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** An answer that ends a step without doing it: the site needs nothing there, or is right as it is. */
const SetupAnswer = z.enum(['not-needed', 'right'])
export type SetupAnswer = z.infer<typeof SetupAnswer>

/** The administrators' start page. */
export const Today = z.object({
  /** Null for a queue that the caller may not open. The same goes for other parts. */
  waiting: z.object({
    stories: Waiting.nullable(),
    reports: Waiting.nullable(),
    secondLooks: Waiting.nullable(),
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
  /** Somebody told the team that a life may be in danger, and has no answer yet. */
  hasDanger: z.boolean(),
  nextSessionAt: Instant.nullable(),
  /** No email provider is set up: emails stay on the server. */
  hasOutbox: z.boolean(),
  content: z
    .object({
      message: DayContent,
      reflection: DayContent,
      /** The message of the next day. */
      tomorrow: DayContent,
    })
    .nullable(),
  /** Broadcasts that go out until the community's day ends, at most 5. */
  mailings: z.array(z.object({ id: z.int(), subject: z.string(), sendAt: Instant })),
  /** The failures of the last 7 days. */
  problems: z.array(
    z.object({
      kind: z.enum(['emails', 'payments', 'mailings', 'daily-run', 'checks']),
      /** At most `MOST_COUNTED`. */
      count: z.int(),
      /** What each failed check found; empty for the other kinds. */
      findings: z.array(z.string()),
    }),
  ),
  setup: z.array(
    z.object({
      step: z.enum(SETUP_STEPS),
      /** Done, or answered. */
      isDone: z.boolean(),
      /** The answer that somebody of the team gave instead of doing it. */
      answer: SetupAnswer.nullable(),
      /** The result of the site's checks about it, as on Backups and health; null if nothing checks it. */
      finding: z.string().nullable(),
    }),
  ),
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
  answerStep: defineEndpoint({
    method: 'POST',
    path: '/api/admin/setup/:step',
    who: 'admin',
    summary:
      'Answers a step of setting up the site instead of doing it, or takes the answer back. Needs the right that shows the step.',
    params: z.object({ step: z.enum(SETUP_STEPS) }),
    body: z.object({ answer: SetupAnswer.nullable() }),
    response: Today,
  }),
}
