import { muteEndpoints } from '#contract/mutes.ts'
import { reviewEndpoints } from '#contract/review.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { tagEndpoints } from '#contract/tags.ts'
import { transcriptEndpoints } from '#contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { sendFile } from '#server/http/send-file.ts'
import {
  suspendReplyAuthor,
  suspendStoryAuthor,
  warnReplyAuthor,
  warnStoryAuthor,
} from './authors.ts'
import { browseStories, getNeighbors } from './browse.ts'
import { readHeld, reviewHeld } from './held.ts'
import { readHistory } from './history.ts'
import { moderateStory, readPending, rejectStory, removeStory, tagStory } from './moderation.ts'
import { readMutes, unmute } from './mutes.ts'
import { getReactions, react, unreact } from './reactions.ts'
import { openRecording } from './recordings.ts'
import { removeOwnStory } from './remove-own-story.ts'
import { muteReplyAuthor, readReplies, removeReply } from './replies.ts'
import { readReports, reportReply, reportStory, resolveReport } from './reports.ts'
import { createReply } from './send-reply.ts'
import { createStory, editStory, getStory, muteStoryAuthor } from './service.ts'
import { createTag, mergeTags, readManagedTags, readTags, removeTag, renameTag } from './tags.ts'
import {
  approveTranscript,
  readWaitingTranscripts,
  rejectTranscript,
  writeDraft,
} from './transcript-review.ts'
import { chooseTranscript, readLines, readOwnTranscript, submitTranscript } from './transcripts.ts'

export function storyRoutes(route: RouteBinder, context: Context): void {
  bindStories(route, context)
  bindReplies(route, context)
  bindReactions(route, context)
  bindMutes(route, context)
  bindModeration(route, context)
  bindReports(route, context)
  bindAuthors(route, context)
  bindReview(route, context)
  bindTags(route, context)
  bindTranscripts(route, context)
}

function bindStories(route: RouteBinder, context: Context): void {
  route(storyEndpoints.list, ({ viewer, query }) => browseStories(context, viewer, query))
  route(storyEndpoints.get, ({ viewer, params }) => getStory(context, viewer, params.id))
  route(storyEndpoints.neighbors, ({ viewer, params, query }) =>
    getNeighbors(context, viewer, { storyId: params.id, query }),
  )
  route(storyEndpoints.create, ({ viewer, fields, files }) =>
    createStory(context, viewer, { fields, audio: files.audio }),
  )
  route(storyEndpoints.update, ({ viewer, params, fields, files }) =>
    editStory(context, viewer, { storyId: params.id, fields, audio: files.audio }),
  )
  route(storyEndpoints.removeOwn, ({ viewer, params }) =>
    removeOwnStory(context, viewer, params.id),
  )
  route(storyEndpoints.audio, async ({ viewer, params, request, reply }) =>
    sendFile(await openRecording(context, viewer, params.id), { request, reply }),
  )
}

function bindReplies(route: RouteBinder, context: Context): void {
  route(storyEndpoints.listReplies, ({ viewer, params, query }) =>
    readReplies(context, viewer, { storyId: params.id, parentId: query.parentId }),
  )
  route(storyEndpoints.reply, ({ viewer, body }) => createReply(context, viewer, body))
  route(reviewEndpoints.listHeld, ({ viewer, query }) => readHeld(context, viewer, query))
  route(reviewEndpoints.reviewHeld, ({ viewer, params, body }) =>
    reviewHeld(context, viewer, { replyId: params.id, ...body }),
  )
  route(storyEndpoints.removeReply, ({ viewer, params, body }) =>
    removeReply(context, viewer, { replyId: params.id, reason: body?.reason }),
  )
}

function bindReactions(route: RouteBinder, context: Context): void {
  route(storyEndpoints.reactionTotals, ({ viewer, params }) =>
    getReactions(context, viewer, params.id),
  )
  route(storyEndpoints.react, ({ viewer, body }) =>
    react(context, viewer, { storyId: body.storyId, kind: body.reaction }),
  )
  route(storyEndpoints.unreact, ({ viewer, params }) =>
    unreact(context, viewer, { storyId: params.id, kind: params.reaction }),
  )
}

function bindModeration(route: RouteBinder, context: Context): void {
  route(storyEndpoints.listTags, () => readTags(context))
  route(storyEndpoints.createTag, async ({ viewer, body, reply }) => {
    const { name, isNew } = await createTag(context, viewer, body.name)
    if (!isNew) reply.code(200)
    return { name }
  })
  route(storyEndpoints.listPending, ({ viewer, query }) => readPending(context, viewer, query))
  route(storyEndpoints.moderate, ({ viewer, params, body }) =>
    moderateStory(context, viewer, { storyId: params.id, ...body }),
  )
  route(storyEndpoints.reject, ({ viewer, params, body }) =>
    rejectStory(context, viewer, { storyId: params.id, ...body }),
  )
  route(storyEndpoints.setTags, ({ viewer, params, body }) =>
    tagStory(context, viewer, { storyId: params.id, tags: body.tags, version: body.version }),
  )
  route(storyEndpoints.remove, ({ viewer, params, body }) =>
    removeStory(context, viewer, { storyId: params.id, reason: body?.reason }),
  )
}

function bindAuthors(route: RouteBinder, context: Context): void {
  route(storyEndpoints.suspendStoryAuthor, ({ viewer, params, body }) =>
    suspendStoryAuthor(context, viewer, { storyId: params.id, reason: body.reason }),
  )
  route(storyEndpoints.suspendReplyAuthor, ({ viewer, params, body }) =>
    suspendReplyAuthor(context, viewer, { replyId: params.id, reason: body.reason }),
  )
  route(storyEndpoints.warnStoryAuthor, ({ viewer, params, body }) =>
    warnStoryAuthor(context, viewer, { storyId: params.id, words: body.words }),
  )
  route(storyEndpoints.warnReplyAuthor, ({ viewer, params, body }) =>
    warnReplyAuthor(context, viewer, { replyId: params.id, words: body.words }),
  )
}

function bindMutes(route: RouteBinder, context: Context): void {
  route(muteEndpoints.list, ({ viewer }) => readMutes(context, viewer))
  route(muteEndpoints.muteStoryAuthor, ({ viewer, params }) =>
    muteStoryAuthor(context, viewer, params.id),
  )
  route(muteEndpoints.muteReplyAuthor, ({ viewer, params }) =>
    muteReplyAuthor(context, viewer, params.id),
  )
  route(muteEndpoints.remove, ({ viewer, params }) => unmute(context, viewer, params.id))
}

function bindReview(route: RouteBinder, context: Context): void {
  route(reviewEndpoints.storyHistory, ({ params }) => readHistory(context, params.id))
}

function bindTranscripts(route: RouteBinder, context: Context): void {
  route(transcriptEndpoints.speech, async () => ({ host: context.speech?.host ?? null }))
  route(transcriptEndpoints.lines, ({ viewer, params }) => readLines(context, viewer, params.id))
  route(transcriptEndpoints.getOwn, ({ viewer, params }) =>
    readOwnTranscript(context, viewer, params.id),
  )
  route(transcriptEndpoints.submit, ({ viewer, params, body }) =>
    submitTranscript(context, viewer, { storyId: params.id, ...body, version: body.version }),
  )
  route(transcriptEndpoints.choose, ({ viewer, params, body }) =>
    chooseTranscript(context, viewer, { storyId: params.id, choice: body.choice }),
  )
  route(transcriptEndpoints.listWaiting, ({ viewer, query }) =>
    readWaitingTranscripts(context, viewer, query),
  )
  route(transcriptEndpoints.write, ({ viewer, params, body }) =>
    writeDraft(context, viewer, { storyId: params.id, text: body.text }),
  )
  route(transcriptEndpoints.approve, ({ viewer, params, body }) =>
    approveTranscript(context, viewer, { storyId: params.id, ...body }),
  )
  route(transcriptEndpoints.reject, ({ viewer, params, body }) =>
    rejectTranscript(context, viewer, { storyId: params.id, ...body }),
  )
}

function bindTags(route: RouteBinder, context: Context): void {
  route(tagEndpoints.list, () => readManagedTags(context))
  route(tagEndpoints.rename, ({ viewer, params, body }) =>
    renameTag(context, viewer, { tagId: params.id, ...body, version: body.version }),
  )
  route(tagEndpoints.merge, ({ viewer, params, body }) =>
    mergeTags(context, viewer, { tagId: params.id, into: body.into }),
  )
  route(tagEndpoints.remove, ({ viewer, params }) => removeTag(context, viewer, params.id))
}

function bindReports(route: RouteBinder, context: Context): void {
  route(storyEndpoints.report, ({ viewer, params, body }) =>
    reportStory(context, viewer, { storyId: params.id, reason: body.reason }),
  )
  route(storyEndpoints.reportReply, ({ viewer, params, body }) =>
    reportReply(context, viewer, { replyId: params.id, reason: body.reason }),
  )
  route(storyEndpoints.listReports, ({ viewer, query }) => readReports(context, viewer, query))
  route(storyEndpoints.resolveReport, ({ viewer, params, body }) =>
    resolveReport(context, viewer, { reportId: params.id, ...body }),
  )
}
