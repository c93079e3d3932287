import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { type Endpoint, isForTeam } from '#contract/endpoint.ts'
import { PRESETS, RIGHTS, type Right } from '#contract/rights.ts'
import type { Context } from '#server/context.ts'
import type { Transcript } from '#server/db/schema.gen.ts'
import { responseVersion } from '#server/features/guidance/present.ts'
import { sealText } from '#server/features/private-text/service.ts'
import type { TestApi, TestInput } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

/** The objects of the rows' calls, made again after a call that changes it. */
interface Fixture {
  /** The author of everything below. */
  owner: TestMember
  storyId: number
  pendingId: number
  replyId: number
  /** Two tags without stories. */
  tagId: number
  otherTagId: number
  /** An open prayer request of the owner's. */
  prayerId: number
  /** A prayer request that is waiting for the team, and its version. */
  pendingPrayer: { id: number; submittedAt: string }
  /** A session of the owner's. */
  sessionId: number
  reportId: number
  /** A journal entry of the owner's, not from today. */
  moodId: number
  /** An answered guidance request of the owner's. */
  guidanceId: number
  /** Another one of theirs, with an answer that waits for a second person on the team. */
  proposedId: number
  /** A personal action of the owner's. */
  actionId: number
  /** The day of a daily text that is not shown yet. */
  day: string
  /** A finished recording of the live room whose file is missing. */
  liveRecordingId: number
  /** A notification of the owner's. */
  notificationId: number
  /** A team message of the owner's. */
  teamMessageId: number
  /** A scheduled broadcast. */
  mailingId: number
  /** An address that gets no mailings. */
  bounceId: number
  /** A product with a file. */
  productId: number
  /** Of an ended subscription of the owner's, whose own id is `sub_` and this one. */
  checkoutId: string
  /** The owner's purchase of it. */
  purchaseId: number
  /** A passkey of the owner's. */
  passkeyId: number
  /** Voice stories of the owner's whose transcript waits for a helper and for review. */
  askedId: number
  inReview: { id: number; waitingSince: string }
  /** A first reply of the owner's, waiting for review. */
  heldId: number
  /** An invitation that can be used. */
  invitationId: number
  applicationId: number
  noticeId: number
  /** A warning of the owner's, and a second look at another one. */
  warningId: number
  secondLookId: number
  unique: string
}

interface Row {
  /** The status for a visitor, a member, the owner of what the call is about, and the site's owner. */
  expected: readonly [visitor: number, member: number, owner: number, admin: number]
  /** The right with which administrators can do more in a call that isn't only for the team. */
  differsBy?: Right
  input?: (fixture: Fixture) => TestInput<Endpoint>
}

const NOW = new Date('2026-03-05T12:00:00Z')

const EVERYONE = [200, 200, 200, 200] as const
const MEMBERS = [401, 200, 200, 200] as const
const ADMINS = [401, 403, 403, 200] as const

/** Every call of the API, with the status that each of the four gets. */
const ROWS: Record<string, Row> = {
  'accounts.currentUser': { expected: MEMBERS },
  'accounts.login': {
    expected: [401, 401, 401, 401],
    input: () => ({ body: { username: 'nobody-here', password: 'nothing' } }),
  },
  'accounts.register': { expected: [400, 400, 400, 400], input: () => ({ body: {} }) },
  'accounts.logout': { expected: [204, 204, 204, 204] },
  'accounts.requestOtp': { expected: EVERYONE, input: emailOf },
  'accounts.verifyOtp': {
    expected: [401, 401, 401, 401],
    input: (fixture) => ({ body: { ...emailOf(fixture).body, code: '000000' } }),
  },
  'accounts.forgotPassword': { expected: EVERYONE, input: emailOf },
  'accounts.resetPassword': {
    expected: [400, 400, 400, 400],
    input: () => ({ body: { token: 'unknown', newPassword: 'long enough' } }),
  },
  'accounts.checkUsername': { expected: EVERYONE },
  'accounts.checkEmail': { expected: EVERYONE },
  'accounts.checkAnonymousUsername': { expected: EVERYONE },
  'accounts.changeUser': {
    expected: MEMBERS,
    input: () => ({ body: { timeZone: 'Europe/Lisbon' } }),
  },
  'accounts.listSessions': { expected: MEMBERS },
  'accounts.endSession': {
    expected: [401, 404, 204, 404],
    input: ({ sessionId }) => ({ params: { id: sessionId } }),
  },
  'accounts.exportData': { expected: MEMBERS },
  'accounts.removeAccount': {
    expected: [401, 400, 400, 400],
    input: () => ({ body: { password: 'not this one', stories: 'keep' } }),
  },
  'accounts.checkFirstAdminLink': {
    expected: EVERYONE,
    input: () => ({ body: { token: 'unknown' } }),
  },
  'accounts.createFirstAdmin': { expected: [400, 400, 400, 400], input: () => ({ body: {} }) },

  'factors.stepUp': {
    expected: [401, 400, 400, 400],
    input: () => ({ body: { method: 'password', password: 'not this one' } }),
  },
  'factors.checkStepUp': { expected: [401, 204, 204, 204] },
  'factors.stepUpOptions': { expected: MEMBERS },
  'factors.list': { expected: MEMBERS },
  'factors.passkeyOptions': { expected: MEMBERS },
  'factors.addPasskey': { expected: [401, 400, 400, 400] },
  'factors.renamePasskey': {
    expected: [401, 404, 200, 404],
    input: ({ passkeyId }) => ({ params: { id: passkeyId }, body: { name: 'Laptop' } }),
  },
  'factors.removePasskey': {
    expected: [401, 404, 204, 404],
    input: ({ passkeyId }) => ({ params: { id: passkeyId } }),
  },
  'factors.startTotp': { expected: MEMBERS },
  'factors.confirmTotp': {
    // No authenticator app is being added.
    expected: [401, 409, 409, 409],
    input: () => ({ body: { code: '000000' } }),
  },
  'factors.removeTotp': { expected: [401, 404, 404, 404] },
  // Only the owner has a factor.
  'factors.renewRecoveryCodes': { expected: [401, 409, 200, 409] },
  'factors.keepRecoveryCodes': { expected: [401, 204, 204, 204] },
  'factors.pendingSignIn': { expected: [401, 401, 401, 401] },
  'factors.factorOptions': { expected: [401, 401, 401, 401] },
  'factors.finishSignIn': {
    expected: [401, 401, 401, 401],
    input: () => ({ body: { method: 'totp', code: '000000' } }),
  },
  'factors.passkeySignInOptions': { expected: EVERYONE },
  'factors.passkeySignIn': { expected: [400, 400, 400, 400] },
  'factors.getPolicy': { expected: ADMINS },
  'factors.savePolicy': { expected: ADMINS, input: () => ({ body: { required: false } }) },

  'emailChanges.start': {
    expected: MEMBERS,
    input: (fixture) => ({ body: { newEmail: `${fixture.unique}@next.example` } }),
  },
  'emailChanges.confirm': {
    expected: [401, 400, 400, 400],
    input: () => ({ body: { code: '000000' } }),
  },
  'emailChanges.read': {
    expected: [404, 404, 404, 404],
    input: () => ({ query: { token: 'unknown' } }),
  },
  'emailChanges.undo': {
    expected: [404, 404, 404, 404],
    input: () => ({ body: { token: 'unknown' } }),
  },
  'emailChanges.agree': {
    expected: [404, 404, 404, 404],
    input: () => ({ body: { token: 'unknown' } }),
  },
  'pseudonyms.allowance': { expected: MEMBERS },
  'pseudonyms.change': {
    expected: MEMBERS,
    input: ({ unique }) => ({ body: { anonymousUsername: `Wren ${unique}` } }),
  },
  'securityLog.list': { expected: MEMBERS },
  'securityLog.endOtherSessions': { expected: [401, 204, 204, 204] },

  'stories.list': { expected: EVERYONE },
  'stories.get': {
    differsBy: 'stories',
    expected: [404, 404, 200, 200],
    input: ({ pendingId }) => ({ params: { id: pendingId } }),
  },
  'stories.neighbors': { expected: EVERYONE, input: story },
  'stories.create': { expected: [401, 201, 201, 201], input: storyForm },
  'stories.update': {
    expected: [401, 404, 200, 404],
    input: (fixture) => ({ ...storyForm(), params: { id: fixture.pendingId } }),
  },
  'stories.removeOwn': {
    expected: [401, 404, 204, 404],
    input: ({ pendingId }) => ({ params: { id: pendingId } }),
  },
  'stories.audio': { expected: [404, 404, 404, 404], input: story },
  'stories.listReplies': {
    differsBy: 'stories',
    expected: [404, 404, 200, 200],
    input: ({ pendingId }) => ({ params: { id: pendingId } }),
  },
  'stories.reply': {
    expected: [401, 201, 201, 201],
    input: ({ storyId }) => ({ body: { storyId, content: 'Thank you.' } }),
  },
  'stories.removeReply': { differsBy: 'stories', expected: [401, 403, 204, 204], input: reply },
  'stories.reactionTotals': { expected: EVERYONE, input: story },
  'stories.react': {
    expected: MEMBERS,
    input: ({ storyId }) => ({ body: { storyId, reaction: 'heart' } }),
  },
  'stories.unreact': {
    expected: MEMBERS,
    input: ({ storyId }) => ({ params: { id: storyId, reaction: 'heart' } }),
  },
  'stories.report': { expected: [401, 204, 403, 204], input: withBody(story) },
  'stories.reportReply': { expected: [401, 204, 403, 204], input: withBody(reply) },
  'stories.listTags': { expected: EVERYONE },
  'stories.createTag': {
    expected: [401, 403, 403, 201],
    input: ({ unique }) => ({ body: { name: `tag ${unique}` } }),
  },
  'stories.listPending': { expected: ADMINS },
  'stories.moderate': {
    expected: ADMINS,
    input: ({ pendingId }) => ({ params: { id: pendingId }, body: { approved: true } }),
  },
  'stories.remove': { expected: [401, 403, 403, 204], input: story },
  'stories.reject': {
    expected: ADMINS,
    input: ({ pendingId }) => ({ params: { id: pendingId }, body: { reason: 'A name is in it.' } }),
  },
  'stories.setTags': {
    expected: ADMINS,
    input: ({ storyId, unique }) => ({ params: { id: storyId }, body: { tags: [unique] } }),
  },
  // The owner of both is an ordinary member; administrators can't suspend themselves this way.
  'stories.suspendStoryAuthor': {
    expected: [401, 403, 403, 204],
    input: (fixture) => ({ ...story(fixture), body: { reason: 'Advertising.' } }),
  },
  'stories.suspendReplyAuthor': {
    expected: [401, 403, 403, 204],
    input: (fixture) => ({ ...reply(fixture), body: { reason: 'Advertising.' } }),
  },
  'stories.warnStoryAuthor': {
    expected: [401, 403, 403, 204],
    input: (fixture) => ({ ...story(fixture), body: { words: 'Please be kind.' } }),
  },
  'stories.warnReplyAuthor': {
    expected: [401, 403, 403, 204],
    input: (fixture) => ({ ...reply(fixture), body: { words: 'Please be kind.' } }),
  },
  'mutes.list': { expected: MEMBERS },
  'mutes.muteStoryAuthor': { expected: [401, 204, 403, 204], input: story },
  'mutes.muteReplyAuthor': { expected: [401, 204, 403, 204], input: reply },
  'mutes.remove': {
    expected: [401, 204, 204, 204],
    input: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
  },
  'teamMessages.list': { expected: MEMBERS },
  'teamMessages.markSeen': {
    expected: [401, 404, 204, 404],
    input: ({ teamMessageId: id }) => ({ params: { id } }),
  },
  'prayer.list': { expected: MEMBERS },
  'prayer.listOwn': { expected: MEMBERS },
  'prayer.create': {
    expected: [401, 201, 201, 201],
    input: () => ({ body: { content: 'For rain.' } }),
  },
  'prayer.update': {
    expected: [401, 404, 200, 404],
    input: (fixture) => ({ ...prayer(fixture), body: { content: 'For rain.' } }),
  },
  // It has not ended and does not end soon.
  'prayer.renew': { expected: [401, 404, 409, 404], input: prayer },
  'prayer.end': { expected: [401, 404, 200, 404], input: prayer },
  'prayer.answer': {
    expected: [401, 404, 200, 404],
    input: (fixture) => ({ ...prayer(fixture), body: { answer: '' } }),
  },
  'prayer.remove': { expected: [401, 404, 204, 404], input: prayer },
  'prayer.pray': { expected: [401, 204, 403, 204], input: withBody(prayer) },
  'prayer.report': { expected: [401, 204, 403, 204], input: withBody(prayer) },
  'prayer.mute': { expected: [401, 204, 403, 204], input: prayer },
  'prayer.listWaiting': { expected: ADMINS },
  'prayer.approve': {
    expected: [401, 403, 403, 204],
    input: ({ pendingPrayer: { id, submittedAt } }) => ({ params: { id }, body: { submittedAt } }),
  },
  'prayer.reject': {
    expected: [401, 403, 403, 204],
    input: ({ pendingPrayer: { id, submittedAt } }) => ({
      params: { id },
      body: { submittedAt, reason: 'A name is in it.' },
    }),
  },
  'prayer.withdraw': { expected: [401, 403, 403, 204], input: prayer },
  'prayer.suspendAuthor': {
    expected: [401, 403, 403, 204],
    input: (fixture) => ({ ...prayer(fixture), body: { reason: 'Advertising.' } }),
  },
  'stories.listReports': { expected: ADMINS },
  'stories.resolveReport': {
    expected: [401, 403, 403, 204],
    input: ({ reportId }) => ({ params: { id: reportId }, body: { decision: 'keep' } }),
  },

  'daily.get': { expected: EVERYONE },
  'daily.image': {
    expected: [404, 404, 404, 404],
    input: () => ({ params: { name: `${'0'.repeat(64)}.webp` } }),
  },
  'daily.getSettings': { expected: ADMINS },
  'daily.saveSettings': {
    expected: ADMINS,
    input: () => ({
      body: {
        autoGenerate: false,
        generateTime: '12:00',
        dailyMessagePrompt: '{ai_response}',
        agentStyle: '',
        reflectionPrompt: '',
      },
    }),
  },
  'daily.generate': { expected: ADMINS, input: () => ({ body: { type: 'message' } }) },
  'daily.autoGenerate': { expected: ADMINS },
  'daily.publish': {
    expected: ADMINS,
    input: () => ({
      fields: { type: 'message', format: 'text', content: 'Good morning.', date: daysFromNow(3) },
    }),
  },
  'daily.overview': { expected: ADMINS },
  'daily.calendar': { expected: ADMINS, input: () => ({ query: { month: '2026-03' } }) },
  'daily.remove': {
    expected: [401, 403, 403, 204],
    input: ({ day }) => ({ params: { date: day, type: 'reflection' } }),
  },
  'daily.checkQuotations': { expected: ADMINS, input: () => ({ body: { content: 'Peace.' } }) },

  'actions.listSystem': { expected: MEMBERS },
  'actions.completeSystem': {
    expected: MEMBERS,
    input: () => ({ body: { actionType: 'prayer' } }),
  },
  'actions.uncompleteSystem': {
    expected: MEMBERS,
    input: () => ({ params: { actionType: 'prayer' } }),
  },
  'actions.week': { expected: MEMBERS },
  'actions.chooseRestDays': { expected: MEMBERS, input: () => ({ body: { weekdays: [0] } }) },
  'actions.listPersonal': { expected: MEMBERS },
  'actions.createPersonal': {
    expected: [401, 201, 201, 201],
    input: () => ({ body: { actionContent: 'Walk' } }),
  },
  'actions.changePersonal': {
    expected: [401, 404, 200, 404],
    input: ({ actionId }) => ({ params: { id: actionId }, body: { completed: true } }),
  },
  'actions.removePersonal': {
    expected: [401, 404, 204, 404],
    input: ({ actionId }) => ({ params: { id: actionId } }),
  },

  'scripture.read': {
    expected: EVERYONE,
    input: () => ({ params: { reference: 'John 3:16' } }),
  },

  'businessWords.list': { expected: ADMINS },
  'businessWords.save': { expected: ADMINS, input: () => ({ body: { words: [] } }) },
  'businessWords.exportFile': { expected: ADMINS },
  'businessWords.readFile': { expected: ADMINS, input: () => ({ body: { text: 'Word' } }) },
  'trivia.today': { expected: MEMBERS },
  'trivia.answer': {
    // A question that is not today's.
    expected: [401, 409, 409, 409],
    input: () => ({ body: { triviaId: 2_147_483_647, answer: 'Ruth' } }),
  },
  'trivia.regenerate': { expected: ADMINS },
  'trivia.adminToday': { expected: ADMINS },
  'trivia.listQuestions': { expected: ADMINS },
  'trivia.exportQuestions': { expected: ADMINS },
  'trivia.importQuestions': { expected: ADMINS, input: () => ({ body: { text: 'Question' } }) },
  'trivia.getQuestion': { expected: ADMINS, input: () => ({ params: { id: 1 } }) },
  'trivia.createQuestion': { expected: [401, 403, 403, 201], input: triviaQuestion },
  'trivia.updateQuestion': {
    expected: ADMINS,
    input: () => ({ ...triviaQuestion(), params: { id: 1 } }),
  },

  'firstMorning.get': { expected: MEMBERS },
  'moods.list': { expected: MEMBERS },
  'moods.onThisDay': { expected: MEMBERS },
  'moods.save': { expected: [401, 201, 201, 201], input: () => ({ body: { mood: 'joyful' } }) },
  'moods.remove': {
    expected: [401, 404, 204, 404],
    input: ({ moodId }) => ({ params: { id: moodId } }),
  },
  'moods.getLock': { expected: MEMBERS },
  'moods.changeLock': {
    expected: [401, 400, 400, 400],
    input: () => ({ body: { minutes: 5, password: 'not this one' } }),
  },
  'moods.lockNow': { expected: MEMBERS },
  'moods.unlock': {
    expected: [401, 400, 400, 400],
    input: () => ({ body: { password: 'not this one' } }),
  },

  'review.claim': {
    expected: ADMINS,
    differsBy: 'stories',
    input: ({ pendingId: id }) => ({ params: { subject: 'story', id } }),
  },
  'review.release': {
    expected: [401, 403, 403, 204],
    differsBy: 'stories',
    input: ({ pendingId: id }) => ({ params: { subject: 'story', id } }),
  },
  'review.decided': {
    expected: ADMINS,
    differsBy: 'stories',
    input: () => ({ params: { subject: 'story' } }),
  },
  'review.storyHistory': { expected: ADMINS, input: ({ storyId: id }) => ({ params: { id } }) },
  'review.lastDecision': {
    expected: ADMINS,
    differsBy: 'stories',
    input: ({ storyId: id }) => ({ params: { subject: 'story', id } }),
  },
  'today.read': { expected: ADMINS },
  'today.answerStep': {
    expected: ADMINS,
    input: () => ({ params: { step: 'verified-email' }, body: { answer: null } }),
  },
  'audit.checkpoint': { expected: EVERYONE },
  'maintenance.checks': { expected: ADMINS },
  'maintenance.runChecks': { expected: ADMINS },
  'maintenance.backups': { expected: ADMINS },
  'maintenance.backUp': { expected: [401, 403, 403, 409] },
  'connections.list': { expected: ADMINS },
  'connections.save': {
    expected: [401, 403, 403, 200],
    input: ({ unique }) => ({
      params: { area: 'ai' },
      query: { anyway: 'true' },
      body: { AI_BASE_URL: 'https://ai.example/v1', AI_MODEL: unique, AI_API_KEY: 'key' },
    }),
  },
  'connections.test': { expected: ADMINS, input: () => ({ params: { area: 'payments' } }) },
  'connections.remove': { expected: ADMINS, input: () => ({ params: { area: 'ai' } }) },
  'connections.newBackupKey': { expected: ADMINS },
  'maintenance.tryRestore': {
    expected: [401, 403, 403, 409],
    input: () => ({ body: { key: 'AGE-SECRET-KEY-1' } }),
  },
  'maintenance.setBackupTime': {
    expected: [401, 403, 403, 409],
    input: () => ({ body: { time: '03:15' } }),
  },
  'tags.list': { expected: ADMINS },
  'tags.rename': {
    expected: ADMINS,
    input: ({ tagId: id, unique }) => ({ params: { id }, body: { name: `Hope ${unique}` } }),
  },
  'tags.merge': {
    expected: ADMINS,
    input: ({ tagId: id, otherTagId: into }) => ({ params: { id }, body: { into } }),
  },
  'tags.remove': { expected: [401, 403, 403, 204], input: ({ tagId: id }) => ({ params: { id } }) },
  'guidance.ask': {
    expected: [401, 201, 201, 201],
    input: () => ({ body: { content: 'What now?', category: 'faith' } }),
  },
  'guidance.listOwn': { expected: MEMBERS },
  'guidance.followUp': {
    expected: [401, 404, 201, 404],
    input: (fixture) => ({ ...guidance(fixture), body: { content: 'And then?' } }),
  },
  'guidance.remove': { expected: [401, 404, 204, 404], input: guidance },
  'guidance.answerTime': { expected: MEMBERS },
  'guidance.listAll': { expected: ADMINS },
  'guidance.read': { expected: ADMINS, input: guidance },
  'guidance.respond': {
    expected: ADMINS,
    input: (fixture) => ({
      ...guidance(fixture),
      body: { responseContent: 'Rest.', waitingSince: null },
    }),
  },
  'guidance.sendProposed': { expected: ADMINS, input: proposed },
  'guidance.returnProposed': {
    expected: ADMINS,
    input: (fixture) => {
      const { params, body } = proposed(fixture)
      return { params, body: { ...body, reason: 'Too long.' } }
    },
  },
  'guidance.toggleVisibility': { expected: ADMINS, input: guidance },

  'settings.get': { expected: EVERYONE },
  'settings.save': { expected: ADMINS, input: () => ({ body: { siteTitle: 'Folx' } }) },
  'localNames.list': { expected: MEMBERS },
  'localNames.change': { expected: ADMINS, input: () => ({ body: {} }) },
  'rules.read': { expected: EVERYONE },
  'rules.numbers': { expected: ADMINS },
  'rules.save': { expected: ADMINS, input: () => ({ body: { html: '' } }) },
  'settings.uploadLogo': { expected: [401, 403, 403, 400] },
  'settings.uploadFooterImage': { expected: [401, 403, 403, 400] },
  'settings.removeFooterImage': { expected: ADMINS, input: () => ({ params: { number: '1' } }) },
  'settings.image': {
    expected: [404, 404, 404, 404],
    input: () => ({ params: { name: `${'0'.repeat(64)}.webp` } }),
  },
  'shop.listProducts': { expected: EVERYONE },
  'shop.productImage': {
    expected: [404, 404, 404, 404],
    input: () => ({ params: { name: `${'0'.repeat(64)}.webp` } }),
  },
  'shop.download': {
    expected: [401, 404, 302, 404],
    input: ({ purchaseId }) => ({ params: { id: purchaseId } }),
  },
  'shop.file': {
    expected: [401, 404, 404, 404],
    input: ({ purchaseId }) => ({
      params: { token: `${purchaseId}.2000000000.${'A'.repeat(43)}` },
    }),
  },
  'shop.listAllProducts': { expected: ADMINS },
  'shop.createProduct': { expected: [401, 403, 403, 201], input: productForm },
  'shop.updateProduct': {
    expected: ADMINS,
    input: (fixture) => ({ ...productForm(), ...product(fixture) }),
  },
  'shop.orderProducts': {
    // There are other products.
    expected: [401, 403, 403, 409],
    input: () => ({ body: { ids: [1_999_999_999] } }),
  },
  'shop.togglePublish': { expected: ADMINS, input: product },
  'shop.productFile': { expected: ADMINS, input: product },
  'shop.createCheckout': {
    // The owner already has the product.
    expected: [401, 200, 409, 200],
    input: ({ productId }) => ({ body: { productId } }),
  },
  'shop.getCheckout': {
    expected: [401, 404, 200, 404],
    input: ({ checkoutId }) => ({ params: { id: checkoutId } }),
  },
  'shop.checkSubscription': { expected: MEMBERS },
  'shop.listPurchases': { expected: MEMBERS },
  'shop.receipt': {
    // The till has no payment for it.
    expected: [401, 404, 404, 404],
    input: ({ purchaseId }) => ({ params: { id: purchaseId } }),
  },
  'shop.checkPayments': { expected: MEMBERS },
  'shop.billingPortal': { expected: [401, 404, 404, 404] },
  'shop.cancelSubscription': { expected: [401, 404, 200, 404], input: subscription },
  // It has ended.
  'shop.resumeSubscription': { expected: [401, 404, 409, 404], input: subscription },
  'shop.stripeWebhook': { expected: [400, 400, 400, 400] },
  'shop.listOrders': { expected: ADMINS },
  'shop.exportOrders': { expected: ADMINS },
  'shop.refundOrder': {
    // There is no such payment.
    expected: [401, 403, 403, 404],
    input: () => ({ params: { id: 1_999_999_999 }, body: {} }),
  },
  'shop.listSubscribers': { expected: ADMINS },
  'shop.endSubscription': {
    // There is no such subscription.
    expected: [401, 403, 403, 404],
    input: () => ({ params: { id: 1_999_999_999 } }),
  },
  'shop.revenue': { expected: ADMINS },
  'shop.paymentsHealth': { expected: ADMINS },
  'shop.comparePayments': { expected: ADMINS },
  'users.list': { expected: ADMINS },
  'users.get': { expected: ADMINS, input: (fixture) => withUser(fixture) },
  'users.listPurchases': { expected: ADMINS, input: (fixture) => withUser(fixture) },
  'users.changeEmail': {
    expected: ADMINS,
    input: (fixture) => withUser(fixture, { newEmail: `${fixture.unique}@new.example` }),
  },
  'users.suspend': {
    expected: ADMINS,
    input: (fixture) => withUser(fixture, { isSuspended: true, reason: 'Spam' }),
  },
  'users.endSessions': { expected: [401, 403, 403, 204], input: (fixture) => withUser(fixture) },
  'users.auditLog': { expected: ADMINS },
  'users.auditPeople': { expected: ADMINS },
  'team.list': { expected: ADMINS },
  'team.changeRights': {
    expected: ADMINS,
    input: ({ owner }) => ({
      body: { anonymousUsername: owner.anonymousUsername, rights: ['stories'] },
    }),
  },
  'email.listOutbox': { expected: ADMINS },
  'email.listEvents': { expected: ADMINS },
  'email.listBounced': { expected: ADMINS },
  'email.liftBounce': {
    expected: [401, 403, 403, 204],
    input: ({ bounceId }) => ({ params: { id: bounceId }, body: { reason: 'It works again.' } }),
  },
  'email.health': { expected: ADMINS },
  'email.getSettings': { expected: ADMINS },
  'email.saveSettings': { expected: ADMINS, input: () => ({ body: { postalAddress: null } }) },
  'email.getPreferences': { expected: MEMBERS },
  'email.savePreferences': { expected: MEMBERS, input: () => ({ body: { broadcasts: true } }) },
  'email.unsubscription': {
    expected: [404, 404, 404, 404],
    input: () => ({ query: { token: 'unknown' } }),
  },
  'email.unsubscribe': {
    expected: [404, 404, 404, 404],
    input: () => ({ query: { token: 'unknown' } }),
  },
  // No email provider is set up.
  'email.resendWebhook': { expected: [503, 503, 503, 503] },
  'email.recipients': { expected: ADMINS },
  'email.recipientGroups': { expected: ADMINS },
  'email.preview': { expected: ADMINS, input: () => ({ body: {} }) },
  'email.uploadImage': { expected: [401, 403, 403, 400], input: () => ({ fields: {} }) },
  'email.image': {
    expected: [404, 404, 404, 404],
    input: () => ({ params: { name: `${'0'.repeat(64)}.webp` } }),
  },
  'email.sendTest': {
    expected: ADMINS,
    input: () => ({ body: { html: '<p>News</p>', testEmail: 'test@example.org' } }),
  },
  'email.sendBroadcast': {
    expected: [401, 403, 403, 202],
    input: () => ({ body: { subject: 'News', html: '<p>News</p>' } }),
  },
  'email.listScheduled': { expected: ADMINS },
  'email.getScheduled': { expected: ADMINS, input: mailingOf },
  'email.createScheduled': {
    expected: [401, 403, 403, 201],
    input: () => ({ body: { subject: 'News', html: '<p>News</p>', sendAt: tomorrow() } }),
  },
  'email.changeScheduled': {
    expected: ADMINS,
    input: ({ mailingId }) => ({ params: { id: mailingId }, body: { subject: 'Other news' } }),
  },
  'email.cancelScheduled': { expected: ADMINS, input: mailingOf },
  'email.sendScheduled': { expected: ADMINS, input: mailingOf },
  // It is not being sent.
  'email.pauseSending': { expected: [401, 403, 403, 409], input: mailingOf },
  'email.resumeSending': { expected: [401, 403, 403, 409], input: mailingOf },
  'till.getSession': {
    expected: [404, 404, 404, 404],
    input: () => ({ params: { session: 'unknown' } }),
  },
  'till.finishSession': {
    expected: [404, 404, 404, 404],
    input: () => ({ params: { session: 'unknown' }, body: { action: 'pay' } }),
  },
  'till.receipt': {
    expected: [404, 404, 404, 404],
    input: () => ({ params: { session: 'unknown' } }),
  },
  'till.listRecords': { expected: ADMINS },
  'till.failRenewal': {
    expected: [401, 403, 403, 404],
    input: () => ({ params: { id: 2_147_483_647 } }),
  },
  'notifications.list': { expected: MEMBERS },
  'notifications.count': { expected: MEMBERS },
  'notifications.markRead': {
    expected: [401, 404, 204, 404],
    input: ({ notificationId }) => ({ params: { id: notificationId } }),
  },
  'notifications.markAllRead': { expected: [401, 204, 204, 204] },
  'notifications.getSettings': { expected: MEMBERS },
  'notifications.saveSettings': { expected: MEMBERS, input: () => ({ body: {} }) },
  'notifications.subscribe': {
    // An address in the server's own network.
    expected: [401, 400, 400, 400],
    input: () => ({ body: { endpoint: 'https://127.0.0.1/push', keys: { p256dh: '', auth: '' } } }),
  },
  'notifications.unsubscribe': {
    expected: MEMBERS,
    input: () => ({ body: { endpoint: 'https://push.example.com/unknown' } }),
  },
  'live.get': { expected: MEMBERS },
  'live.start': { expected: ADMINS },
  'live.stop': { expected: ADMINS },
  // Off air.
  'live.join': { expected: [401, 403, 403, 409] },
  'live.startRecording': { expected: [401, 403, 403, 409] },
  'live.stopRecording': { expected: ADMINS },
  'live.page': { expected: MEMBERS },
  'live.calendar': { expected: MEMBERS },
  'live.listPublished': { expected: [401, 403, 403, 200] },
  'live.publishedAudio': { expected: [401, 403, 403, 404], input: liveRecording },
  'live.listRecordings': { expected: ADMINS },
  'live.recordingAudio': { expected: [401, 403, 403, 404], input: liveRecording },
  'live.changeRecording': {
    expected: ADMINS,
    input: (fixture) => ({ ...liveRecording(fixture), body: { title: 'Rest and work' } }),
  },
  'live.removeRecording': { expected: [401, 403, 403, 204], input: liveRecording },
  'live.getSettings': { expected: ADMINS },
  'live.saveSettings': { expected: ADMINS, input: () => ({ body: { retentionDays: 90 } }) },
  'review.listHeld': { expected: ADMINS },
  'review.reviewHeld': {
    expected: [401, 403, 403, 204],
    input: ({ heldId }) => ({ params: { id: heldId }, body: { approved: true } }),
  },
  'transcripts.speech': { expected: MEMBERS },
  'transcripts.lines': { expected: EVERYONE, input: asked },
  'transcripts.getOwn': { expected: [401, 404, 200, 404], input: asked },
  'transcripts.submit': {
    expected: [401, 404, 200, 404],
    input: (fixture) => ({ ...asked(fixture), body: { text: 'I speak of rain.' } }),
  },
  'transcripts.choose': {
    expected: [401, 404, 200, 404],
    input: (fixture) => ({ ...asked(fixture), body: { choice: 'left-out' } }),
  },
  'transcripts.listWaiting': { expected: ADMINS },
  'transcripts.write': {
    expected: [401, 403, 403, 204],
    input: (fixture) => ({ ...asked(fixture), body: { text: 'I speak of rain.' } }),
  },
  'transcripts.approve': {
    expected: [401, 403, 403, 204],
    input: ({ inReview: { id, waitingSince } }) => ({ params: { id }, body: { waitingSince } }),
  },
  'transcripts.reject': {
    expected: [401, 403, 403, 204],
    input: ({ inReview: { id, waitingSince } }) => ({
      params: { id },
      body: { waitingSince, reason: 'Please leave out the street.' },
    }),
  },
  'joining.read': { expected: EVERYONE },
  'joining.checkInvitation': { expected: EVERYONE, input: () => ({ body: { token: 'unknown' } }) },
  'joining.getSettings': { expected: ADMINS },
  'joining.saveSettings': { expected: ADMINS, input: () => ({ body: { mode: 'open' } }) },
  'joining.apply': {
    // The community does not take applications.
    expected: [409, 409, 409, 409],
    input: (fixture) => ({ body: { ...emailOf(fixture).body, message: 'Hi.', code: '000000' } }),
  },
  'joining.listApplications': { expected: ADMINS },
  'joining.approveApplication': {
    expected: [401, 403, 403, 204],
    input: ({ applicationId }) => ({ params: { id: applicationId } }),
  },
  'joining.declineApplication': {
    expected: [401, 403, 403, 204],
    input: ({ applicationId }) => ({ params: { id: applicationId }, body: {} }),
  },
  'notices.send': {
    expected: [204, 204, 204, 204],
    input: () => ({ body: { what: 'A story', place: '/flow', why: 'It names a child.' } }),
  },
  'notices.list': { expected: ADMINS },
  'secondLooks.listOwn': { expected: MEMBERS },
  'secondLooks.ask': {
    expected: [401, 404, 204, 404],
    input: ({ warningId }) => ({
      body: { subject: 'warning', id: warningId, words: 'I named nobody.' },
    }),
  },
  // Nobody has a proof, which only a refused sign-in gives.
  'secondLooks.askSuspended': {
    expected: [400, 400, 400, 400],
    input: () => ({ body: { proof: 'made-up', words: 'I asked nobody for money.' } }),
  },
  'secondLooks.list': { expected: ADMINS },
  'secondLooks.answer': {
    expected: [401, 403, 403, 204],
    input: ({ secondLookId }) => ({
      params: { id: secondLookId },
      body: { changed: false, reason: 'It names a child.' },
    }),
  },
  'notices.answer': {
    expected: [401, 403, 403, 204],
    input: ({ noticeId }) => ({
      params: { id: noticeId },
      body: { acted: false, reason: 'It names nobody.' },
    }),
  },
  'joining.listInvitations': { expected: ADMINS },
  'joining.createInvitation': {
    expected: [401, 403, 403, 201],
    input: () => ({ body: { maxUses: 1, days: 7 } }),
  },
  'joining.revokeInvitation': {
    expected: [401, 403, 403, 204],
    input: ({ invitationId }) => ({ params: { id: invitationId } }),
  },
  'events.listen': { expected: MEMBERS },
  'operations.health': { expected: EVERYONE },
  'operations.openapi': { expected: EVERYONE },
  'operations.docs': { expected: EVERYONE },
}

const endpoints = Object.entries(allEndpoints).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

test('every call of the API has a row, and every row a call', () => {
  expect(Object.keys(ROWS).sort()).toEqual(endpoints.map(([name]) => name).sort())
})

/** All kinds of callers, the team by its presets. */
const ACTORS = ['visitor', 'member', 'owner', 'helper', 'treasurer', 'pastor', 'admin'] as const
type Actor = (typeof ACTORS)[number]

/** The status for an actor: a preset without the right that a call names is refused. */
function expectedOf(actor: Actor, { who }: Endpoint, { expected, differsBy }: Row): number {
  const [visitor, member, owner, admin] = expected
  if (actor === 'visitor') return visitor
  if (actor === 'member') return member
  if (actor === 'owner') return owner
  if (actor === 'admin') return admin
  const rights: readonly Right[] = PRESETS[actor]
  if (who === 'admin' && differsBy === undefined) return admin
  if (who !== 'any' && who !== 'member' && who !== 'admin')
    return rights.includes(who) ? admin : 403
  return differsBy === undefined || rights.includes(differsBy) ? admin : member
}

/** The objects of the calls, and their callers, until a call succeeds that may change them. */
let fixture: Fixture | undefined
const members = new Map<Actor, TestMember>()

test.for(endpoints)(
  '%s answers every caller as it should',
  async ([name, endpoint], { api, world, context }) => {
    const row = ROWS[name]
    if (!row) throw new Error(`There is no row for ${name}.`)
    for (const actor of ACTORS) {
      const isAboutFixture = actor === 'owner' || (row.input?.length ?? 0) > 0
      if (isAboutFixture) fixture ??= await makeFixture(world, context)
      const caller = await callerFor(actor, { api, world })
      // Inputs that name nothing of the fixture take no argument.
      const response = await caller.request(endpoint, row.input?.(fixture as Fixture) ?? {})
      const expected = expectedOf(actor, endpoint, row)
      expect(`${actor}: ${response.status}`).toBe(`${actor}: ${expected}`)
      expect(response.text).not.toContain('There’s nothing at this address.')
      // A refused call must not change anything for the next one.
      if (response.status >= 400 || endpoint.method === 'GET') continue
      await retire(actor, context)
      if (isAboutFixture) fixture = undefined
    }
  },
)

test.for(endpoints.filter(([, endpoint]) => endpoint.who !== 'any'))(
  '%s refuses a caller before it validates the input',
  async ([, endpoint], { api, world }) => {
    const input = { params: { id: 'x', reaction: 'x' }, headers: {} } as TestInput<Endpoint>
    expect((await api.refuse(endpoint, input)).code).toBe('not_signed_in')
    if (!isForTeam(endpoint)) return
    const member = await callerFor('member', { api, world })
    expect((await member.refuse(endpoint, input)).code).toBe('not_allowed')
  },
)

test('calls about accounts, money or factors need a step-up', () => {
  // Deleting an account asks for the password and a fresh factor itself: `factors/step-up.db.test.ts`.
  expect(endpoints.filter(([, { stepUp }]) => stepUp).map(([name]) => name)).toEqual([
    'accounts.exportData',
    'factors.checkStepUp',
    'factors.passkeyOptions',
    'factors.addPasskey',
    'factors.renamePasskey',
    'factors.removePasskey',
    'factors.startTotp',
    'factors.confirmTotp',
    'factors.removeTotp',
    'factors.renewRecoveryCodes',
    'factors.savePolicy',
    'emailChanges.start',
    'shop.listOrders',
    'shop.exportOrders',
    'shop.refundOrder',
    'shop.listSubscribers',
    'shop.endSubscription',
    'users.list',
    'users.get',
    'users.listPurchases',
    'users.changeEmail',
    'users.suspend',
    'users.endSessions',
    'team.list',
    'team.changeRights',
    'connections.save',
    'connections.remove',
  ])
})

test.for(endpoints.filter(([, endpoint]) => endpoint.stepUp))(
  '%s asks for a step-up before it validates the input',
  async ([, endpoint], { api, world }) => {
    const admin = await world.admin()
    const stale = api.as(await world.staleSession(admin.id))
    const input = { params: { id: 'x' } } as TestInput<Endpoint>
    expect(await stale.refuse(endpoint, input)).toMatchObject({ status: 403, code: 'step_up' })
  },
)

testLogNamesNobody()

/** Others call from now on. Without rights, so that the team that is told of each call stays small. */
async function retire(actor: Actor, { db }: Context): Promise<void> {
  const member = members.get(actor)
  members.delete(actor)
  if (!member) return
  await db.updateTable('member').set({ rights: [] }).where('memberId', '=', member.id).execute()
}

async function callerFor(
  actor: Actor,
  { api, world }: { api: TestApi; world: World },
): Promise<TestApi> {
  const elsewhere = api.from(world.address())
  if (actor === 'visitor') return elsewhere
  if (actor === 'owner' && fixture) return elsewhere.as(fixture.owner)
  const rights: Partial<Record<Actor, readonly Right[]>> = { ...PRESETS, admin: RIGHTS }
  const member = members.get(actor) ?? (await world.member({ rights: rights[actor] ?? [] }))
  members.set(actor, member)
  return elsewhere.as(member)
}

async function makeFixture(world: World, context: Context): Promise<Fixture> {
  const { db } = context
  const owner = await world.member()
  const storyId = await world.story({ author: owner })
  const pendingId = await world.story({ author: owner, status: 'pending' })
  const replyId = await world.reply({ author: owner, storyId })
  const reporter = await world.member()
  const { reportId } = await db
    .insertInto('report')
    .values({ storyId, replyId, memberId: reporter.id })
    .returning('reportId')
    .executeTakeFirstOrThrow()
  const day = daysFromNow(2)
  await db
    .insertInto('dailyContent')
    .values({
      day,
      type: 'reflection',
      format: 'text',
      content: '<p>Soon.</p>',
      source: 'manual',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { personalActionId: actionId } = await db
    .insertInto('personalAction')
    .values({ memberId: owner.id, content: 'Write one page' })
    .returning('personalActionId')
    .executeTakeFirstOrThrow()
  const { moodEntryId: moodId } = await db
    .insertInto('moodEntry')
    .values({ memberId: owner.id, day: '2026-01-01', sealed: Buffer.of(1), madeAt: new Date() })
    .returning('moodEntryId')
    .executeTakeFirstOrThrow()
  const { liveRecordingId } = await db
    .insertInto('liveRecording')
    .values({ status: 'ready', startedAt: new Date(), duration: 1, size: 1 })
    .returning('liveRecordingId')
    .executeTakeFirstOrThrow()
  const { notificationId } = await db
    .insertInto('notification')
    .values({ memberId: owner.id, kind: 'story-reply', subjectId: storyId })
    .returning('notificationId')
    .executeTakeFirstOrThrow()
  const { teamMessageId } = await db
    .insertInto('teamMessage')
    .values({
      memberId: owner.id,
      kind: 'report-kept',
      storyId,
      isAboutReply: false,
      createdAt: new Date(),
    })
    .returning('teamMessageId')
    .executeTakeFirstOrThrow()
  const warnings = await db
    .insertInto('teamMessage')
    .values(
      ['First.', 'Second.'].map((words) => ({
        memberId: owner.id,
        kind: 'warning' as const,
        isAboutReply: false,
        words,
        createdAt: new Date(),
      })),
    )
    .returning(['teamMessageId', 'createdAt'])
    .execute()
  const [warning, asked] = warnings
  if (!warning || !asked) throw new Error('unreachable')
  const { secondLookId } = await db
    .insertInto('secondLook')
    .values({
      memberId: owner.id,
      subject: 'warning',
      subjectId: asked.teamMessageId,
      decidedAt: asked.createdAt,
      words: 'I named nobody.',
      createdAt: new Date(),
    })
    .returning('secondLookId')
    .executeTakeFirstOrThrow()
  const { mailingId } = await db
    .insertInto('mailing')
    .values({
      kind: 'broadcast',
      clientKey: owner.id,
      subject: 'News',
      html: '<p>News</p>',
      sendAt: tomorrow(),
    })
    .returning('mailingId')
    .executeTakeFirstOrThrow()
  const { emailSuppressionId: bounceId } = await db
    .insertInto('emailSuppression')
    .values({ email: `bounced-${owner.email}`, cause: 'bounce' })
    .returning('emailSuppressionId')
    .executeTakeFirstOrThrow()
  const { passkeyId } = await db
    .insertInto('passkey')
    .values({
      memberId: owner.id,
      credentialId: owner.id,
      publicKey: Buffer.of(1),
      counter: 0,
      transports: [],
      name: 'Phone',
    })
    .returning('passkeyId')
    .executeTakeFirstOrThrow()
  const heldId = await world.reply({ author: owner, storyId })
  const held = { heldAt: new Date(), hiddenAt: new Date() }
  await db.updateTable('reply').set(held).where('replyId', '=', heldId).execute()
  const { invitationId } = await db
    .insertInto('invitation')
    .values({
      tokenHash: Buffer.from(owner.id),
      kind: 'link',
      maxUses: 1,
      createdAt: new Date(),
      expiresAt: tomorrow(),
    })
    .returning('invitationId')
    .executeTakeFirstOrThrow()
  const { applicationId } = await db
    .insertInto('application')
    .values({ email: `applicant-${owner.email}`, message: 'Hi.', createdAt: new Date() })
    .returning('applicationId')
    .executeTakeFirstOrThrow()
  const { noticeId } = await db
    .insertInto('notice')
    .values({
      what: 'A story',
      place: '/flow',
      why: 'It names a child.',
      email: '',
      isDanger: false,
      createdAt: new Date(),
    })
    .returning('noticeId')
    .executeTakeFirstOrThrow()
  const [tagId, otherTagId] = await twoTags(db, owner.username)
  await world.session(owner.id)
  const { sessionId } = await db
    .selectFrom('session')
    .select('sessionId')
    .where('memberId', '=', owner.id)
    .orderBy('sessionId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    owner,
    storyId,
    pendingId,
    prayerId: await world.prayerRequest({ author: owner }),
    pendingPrayer: await pendingPrayer(world, context, owner),
    replyId,
    tagId,
    otherTagId,
    sessionId,
    reportId,
    actionId,
    day,
    passkeyId,
    liveRecordingId,
    notificationId,
    teamMessageId,
    warningId: warning.teamMessageId,
    secondLookId,
    mailingId,
    bounceId,
    heldId,
    invitationId,
    applicationId,
    noticeId,
    askedId: await voiceStory(world, context, owner, { state: 'asked', changedAt: NOW }),
    inReview: {
      id: await voiceStory(world, context, owner, {
        state: 'review',
        text: 'Rain.',
        source: 'author',
        changedAt: NOW,
      }),
      waitingSince: NOW.toISOString(),
    },
    ...(await soldProduct(world, context, owner)),
    moodId,
    guidanceId: await answeredRequest(context, owner.id),
    proposedId: await proposedRequest(context, owner.id),
    unique: owner.username,
  }
}

async function voiceStory(
  world: World,
  { db }: Context,
  author: TestMember,
  transcript: Omit<Insertable<Transcript>, 'storyId'>,
): Promise<number> {
  const recording = { state: 'ready', key: `recordings/${randomUUID()}` } as const
  const storyId = await world.story({ author, recording })
  await db
    .insertInto('transcript')
    .values({ storyId, ...transcript })
    .execute()
  return storyId
}

function asked({ askedId }: Fixture): TestInput<Endpoint> {
  return { params: { id: askedId } }
}

async function pendingPrayer(
  world: World,
  { db }: Context,
  author: TestMember,
): Promise<Fixture['pendingPrayer']> {
  const id = await world.prayerRequest({ author, status: 'pending' })
  const { submittedAt } = await db
    .selectFrom('prayerRequest')
    .select('submittedAt')
    .where('prayerRequestId', '=', id)
    .executeTakeFirstOrThrow()
  return { id, submittedAt: submittedAt.toISOString() }
}

function prayer({ prayerId }: Fixture): TestInput<Endpoint> {
  return { params: { id: prayerId } }
}

async function twoTags(db: Context['db'], name: string): Promise<[number, number]> {
  const names = [`${name} one`, `${name} two`]
  const rows = await db
    .insertInto('tag')
    .values(names.map((each) => ({ name: each, nameKey: each.toLowerCase() })))
    .returning('tagId')
    .execute()
  const [one, two] = rows.map(({ tagId }) => tagId)
  if (one === undefined || two === undefined) throw new Error('unreachable')
  return [one, two]
}

async function soldProduct(
  world: World,
  { db, files }: Context,
  member: TestMember,
): Promise<Pick<Fixture, 'productId' | 'purchaseId' | 'checkoutId'>> {
  const key = 'products/fixture'
  const bytes = Buffer.from('%PDF-1.7')
  await files.put({ key, contentType: 'application/pdf', body: Readable.from([bytes]) })
  const productId = await world.product({ file: { key, size: bytes.length } })
  const purchaseId = await world.purchase({ member, productId })
  const monthly = await world.product({ productType: 'subscription' })
  const ended = await world.purchase({ member, productId: monthly, state: 'ended' })
  const { checkoutId } = await db
    .selectFrom('purchase')
    .select('checkoutId')
    .where('purchaseId', '=', ended)
    .executeTakeFirstOrThrow()
  return { productId, purchaseId, checkoutId }
}

function subscription({ checkoutId }: Fixture): TestInput<Endpoint> {
  return { params: { subscriptionId: `sub_${checkoutId}` } }
}

function product({ productId }: Fixture): TestInput<Endpoint> {
  return { params: { id: productId } }
}

function productForm(): TestInput<Endpoint> {
  return { fields: { title: 'A workbook', description: '<p>Twelve.</p>', price: '12.50' } }
}

async function answeredRequest(context: Context, memberId: string): Promise<number> {
  const { db } = context
  const now = new Date()
  const sealed = await sealText(context, db, { memberId, kind: 'guidance', text: 'Peace.' })
  const { guidanceRequestId } = await db
    .insertInto('guidanceRequest')
    .values({ memberId, category: 'faith', answeredAt: now })
    .returning('guidanceRequestId')
    .executeTakeFirstOrThrow()
  const answer = { sealedContent: sealed, sealedResponse: sealed, respondedAt: now }
  await db
    .insertInto('guidanceQuestion')
    .values({ guidanceRequestId, number: 1, ...answer })
    .execute()
  return guidanceRequestId
}

async function proposedRequest(context: Context, memberId: string): Promise<number> {
  const guidanceRequestId = await answeredRequest(context, memberId)
  const { db } = context
  await db
    .updateTable('guidanceRequest')
    .set({ isMinor: true, waitingSince: new Date(), answeredAt: null })
    .where('guidanceRequestId', '=', guidanceRequestId)
    .execute()
  await db
    .updateTable('guidanceQuestion')
    .set(({ ref }) => ({
      sealedProposal: ref('sealedResponse'),
      sealedResponse: null,
      respondedAt: null,
    }))
    .where('guidanceRequestId', '=', guidanceRequestId)
    .execute()
  return guidanceRequestId
}

function proposed({ proposedId }: Fixture): { params: { id: number }; body: { version: string } } {
  return { params: { id: proposedId }, body: { version: responseVersion('Peace.') } }
}

function guidance({ guidanceId }: Fixture): TestInput<Endpoint> {
  return { params: { id: guidanceId } }
}

/** A future date, in any time zone. */
function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

function story({ storyId }: Fixture): TestInput<Endpoint> {
  return { params: { id: storyId } }
}

function reply({ replyId }: Fixture): TestInput<Endpoint> {
  return { params: { id: replyId } }
}

function withUser({ owner }: Fixture, body?: Record<string, unknown>): TestInput<Endpoint> {
  return { params: { id: owner.id }, ...(body && { body }) }
}

function withBody(input: (fixture: Fixture) => TestInput<Endpoint>): Row['input'] {
  return (fixture) => ({ ...input(fixture), body: {} })
}

function mailingOf({ mailingId }: Fixture): { params: { id: number } } {
  return { params: { id: mailingId } }
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString()
}

function liveRecording({ liveRecordingId }: Fixture): { params: { id: number } } {
  return { params: { id: liveRecordingId } }
}

function emailOf({ owner }: Fixture): { body: { email: string } } {
  return { body: { email: owner.email } }
}

function storyForm(): TestInput<Endpoint> {
  return { fields: { title: 'A title', category: 'faith', content: 'Some words.' } }
}

function triviaQuestion(): TestInput<Endpoint> {
  return {
    body: {
      subject: 'bible',
      question: 'Who stayed with Naomi?',
      options: ['Orpah', 'Ruth'],
      answer: 'Ruth',
      explanation: 'She went with her to Bethlehem.',
      source: 'Ruth 1:16',
    },
  }
}
