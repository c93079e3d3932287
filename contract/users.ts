import { z } from 'zod'
import { Email } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { DateRange, Instant, PageQuery, requiredText, SearchText } from './fields.ts'
import { Purchase } from './shop.ts'
import { STORY_LIMITS } from './story-limits.ts'

/** The only place that shows a pseudonym with a username and an email. */
export const AdminUser = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  anonymousUsername: z.string(),
  createdAt: Instant,
  isAdmin: z.boolean(),
  isSuspended: z.boolean(),
  /** The Monday of the week in which they were last here, UTC; null if nobody ever signed in. */
  lastSeenWeek: z.iso.date().nullable(),
  /** Whether it is the caller. */
  isSelf: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** One member, with counts instead of details: a date or a reason could reveal their stories. */
export const UserProfile = AdminUser.extend({
  warnings: z.int(),
  /** Including those that ended. */
  suspensions: z.int(),
})
export type UserProfile = z.infer<typeof UserProfile>

/** A member's purchase, for the treasurer. */
export const UserPurchase = Purchase.pick({
  id: true,
  title: true,
  productType: true,
  price: true,
  purchaseDate: true,
  status: true,
  accessUntil: true,
  hasAccess: true,
  isRefunded: true,
})
export type UserPurchase = z.infer<typeof UserPurchase>

export const USER_FILTERS = ['verified', 'suspended', 'access', 'never', 'look-alike'] as const
export type UserFilter = (typeof USER_FILTERS)[number]
export const USER_ORDERS = ['newest', 'username', 'seen'] as const
export type UserOrder = (typeof USER_ORDERS)[number]

export const AuditLogEntry = z.object({
  id: z.int(),
  /** The acting administrator's community username; null if the account was deleted. */
  anonymousUsername: z.string().nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /**
   * The subject's name, such as a story's title; of a guidance request, its category and when it was
   * submitted. Null if deleted or hidden from the caller.
   */
  about: z.string().nullable(),
  /** The story that it was about, or the story of the reply; null if there is none to open. */
  storyId: z.int().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  createdAt: Instant,
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

const UserParams = z.object({ id: z.uuid('This user does not exist.') })

export const MemberEmailChange = z.object({ newEmail: Email })

const REASON_MISSING = 'Enter a reason. They see it when they try to sign in.'

/** The suspended member reads it when they try to sign in. */
export const MemberSuspension = z.object({
  reason: requiredText({
    required: REASON_MISSING,
    max: STORY_LIMITS.suspensionReason,
    tooLong: 'The reason must be 500 characters or less',
  }),
})

export const userEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/users',
    who: 'people',
    stepUp: true,
    summary: 'Members, newest first unless ordered otherwise. The audit log records each call.',
    query: PageQuery.extend({
      q: SearchText.optional(),
      /**
       * With a verified email, suspended, with access to the live room, never signed in, or with a
       * name that looks like another’s or the team’s, or like nothing.
       */
      show: z.enum(USER_FILTERS, 'There is no such filter.').optional(),
      sort: z.enum(USER_ORDERS, 'There is no such order.').optional(),
    }),
    response: z.array(AdminUser),
    paged: true,
    noStore: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/admin/users/:id',
    who: 'people',
    stepUp: true,
    summary: 'One member. The audit log records each call.',
    params: UserParams,
    response: UserProfile,
    noStore: true,
  }),
  listPurchases: defineEndpoint({
    method: 'GET',
    path: '/api/admin/users/:id/purchases',
    who: 'treasurer',
    stepUp: true,
    summary: 'What a member bought, newest first. The audit log records each call.',
    params: UserParams,
    query: PageQuery,
    response: z.array(UserPurchase),
    paged: true,
    noStore: true,
  }),
  changeEmail: defineEndpoint({
    method: 'POST',
    path: '/api/admin/users/:id/change-email',
    who: 'people',
    stepUp: true,
    summary:
      "Changes a member's address. If the old one was verified, it gets an email at once, with a link that can stop the change; the new one gets none until it is verified.",
    params: UserParams,
    body: MemberEmailChange,
    response: AdminUser,
  }),
  suspend: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/suspension',
    who: 'people',
    stepUp: true,
    summary: 'Suspends a member, who is signed out everywhere and cannot sign in, or restores one.',
    params: UserParams,
    body: MemberSuspension.partial()
      .extend({ isSuspended: z.boolean('Choose whether the account is suspended.') })
      .refine(({ isSuspended, reason }) => !isSuspended || reason !== undefined, {
        path: ['reason'],
        message: REASON_MISSING,
      }),
    response: AdminUser,
  }),
  endSessions: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    who: 'people',
    stepUp: true,
    summary: 'Signs a member out everywhere.',
    params: UserParams,
    response: null,
  }),
  auditLog: defineEndpoint({
    method: 'GET',
    path: '/api/admin/audit-log',
    who: 'keeper',
    summary: 'What administrators did, newest first.',
    query: PageQuery.extend({
      action: z
        .string()
        .regex(/^[a-z-]{0,60}$/, 'There is no such action.')
        .optional(),
      /** The actions of one administrator, by community username. */
      by: SearchText.optional(),
      ...DateRange.shape,
    }),
    response: z.array(AuditLogEntry),
    paged: true,
  }),
  auditPeople: defineEndpoint({
    method: 'GET',
    path: '/api/admin/audit-log/people',
    who: 'keeper',
    summary: 'The community usernames of everyone who has an entry in the audit log.',
    response: z.array(z.string()),
  }),
}
