import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { DayStamp, IdParams, requiredLine, Version, Weekday } from './fields.ts'

export const ACTION_LIMITS = { content: 200, actions: 50 } as const

/** The five fixed actions in their order (member document, section 3). */
export const ACTION_TYPES = ['hydration', 'prayer', 'movement', 'growth', 'selfcare'] as const
export const ActionType = z.enum(ACTION_TYPES, 'Unknown action')
export type ActionType = z.infer<typeof ActionType>

export const SystemAction = z.object({
  actionType: ActionType,
  completed: z.boolean(),
  /** Ticked the morning after. */
  finishedLater: z.boolean(),
})
export type SystemAction = z.infer<typeof SystemAction>

export const PersonalAction = z.object({
  id: z.int(),
  actionContent: z.string(),
  completed: z.boolean(),
  finishedLater: z.boolean(),
})
export type PersonalAction = z.infer<typeof PersonalAction>

export const ActionContent = requiredLine({
  required: 'Action content is required',
  max: ACTION_LIMITS.content,
  tooLong: 'Actions must be 200 characters or less',
})

export const WeekDay = z.object({
  date: z.string(),
  completedCount: z.int(),
  isRest: z.boolean(),
  /** Something on that day was ticked the morning after. */
  isFinishedLater: z.boolean(),
})
export type WeekDay = z.infer<typeof WeekDay>

export const ActionWeek = z.object({
  today: z.string(),
  /** The seven logical days that end today, oldest first. */
  days: z.array(WeekDay),
  /** The logical day on which the member joined. */
  joinedOn: z.string(),
  /** 0 for Sunday to 6 for Saturday. */
  restWeekdays: z.array(z.int()),
  /** Days before today with nothing ticked, except rest days and days before the member joined. */
  misses: z.int(),
  /** On track: at most two misses, and the member joined before or on the first of these days. */
  isWhole: z.boolean(),
  /** Yesterday can be ticked until noon, except on the day the member joined. */
  mayFinishYesterday: z.boolean(),
  /** That of the rest days. */
  version: z.string(),
})
export type ActionWeek = z.infer<typeof ActionWeek>

export const actionEndpoints = {
  listSystem: defineEndpoint({
    method: 'GET',
    path: '/api/daily-actions',
    who: 'member',
    summary: 'The five fixed actions of today or, with a date, of yesterday.',
    query: DayStamp,
    response: z.array(SystemAction),
  }),
  completeSystem: defineEndpoint({
    method: 'POST',
    path: '/api/daily-actions',
    who: 'member',
    summary: 'Ticks a fixed action; a second time changes nothing.',
    body: DayStamp.extend({ actionType: ActionType }),
    response: SystemAction,
  }),
  uncompleteSystem: defineEndpoint({
    method: 'DELETE',
    path: '/api/daily-actions/:actionType',
    who: 'member',
    summary: 'Removes a tick.',
    params: z.object({ actionType: ActionType }),
    query: DayStamp,
    response: SystemAction,
  }),
  week: defineEndpoint({
    method: 'GET',
    path: '/api/daily-actions/week',
    who: 'member',
    summary: 'The last seven days at a glance.',
    response: ActionWeek,
  }),
  chooseRestDays: defineEndpoint({
    method: 'PUT',
    path: '/api/daily-actions/rest-days',
    who: 'member',
    summary: 'Chooses the weekly rest days.',
    body: z.object({
      weekdays: z
        .array(Weekday, 'Choose days of the week.')
        .max(6, 'Leave one day of the week for your actions.')
        .transform((days) => [...new Set(days)].sort()),
      version: Version,
    }),
    response: ActionWeek,
  }),
  listPersonal: defineEndpoint({
    method: 'GET',
    path: '/api/daily-myactions',
    who: 'member',
    summary:
      "The caller's personal actions, oldest first, with today's ticks or, with a date, yesterday's.",
    query: DayStamp,
    response: z.array(PersonalAction),
  }),
  createPersonal: defineEndpoint({
    method: 'POST',
    path: '/api/daily-myactions',
    who: 'member',
    summary: 'Adds a personal action. The same key returns the same action.',
    body: z.object({ actionContent: ActionContent, key: z.uuid().optional() }),
    response: PersonalAction,
    status: 201,
  }),
  changePersonal: defineEndpoint({
    method: 'PATCH',
    path: '/api/daily-myactions/:id',
    who: 'member',
    summary: 'Ticks a personal action or removes the tick.',
    params: IdParams,
    body: DayStamp.extend({ completed: z.boolean('Choose whether it is done.') }),
    response: PersonalAction,
  }),
  removePersonal: defineEndpoint({
    method: 'DELETE',
    path: '/api/daily-myactions/:id',
    who: 'member',
    summary: 'Removes a personal action.',
    params: IdParams,
    response: null,
  }),
}
