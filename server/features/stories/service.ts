import type { Topic } from '#contract/endpoint.ts'
import type { Story, StoryFields } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { brokenUniqueRule, inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { discardFile } from '../files/service.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import { muteAuthor, readMuted } from './mutes.ts'
import { canEditStory, canSeeStory, isMine, isPublic } from './policy.ts'
import { editableStory, presentStory } from './present.ts'
import { keepUpload } from './recordings.ts'
import {
  bodyColumns,
  countConverting,
  findStory,
  findStoryByKey,
  findStoryState,
  insertResubmission,
  insertStory,
  lockStory,
  type StoryRow,
  type StoryState,
  updateStory,
} from './store.ts'
import { type ReceivedFile, readStoryBody, type StoryBody } from './story-body.ts'
import {
  applyForm,
  type ChoosingStory,
  requireChoice,
  retimeCaption,
} from './transcript-choices.ts'

export async function getStory(
  context: Context,
  viewer: Viewer | undefined,
  storyId: number,
): Promise<Story> {
  const row = await findStory(context.db, storyId, viewer?.id)
  if (!row || !canSeeStory(viewer, row)) throw storyNotFound()
  return presentStory(row, viewer, await readMuted(context, viewer, [row]))
}

/** The state of a story that the viewer can see, to act on it; throws `not_found` otherwise. */
export async function getVisibleState(
  context: Context,
  viewer: Viewer | undefined,
  storyId: number,
): Promise<StoryState> {
  const state = await findStoryState(context.db, storyId)
  if (!state || !canSeeStory(viewer, state)) throw storyNotFound()
  return state
}

/** Mutes the author of a story that the viewer can see. Does nothing the second time. */
export async function muteStoryAuthor(
  context: Context,
  viewer: Viewer,
  storyId: number,
): Promise<void> {
  await muteAuthor(context, viewer, await getVisibleState(context, viewer, storyId))
}

/** Who is notified of a change to a story: everyone, only its author, or nobody. */
export async function findStoryAudience(
  context: Context,
  storyId: number,
): Promise<'everyone' | { memberId: string } | undefined> {
  const state = await findStoryState(context.db, storyId)
  if (!state) return undefined
  if (isPublic(state)) return 'everyone'
  return state.memberId === null ? undefined : { memberId: state.memberId }
}

interface StoryForm {
  fields: StoryFields
  audio: ReceivedFile | undefined
}

/**
 * Creates a story, which waits for approval. A page that got no response sends the story again
 * under the same key and gets the stored one.
 */
export async function createStory(
  context: Context,
  viewer: Viewer,
  form: StoryForm,
): Promise<Story> {
  const body = readStoryBody({ ...form, hasRecording: false })
  const { key } = form.fields
  const known = await findSent(context, viewer, key)
  if (known) return known
  await context.limits.consume('story-member', viewer.id)
  await requireChoice(context, viewer, form.fields.transcript)
  try {
    return await storeNew(context, viewer, { form, body })
  } catch (error) {
    if (brokenUniqueRule(error) !== 'story_client_key') throw error
    const existing = await findSent(context, viewer, key)
    if (!existing) throw error
    return existing
  }
}

async function findSent(
  context: Context,
  viewer: Viewer,
  key: string | undefined,
): Promise<Story | undefined> {
  if (key === undefined) return undefined
  const row = await findStoryByKey(context.db, { memberId: viewer.id, key })
  return row && presentStory(row, viewer)
}

function storeNew(
  context: Context,
  viewer: Viewer,
  { form, body }: { form: StoryForm; body: StoryBody },
): Promise<Story> {
  return storeBody(context, body, async (trx, uploadKey) => {
    const now = context.now()
    const storyId = await insertStory(trx, {
      memberId: viewer.id,
      title: form.fields.title,
      category: form.fields.category,
      clientKey: form.fields.key ?? null,
      createdAt: now,
      submittedAt: now,
      ...bodyColumns(body, uploadKey),
    })
    const { transcript: choice } = form.fields
    const story = recordingOf(storyId, uploadKey)
    if (body.kind === 'recording') await applyForm(context, trx, { story, body, choice })
    return presentStory(await getRow(trx, storyId, viewer), viewer)
  })
}

/**
 * Changes the viewer's own story that is pending or was returned, and submits it again. Throws
 * `conflict` for a part that has changed since `version`.
 */
export async function editStory(
  context: Context,
  viewer: Viewer,
  { storyId, ...form }: StoryForm & { storyId: number },
): Promise<Story> {
  const before = requireEditable(viewer, await findStoryState(context.db, storyId))
  const body = readStoryBody({ ...form, hasRecording: hasRecording(before) })
  await context.limits.consume('story-member', viewer.id)
  await requireChoice(context, viewer, form.fields.transcript)
  return storeBody(context, body, async (trx, uploadKey) => {
    const locked = requireEditable(viewer, await lockStory(trx, storyId))
    const now = context.now()
    const shown = await getRow(trx, storyId, viewer)
    requireKnown({
      version: form.fields.version,
      saved: editableStory(shown),
      changes: changesOf(form.fields, body),
      newer: () => presentStory(shown, viewer),
    })
    const keeps = body.kind === 'kept recording'
    if (keeps && !hasRecording(locked)) throw changedMeanwhile()
    if (keeps && body.caption !== undefined) {
      await retimeCaption(trx, { storyId, text: body.caption })
    }
    const status = 'pending' as const
    await updateStory(trx, storyId, {
      title: form.fields.title,
      category: form.fields.category,
      status,
      rejectionReason: null,
      submittedAt: now,
      ...bodyColumns(body, uploadKey),
    })
    const { transcript: choice } = form.fields
    const story = keeps ? { ...locked, status } : recordingOf(storyId, uploadKey)
    await applyForm(context, trx, { story, body, choice })
    await insertResubmission(trx, { storyId, resubmittedAt: now })
    if (!keeps && locked.audioKey) {
      await context.jobs.send(trx, 'remove-file', { key: locked.audioKey })
    }
    return presentStory(await getRow(trx, storyId, viewer), viewer)
  })
}

/** The changed fields of a story; those that stay as they are left out. */
function changesOf(
  { title, category }: StoryForm['fields'],
  body: StoryBody,
): Partial<ReturnType<typeof editableStory>> {
  if (body.kind === 'kept recording') return { title, category }
  if (body.kind === 'recording') return { title, category, content: null, recording: 'new' }
  const { content, anotherVoice } = body
  return { title, category, content, anotherVoice, recording: null }
}

/** Stores a story together with its new recording, if it has one; if one fails, neither is kept. */
async function storeBody(
  context: Context,
  body: StoryBody,
  work: (trx: Trx, uploadKey: string | null) => Promise<Story>,
): Promise<Story> {
  const uploadKey = body.kind === 'recording' ? await keepUpload(context, body.file) : null
  try {
    const story = await inTransaction(context.db, async (trx) => {
      const story = await work(trx, uploadKey)
      await notifyTeamOf(context, trx, 'team-story')
      if (uploadKey) {
        const conversion = { storyId: story.id, uploadKey }
        // For fairness: a member's further recordings wait behind other members' first ones.
        const priority = -(await countConverting(trx, conversion.storyId))
        await context.jobs.send(trx, 'convert-recording', conversion, { priority })
      }
      return story
    })
    announceStory(context, story.id, 'stories')
    return story
  } catch (error) {
    if (uploadKey) await discardFile(context, uploadKey)
    throw isBrokenReference(error) ? notSignedIn() : error
  }
}

/**
 * Notifies open pages and caches that a story changed. Call it after the commit. `topics` are for
 * what changes beyond the story itself, such as the lists it is in.
 */
export function announceStory(context: Context, storyId: number, ...topics: Topic[]): void {
  // A change to a list of stories may have changed the queue too.
  const all: Topic[] = topics.includes('stories') ? [...topics, 'review'] : topics
  const changes = all.map((topic) => ({ kind: 'topic' as const, topic }))
  context.changes.announce(...changes, { kind: 'story', storyId })
}

export function storyNotFound(): AppError {
  return new AppError('not_found', 'This story does not exist.')
}

async function getRow(trx: Trx, storyId: number, viewer: Viewer): Promise<StoryRow> {
  const row = await findStory(trx, storyId, viewer.id)
  if (!row) throw storyNotFound()
  return row
}

/** A story whose recording, if it has one, is not converted yet. */
function recordingOf(storyId: number, uploadKey: string | null): ChoosingStory {
  return { storyId, status: 'pending', audioState: 'processing', audioKey: uploadKey }
}

function requireEditable(viewer: Viewer, story: StoryState | undefined): StoryState {
  if (!story || !isMine(viewer, story)) throw storyNotFound()
  if (!canEditStory(viewer, story)) {
    throw new AppError('not_allowed', 'This story is approved and can’t be changed anymore.')
  }
  return story
}

function hasRecording(story: StoryState): boolean {
  return story.audioState === 'processing' || story.audioState === 'ready'
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'This story has changed. Please open it again.')
}
