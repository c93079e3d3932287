import type { QueryClient } from '@tanstack/react-query'
import type { HeldReply } from '#contract/review.ts'
import type { Report, Story } from '#contract/stories.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError, notifyFailure, notifySuccess } from '#web/features/admin/notify.ts'
import {
  approveStory,
  refreshStory,
  rejectStory,
  resolveReport,
  reviewHeld,
  unpublishStory,
} from '#web/features/admin/queries.ts'
import { sendDecision } from '#web/features/admin/queue/send-decision.ts'
import type { Decision } from '#web/lib/undo.ts'

/** Identifies a story in the version that was read. A changed story needs a decision of its own. */
export function storySubject({ id, submittedAt }: Story): string {
  return `story-${id}-${submittedAt}`
}

export function reportSubject({ id }: Report): string {
  return `report-${id}`
}

export function approval(
  client: QueryClient,
  { story, tags }: { story: Story; tags: string[] },
): Decision {
  return {
    subject: storySubject(story),
    label: 'Approving',
    doneLabel: '✓ Story Approved',
    send: () =>
      sendDecision({
        refresh: () => refreshStory(client, story.id),
        work: () => approveStory({ story, tags }),
        onDone: () =>
          notifySuccess(
            tags.length > 0 ? 'Story approved and tags added' : 'Story approved successfully',
          ),
        onFailed: (error) => notifyError('Failed to approve story', error),
      }),
  }
}

/** @param onDone called once the reason is sent */
export function rejection(
  client: QueryClient,
  input: { story: Story; reason: string; onDone: () => void },
): Decision {
  const { story, reason, onDone } = input
  return {
    subject: storySubject(story),
    label: 'Returning to its author',
    doneLabel: 'Story rejected and removed',
    send: () =>
      sendDecision({
        refresh: () => refreshStory(client, story.id),
        work: () => rejectStory({ story, reason }),
        onDone: () => {
          onDone()
          notifySuccess(
            'Story rejected successfully',
            'The author will see the reason and can submit it again.',
          )
        },
        onFailed: (error) => {
          if (isOutdated(error)) notifyError('Failed to reject story', error)
          else notifyFailure('Failed to reject story', 'Please try again')
        },
      }),
  }
}

export function unpublishSubject({ id }: Story): string {
  return `unpublish-${id}`
}

/** Returns a published story to the queue. */
export function unpublishing(client: QueryClient, story: Story): Decision {
  return {
    subject: unpublishSubject(story),
    label: 'Unpublishing',
    doneLabel: '✓ Story unpublished',
    send: () =>
      sendDecision({
        refresh: () => refreshStory(client, story.id),
        work: () => unpublishStory(story),
        onDone: () =>
          notifySuccess('Story unpublished successfully', 'It’s waiting for approval again.'),
        onFailed: (error) => notifyError('Failed to unpublish story', error),
      }),
  }
}

/**
 * Dismisses a report, so that the story or reply is shown again.
 *
 * @param note for the reporters
 * @param onDone called once the note is sent
 */
export function dismissal(
  client: QueryClient,
  { report, note, onDone }: { report: Report; note: string; onDone: () => void },
): Decision {
  const what = report.replyId === null ? 'Story' : 'Reply'
  return {
    subject: reportSubject(report),
    label: `Keeping the ${what.toLowerCase()}`,
    doneLabel: `✓ ${what} kept`,
    send: () =>
      sendDecision({
        refresh: () => refreshStory(client, report.storyId),
        work: () => resolveReport({ reportId: report.id, decision: 'keep', note }),
        onDone: () => {
          onDone()
          notifySuccess(`${what} kept`)
        },
        onFailed: (error) => notifyError('Failed to close report', error),
      }),
  }
}

export function heldSubject({ id }: HeldReply): string {
  return `held-${id}`
}

/** Publishes a first reply, or deletes it. */
export function heldDecision(
  client: QueryClient,
  { reply, approved }: { reply: HeldReply; approved: boolean },
): Decision {
  const { id, storyId } = reply
  return {
    subject: heldSubject(reply),
    label: approved ? 'Approving' : 'Declining',
    doneLabel: approved ? '✓ Reply approved' : 'Reply declined',
    send: () =>
      sendDecision({
        refresh: () => refreshStory(client, storyId),
        work: () => reviewHeld({ id, approved }),
        onDone: () => notifySuccess(approved ? 'Reply approved' : 'Reply declined'),
        onFailed: (error) =>
          notifyError(approved ? 'Failed to approve reply' : 'Failed to decline reply', error),
      }),
  }
}
