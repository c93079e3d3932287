import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import {
  Id,
  IdParams,
  Instant,
  limitedText,
  PageQuery,
  readableText,
  requiredLine,
  requiredText,
  STORABLE,
  Version,
} from './fields.ts'
import { Claim, RemovalReason } from './review.ts'
import { REACTION_KINDS, REPLY_SENTENCES, STORY_CATEGORIES, STORY_LIMITS } from './story-limits.ts'
import { TRANSCRIPT_CHOICES } from './transcript-choices.ts'

export const StoryCategory = z.enum(STORY_CATEGORIES, 'Category is required')
export type StoryCategory = z.infer<typeof StoryCategory>

export const ReactionKind = z.enum(REACTION_KINDS, 'Unknown reaction')
export type ReactionKind = z.infer<typeof ReactionKind>

const kindByEmoji: Record<string, ReactionKind> = {
  '❤️': 'heart',
  '❤': 'heart',
  '🙏': 'praying_hands',
  '🙌': 'raised_hands',
}

/** A reaction by its name or by the emoji itself, with or without a skin tone. */
const ReactionInput = z
  .string('Unknown reaction')
  .transform((value) => kindByEmoji[value.replace(/\p{Emoji_Modifier}/gu, '')] ?? value)
  .pipe(ReactionKind)

export const ReactionTotals = z.object({
  total: z.int(),
  counts: z.object({ heart: z.int(), praying_hands: z.int(), raised_hands: z.int() }),
  /** The kinds that the caller has given. */
  mine: z.array(ReactionKind),
})
export type ReactionTotals = z.infer<typeof ReactionTotals>

export const StoryStatus = z.enum(['pending', 'approved', 'rejected'])
export type StoryStatus = z.infer<typeof StoryStatus>

/** `processing` until the server has converted the recording. */
export const AudioState = z.enum(['processing', 'ready', 'failed'])
export type AudioState = z.infer<typeof AudioState>

export const Story = z.object({
  id: z.int(),
  /** Only set for the caller's own stories: administrators moderate content, not people. */
  userId: z.uuid().nullable(),
  mine: z.boolean(),
  title: z.string(),
  category: StoryCategory,
  /** `null` for a voice story. */
  content: z.string().nullable(),
  audioUrl: z.string().nullable(),
  /** Seconds. */
  audioDuration: z.number().nullable(),
  audioState: AudioState.nullable(),
  /** Peaks from 0 to 1, evenly spread over the recording. */
  waveform: z.array(z.number()).nullable(),
  /** Whether the words of a story without a recording are meant to be heard: read by each device. */
  anotherVoice: z.boolean(),
  /** The published transcript of a voice story, for people who can't listen. */
  caption: z.string().nullable(),
  tags: z.array(z.string()),
  anonymousUsername: z.string(),
  approved: z.boolean(),
  status: StoryStatus,
  /** For its author and administrators only. */
  rejectionReason: z.string().nullable(),
  replyCount: z.int(),
  reactions: ReactionTotals,
  canEdit: z.boolean(),
  canReport: z.boolean(),
  canMute: z.boolean(),
  /** Whether the caller has muted its author. */
  isMuted: z.boolean(),
  createdAt: Instant,
  /** Whether reports hide it until the team has reviewed it. For its author and administrators only. */
  isHidden: z.boolean().optional(),
  /** When its author last submitted it. For its author and administrators only. */
  submittedAt: Instant.optional(),
  /** For its author and administrators only. */
  version: z.string().optional(),
})
export type Story = z.infer<typeof Story>

/** A story in the queue, with the claim of the administrator who is deciding about it. */
export const PendingStory = Story.extend({ claim: Claim.nullable() })
export type PendingStory = z.infer<typeof PendingStory>

/** A reported story or reply in the queue, with what was reported about it. */
export const Report = z.object({
  id: z.int(),
  storyId: z.int(),
  replyId: z.int().nullable(),
  /** The story's title or the reply's text. */
  subject: z.string(),
  /** A story's text, or the transcript of its recording if it has one; null for a reply. */
  text: z.string().nullable(),
  /** Whether the story is a recording. */
  isVoice: z.boolean(),
  anonymousUsername: z.string(),
  reasons: z.array(z.string()),
  reportCount: z.int(),
  isHidden: z.boolean(),
  claim: Claim.nullable(),
  createdAt: Instant,
})
export type Report = z.infer<typeof Report>

export const Reply = z.object({
  id: z.int(),
  storyId: z.int(),
  /** Empty for a deleted reply. */
  content: z.string(),
  /** The top-level reply above this one; `null` at the top level. */
  parentId: z.int().nullable(),
  /** The reply that this one answers, unless that is the top-level one. */
  replyTo: z.object({ id: z.int(), anonymousUsername: z.string() }).nullable(),
  /** Only set for the caller's own replies. */
  userId: z.uuid().nullable(),
  mine: z.boolean(),
  canDelete: z.boolean(),
  canReport: z.boolean(),
  canMute: z.boolean(),
  /** Whether the caller has muted its author. */
  isMuted: z.boolean(),
  user: z.object({ anonymousUsername: z.string() }),
  createdAt: Instant,
  isDeleted: z.boolean(),
  /** A first reply waiting for review: only its author and administrators see it. */
  isWaiting: z.boolean(),
})
export type Reply = z.infer<typeof Reply>

export const StoryTitle = requiredLine({
  required: 'Title is required',
  max: STORY_LIMITS.title,
  tooLong: 'Title must be 150 characters or less',
})
export const StoryContent = requiredText({
  required: 'Story content is required',
  max: STORY_LIMITS.content,
  tooLong: 'Story content must be 20,000 characters or less',
})
const Caption = limitedText({
  missing: 'The summary must be text',
  max: STORY_LIMITS.content,
  tooLong: 'The summary must be 20,000 characters or less',
}).optional()

const Flag = z
  .enum(['true', 'false'], 'Say true or false')
  .optional()
  .transform((value) => value === 'true')

/** Chosen by the page for one submission: sending it again with the same key adds nothing. */
const SubmissionKey = z.uuid('The key is a UUID.').optional()

/** The text fields of a story's form; whether `content` or `audio` is needed depends on the other. */
export const StoryFields = z.object({
  title: StoryTitle,
  category: StoryCategory,
  content: readableText('Story content is required').optional(),
  /** Says that `content` is told in another voice. Such a story never has a recording. */
  anotherVoice: Flag,
  caption: Caption,
  /** For a voice story without a caption. */
  transcript: z.enum(TRANSCRIPT_CHOICES, 'Choose what happens to the transcript.').optional(),
  /** For a new story; changes of a stored one ignore it. */
  key: SubmissionKey,
  /** For a change of a stored one. */
  version: Version,
})
export type StoryFields = z.infer<typeof StoryFields>

/** White space between words is collapsed to one space. */
export const TagName = z
  .string('Tag name is required')
  .transform((name) => name.replace(/\s+/gu, ' '))
  .pipe(
    requiredLine({
      required: 'Tag name is required',
      max: STORY_LIMITS.tag,
      tooLong: 'Tag name must be 40 characters or less',
    }),
  )

const TagNames = z
  .array(TagName, 'Tags are a list of names')
  .max(STORY_LIMITS.tagsPerStory, 'A story can have 20 tags at most')

/** Sentences for an invalid reply. */
export const NewReply = z.object({
  storyId: Id,
  content: requiredText({ ...REPLY_SENTENCES, max: STORY_LIMITS.reply }),
  parentId: Id.nullish(),
  key: SubmissionKey,
})
export type NewReply = z.infer<typeof NewReply>

export const RejectionReason = requiredText({
  required: 'Please provide a reason for rejecting this story',
  max: STORY_LIMITS.reason,
  tooLong: 'The reason must be 2,000 characters or less',
})

/** Read by the suspended author when they try to sign in. */
export const SuspensionReason = requiredText({
  required: 'Enter a reason. The author sees it when they try to sign in.',
  max: STORY_LIMITS.suspensionReason,
  tooLong: 'The reason must be 500 characters or less',
})

/** Read by the warned author. */
const WarningWords = requiredText({
  required: 'Enter what the author should know.',
  max: STORY_LIMITS.warning,
  tooLong: 'The warning must be 1,000 characters or less',
})

/** Without a body, the author is told only what was removed. */
const Removal = z.object({ reason: RemovalReason }).optional()

/** Read by the members who reported it. */
const ReportNote = limitedText({
  missing: 'The message must be text',
  max: STORY_LIMITS.reportNote,
  tooLong: 'The message must be 500 characters or less',
}).nullish()

function searchText(max: number): z.ZodOptional<z.ZodString> {
  const sentence = `Search for ${max} characters or less`
  return z
    .string(sentence)
    .trim()
    .max(max, sentence)
    .regex(STORABLE, 'This text has a character that can’t be searched for')
    .optional()
}

export const StoryQuery = PageQuery.extend({
  category: StoryCategory.optional(),
  tag: searchText(STORY_LIMITS.tag),
  q: searchText(200),
  mine: Flag,
  /** Only approved stories that nobody has answered. */
  unheard: Flag,
  /** Accepted but ignored: only the caller's own list has stories that aren't approved. */
  approved: z.union([z.string(), z.array(z.string())]).optional(),
})
export type StoryQuery = z.infer<typeof StoryQuery>

/** The list in which a story is read, by the filters of `StoryQuery`. */
export const NeighborQuery = StoryQuery.pick({
  category: true,
  tag: true,
  q: true,
  mine: true,
  unheard: true,
})
export type NeighborQuery = z.infer<typeof NeighborQuery>

const Neighbor = z.object({ id: z.int(), title: z.string() })

/** The stories before and after one in a list, which is newest first. */
export const Neighbors = z.object({
  /** The newer one; null at the start of the list. */
  previous: Neighbor.nullable(),
  /** The older one; null at the end of the list. */
  next: Neighbor.nullable(),
})
export type Neighbors = z.infer<typeof Neighbors>

export const ReportBody = z.object({
  reason: limitedText({
    missing: 'The reason must be text',
    max: STORY_LIMITS.reason,
    tooLong: 'The reason must be 2,000 characters or less',
  }).nullish(),
})

/**
 * The `submittedAt` of the story that was read. If its author has changed it since, the answer is
 * 409, so nobody decides about a text they haven't read.
 */
const ReadVersion = z.iso.datetime('Say when the story was submitted').optional()

const storyForm = {
  fields: StoryFields,
  files: {
    audio: {
      maxBytes: STORY_LIMITS.audioBytes,
      description: 'A recording of at most 10 minutes and 25 MB, in place of `content`.',
    },
  },
} as const

export const storyEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/stories',
    who: 'any',
    summary: 'Approved stories, newest first; with `mine=true` the caller’s own in every state.',
    query: StoryQuery,
    response: z.array(Story),
    paged: true,
    topics: ['stories', 'tags'],
    shows: 'stories',
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/stories/:id',
    who: 'any',
    summary: 'One story.',
    params: IdParams,
    response: Story,
    topics: ['stories', 'tags'],
    shows: 'story',
  }),
  neighbors: defineEndpoint({
    method: 'GET',
    path: '/api/stories/:id/neighbors',
    who: 'any',
    summary: 'The stories before and after one in a list that the query filters.',
    params: IdParams,
    query: NeighborQuery,
    response: Neighbors,
    topics: ['stories', 'tags'],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/stories',
    who: 'member',
    signInSentence: 'You must be logged in to submit a story',
    summary:
      'Share a story, written or spoken; it waits for approval. The same key returns the same story.',
    form: storyForm,
    response: Story,
    status: 201,
    maxBodyBytes: bodyBytesFor(STORY_LIMITS.content),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/api/stories/:id',
    who: 'member',
    summary: 'Change the caller’s own pending or rejected story and submit it again.',
    params: IdParams,
    form: storyForm,
    response: Story,
    maxBodyBytes: bodyBytesFor(STORY_LIMITS.content),
  }),
  removeOwn: defineEndpoint({
    method: 'DELETE',
    path: '/api/stories/:id',
    who: 'member',
    summary: 'Delete the caller’s own story with its replies and its recording.',
    params: IdParams,
    response: null,
  }),
  audio: defineEndpoint({
    method: 'GET',
    path: '/api/stories/:id/audio',
    who: 'any',
    summary: 'The recording of a voice story; ranges are supported.',
    params: IdParams,
    response: 'audio',
  }),
  listReplies: defineEndpoint({
    method: 'GET',
    path: '/api/stories/:id/replies',
    who: 'any',
    summary: 'Replies, oldest first: all of them, the top level (`null`) or the children of one.',
    params: IdParams,
    query: z.object({
      parentId: z.union([z.literal('null'), Id], 'This id is not a number.').optional(),
    }),
    response: z.array(Reply),
    topics: ['replies'],
    shows: 'story',
  }),
  reply: defineEndpoint({
    method: 'POST',
    path: '/api/stories/replies',
    who: 'member',
    signInSentence: 'Please log in to reply',
    summary: 'Reply to a story or to a reply. The same key returns the same reply.',
    body: NewReply,
    response: Reply,
    status: 201,
    maxBodyBytes: bodyBytesFor(STORY_LIMITS.reply),
  }),
  removeReply: defineEndpoint({
    method: 'DELETE',
    path: '/api/stories/replies/:id',
    who: 'member',
    summary:
      'Delete the caller’s own reply, or any reply as an administrator. Its author is told the reason.',
    params: IdParams,
    body: Removal,
    maxBodyBytes: bodyBytesFor(STORY_LIMITS.reason),
    response: null,
  }),
  reactionTotals: defineEndpoint({
    method: 'GET',
    path: '/api/stories/:id/reactions/total',
    who: 'any',
    summary: 'How many reactions a story has.',
    params: IdParams,
    response: ReactionTotals,
    topics: ['stories'],
    shows: 'story',
  }),
  react: defineEndpoint({
    method: 'POST',
    path: '/api/stories/react',
    who: 'member',
    summary: 'React to a story; a second time changes nothing.',
    body: z.object({ storyId: Id, reaction: ReactionInput }),
    response: ReactionTotals,
  }),
  unreact: defineEndpoint({
    method: 'DELETE',
    path: '/api/stories/:id/reactions/:reaction',
    who: 'member',
    summary: 'Remove a reaction.',
    params: z.object({ id: Id, reaction: ReactionInput }),
    response: ReactionTotals,
  }),
  report: defineEndpoint({
    method: 'POST',
    path: '/api/stories/:id/report',
    who: 'member',
    summary: 'Report a story; two reports hide it until an administrator reviews it.',
    params: IdParams,
    body: ReportBody,
    response: null,
  }),
  reportReply: defineEndpoint({
    method: 'POST',
    path: '/api/stories/replies/:id/report',
    who: 'member',
    summary: 'Report a reply; two reports hide it until an administrator reviews it.',
    params: IdParams,
    body: ReportBody,
    response: null,
  }),
  listTags: defineEndpoint({
    method: 'GET',
    path: '/api/tags',
    who: 'any',
    summary: 'The names of all tags.',
    response: z.array(z.string()),
    topics: ['tags'],
  }),
  createTag: defineEndpoint({
    method: 'POST',
    path: '/api/tags',
    who: 'stories',
    summary:
      'Create a tag: 201, or 200 with the stored name if it already exists, in any letter case.',
    body: z.object({ name: TagName }),
    response: z.object({ name: z.string() }),
    status: 201,
  }),
  listPending: defineEndpoint({
    method: 'GET',
    path: '/api/admin/stories/pending',
    who: 'stories',
    summary: 'Stories waiting for approval, oldest first.',
    query: PageQuery,
    response: z.array(PendingStory),
    paged: true,
  }),
  moderate: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/stories/:id',
    who: 'stories',
    summary: 'Approve a story, with its tags in one step, or make it pending again.',
    params: IdParams,
    body: z.object({
      approved: z.boolean('Say whether the story is approved'),
      tags: TagNames.optional(),
      submittedAt: ReadVersion,
    }),
    response: Story,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/stories/:id',
    who: 'stories',
    summary: 'Delete a story with its replies and its recording. Its author is told the reason.',
    params: IdParams,
    body: Removal,
    maxBodyBytes: bodyBytesFor(STORY_LIMITS.reason),
    response: null,
  }),
  reject: defineEndpoint({
    method: 'POST',
    path: '/api/stories/:id/reject',
    who: 'stories',
    summary: 'Return a story to its author with a reason.',
    params: IdParams,
    body: z.object({ reason: RejectionReason, submittedAt: ReadVersion }),
    response: Story,
  }),
  setTags: defineEndpoint({
    method: 'POST',
    path: '/api/stories/:id/tags',
    who: 'stories',
    summary:
      'Replace a story’s tags; new names are created. 409 with the `newer` story if they have changed since `version`.',
    params: IdParams,
    body: z.object({ tags: TagNames, version: Version }),
    response: Story,
  }),
  suspendStoryAuthor: defineEndpoint({
    method: 'POST',
    path: '/api/admin/stories/:id/suspend-author',
    who: 'stories',
    summary: 'Suspends the author of a story without naming them.',
    params: IdParams,
    body: z.object({ reason: SuspensionReason }),
    response: null,
  }),
  suspendReplyAuthor: defineEndpoint({
    method: 'POST',
    path: '/api/admin/replies/:id/suspend-author',
    who: 'stories',
    summary: 'Suspends the author of a reply without naming them.',
    params: IdParams,
    body: z.object({ reason: SuspensionReason }),
    response: null,
  }),
  warnStoryAuthor: defineEndpoint({
    method: 'POST',
    path: '/api/admin/stories/:id/warn-author',
    who: 'stories',
    summary: 'Sends the author of a story a warning without naming them; once in 24 hours.',
    params: IdParams,
    body: z.object({ words: WarningWords }),
    response: null,
  }),
  warnReplyAuthor: defineEndpoint({
    method: 'POST',
    path: '/api/admin/replies/:id/warn-author',
    who: 'stories',
    summary: 'Sends the author of a reply a warning without naming them; once in 24 hours.',
    params: IdParams,
    body: z.object({ words: WarningWords }),
    response: null,
  }),
  listReports: defineEndpoint({
    method: 'GET',
    path: '/api/admin/reports',
    who: 'stories',
    summary: 'Reported stories and replies that nobody has reviewed yet, oldest first.',
    query: PageQuery,
    response: z.array(Report),
    paged: true,
  }),
  resolveReport: defineEndpoint({
    method: 'POST',
    path: '/api/admin/reports/:id/resolve',
    who: 'stories',
    summary:
      'Close a report: keep and show what was reported, or remove it. Everyone who reported it is told the decision.',
    params: IdParams,
    body: z.object({
      decision: z.enum(['keep', 'remove'], 'Keep it or remove it.'),
      note: ReportNote,
      /** For the author of what is removed. */
      reason: RemovalReason,
    }),
    response: null,
  }),
}
