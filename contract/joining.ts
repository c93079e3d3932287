import { z } from 'zod'
import { Email, InvitationToken, IsAdult, OneTimeCode } from './accounts.ts'
import { ACCOUNT_BODY_BYTES, bodyBytesFor, defineEndpoint } from './endpoint.ts'
import {
  IdParams,
  Instant,
  limitedText,
  optionalLine,
  PageQuery,
  requiredText,
  Version,
  wholeNumber,
} from './fields.ts'
import { Claim } from './review.ts'

/**
 * Who may join: everyone; people with an invitation; people with an invitation, which anyone can
 * apply for; nobody.
 */
export const JoiningMode = z.enum(['open', 'invited', 'asked', 'closed'], 'Choose who may join.')
export type JoiningMode = z.infer<typeof JoiningMode>

export const JOINING_LIMITS = {
  /** How often one invitation can be used. */
  uses: 500,
  /** Characters. */
  invitationName: 60,
  invitationDays: 90,
  newcomerDays: 30,
  newcomerReplies: 100,
  newcomerReports: 30,
  /** Characters. */
  application: 1_000,
  reason: 1_000,
} as const

function upTo(max: number, min = 1) {
  return wholeNumber({ min, max }, `Enter a whole number from ${min} to ${max}.`)
}

export const JoiningSettings = z.object({
  mode: JoiningMode,
  /** Whether a member's first reply waits until an administrator has read it. */
  holdsFirstReply: z.boolean(),
  /** How many days members have the limits of newcomers; 0 for no limits. */
  newcomerDays: upTo(JOINING_LIMITS.newcomerDays, 0),
  /** The limits of a newcomer in 24 hours. */
  newcomerReplies: upTo(JOINING_LIMITS.newcomerReplies),
  newcomerReports: upTo(JOINING_LIMITS.newcomerReports),
})
export type JoiningSettings = z.infer<typeof JoiningSettings>

/** Any of the settings; those left out stay as they are. */
export const JoiningSettingsInput = JoiningSettings.partial()
export type JoiningSettingsInput = z.infer<typeof JoiningSettingsInput>

/** The state of an invitation. `unknown` includes those deleted long after their end. */
const InvitationState = z.enum(['valid', 'used', 'expired', 'revoked', 'unknown'])
export type InvitationState = z.infer<typeof InvitationState>

/** Shows how often an invitation was used, never by whom. */
export const Invitation = z.object({
  id: z.int(),
  /** Made by an administrator, for an approved application, or by `npm run invite`. */
  kind: z.enum(['link', 'application', 'list']),
  /** Its purpose, such as 'Sunday group'; null if nothing was entered. Only the team sees it. */
  name: z.string().nullable(),
  state: InvitationState.exclude(['unknown']),
  maxUses: z.int(),
  uses: z.int(),
  createdAt: Instant,
  expiresAt: Instant,
  /** Whether the caller made it. */
  mine: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const NewInvitation = z.object({
  name: optionalLine(JOINING_LIMITS.invitationName, 'Use 60 characters or less.').default(''),
  maxUses: upTo(JOINING_LIMITS.uses),
  /** How many days it works. */
  days: upTo(JOINING_LIMITS.invitationDays),
})
export type NewInvitation = z.infer<typeof NewInvitation>

/** An application to join; `code` was emailed to the address. */
export const NewApplication = z.object({
  email: Email,
  message: requiredText({
    required: 'Tell us a little about yourself.',
    max: JOINING_LIMITS.application,
    tooLong: 'Please use 1,000 characters or less.',
  }),
  code: OneTimeCode,
  isAdult: IsAdult,
})
export type NewApplication = z.infer<typeof NewApplication>

/** An application waiting for an answer. It is deleted with the answer, or after 30 days. */
export const Application = z.object({
  id: z.int(),
  email: z.string(),
  message: z.string(),
  createdAt: Instant,
  claim: Claim.nullable(),
})
export type Application = z.infer<typeof Application>

/** Why the applicant can't join, which they are told; may be empty. */
const DeclineReason = limitedText({
  max: JOINING_LIMITS.reason,
  tooLong: 'Please use 1,000 characters or less.',
})

export const INVITATION_PAGE = 50

export const joiningEndpoints = {
  read: defineEndpoint({
    method: 'GET',
    path: '/api/joining',
    who: 'any',
    summary: 'Who may join.',
    response: JoiningSettings.pick({ mode: true }),
    topics: ['settings'],
  }),
  checkInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/invitations/check',
    who: 'any',
    summary: 'Whether an invitation can still be used. This does not use it.',
    body: z.object({ token: InvitationToken }),
    response: z.object({ state: InvitationState }),
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/api/admin/joining',
    who: 'people',
    summary: 'Who may join, and the limits for newcomers.',
    response: JoiningSettings.extend({ version: z.string() }),
  }),
  saveSettings: defineEndpoint({
    method: 'POST',
    path: '/api/admin/joining',
    who: 'people',
    summary: 'Changes any of these settings.',
    body: JoiningSettingsInput.extend({ version: Version }),
    response: JoiningSettings.extend({ version: z.string() }),
  }),
  listInvitations: defineEndpoint({
    method: 'GET',
    path: '/api/admin/invitations',
    who: 'people',
    summary: `Invitations, newest first, ${INVITATION_PAGE} at most. \`before\` is the id of the last one already listed.`,
    query: z.object({ before: IdParams.shape.id.optional() }),
    response: z.array(Invitation),
  }),
  createInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/admin/invitations',
    who: 'people',
    summary: 'Makes an invitation. Its link is returned only now and isn’t stored.',
    body: NewInvitation,
    response: Invitation.extend({ url: z.string() }),
    status: 201,
  }),
  apply: defineEndpoint({
    method: 'POST',
    path: '/api/applications',
    who: 'any',
    summary:
      'Asks to join, with a code from `POST /api/request-otp` that verifies the address. A second application replaces the first.',
    body: NewApplication,
    response: null,
    maxBodyBytes: bodyBytesFor(JOINING_LIMITS.application),
  }),
  listApplications: defineEndpoint({
    method: 'GET',
    path: '/api/admin/applications',
    who: 'people',
    summary: 'Applications waiting for an answer, oldest first.',
    query: PageQuery,
    response: z.array(Application),
    paged: true,
    noStore: true,
  }),
  approveApplication: defineEndpoint({
    method: 'POST',
    path: '/api/admin/applications/:id/approve',
    who: 'people',
    summary: 'Emails the applicant an invitation, and deletes the application.',
    params: IdParams,
    response: null,
  }),
  declineApplication: defineEndpoint({
    method: 'POST',
    path: '/api/admin/applications/:id/decline',
    who: 'people',
    summary: 'Tells the applicant by email that they can’t join, and deletes the application.',
    params: IdParams,
    body: z.object({ reason: DeclineReason.default('') }),
    response: null,
    maxBodyBytes: bodyBytesFor(JOINING_LIMITS.reason),
  }),
  revokeInvitation: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/invitations/:id',
    who: 'people',
    summary: 'Revokes an invitation; a second time changes nothing.',
    params: IdParams,
    response: null,
  }),
}
