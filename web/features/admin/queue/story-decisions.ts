import type { QueryClient } from '@tanstack/react-query'
import type { Story } from '#contract/stories.ts'
import { refreshStory } from '#web/features/admin/queries.ts'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { call, isOutdated } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import type { Decision } from '#web/lib/undo.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Identifies a story in the version that was read. A changed story needs a decision of its own. */
export function storySubject({ id, submittedAt }: Story): string {
  return `story-${id}-${submittedAt}`
}

type ReviewDecision = Omit<Decision, 'subject'>

export function approval(
  client: QueryClient,
  { story, tags }: { story: Story; tags: string[] },
): ReviewDecision {
  const body = approvalOf({ story, tags })
  return reviewDecision({
    client,
    label: 'Approving',
    doneLabel: '✓ Story Approved',
    work: () => call(storyCalls.moderate, { params: { id: story.id }, body, keepalive: true }),
    done: tags.length > 0 ? 'Story approved and tags added' : 'Story approved successfully',
    failed: 'Failed to approve story',
    refresh: () => refreshStory(client, story.id),
  })
}

/** @param onDone called once the reason is sent */
export function rejection(
  client: QueryClient,
  { story, reason, onDone }: { story: Story; reason: string; onDone: () => void },
): ReviewDecision {
  const body = { reason, ...versionOf(story) }
  return reviewDecision({
    client,
    label: 'Returning to its author',
    doneLabel: 'Story rejected and removed',
    work: () => call(storyCalls.reject, { params: { id: story.id }, body, keepalive: true }),
    done: {
      title: 'Story rejected successfully',
      description: 'The author will see the reason and can submit it again.',
    },
    failed: (error) => {
      if (isOutdated(error)) toastError('Failed to reject story', error)
      else {
        toast({
          title: 'Failed to reject story',
          description: 'Please try again',
          variant: 'destructive',
        })
      }
    },
    onDone,
    refresh: () => refreshStory(client, story.id),
  })
}

export function unpublishSubject({ id }: Story): string {
  return `unpublish-${id}`
}

/** Returns a published story to the queue. */
export function unpublishing(client: QueryClient, story: Story): Decision {
  const body = { approved: false }
  const decision = reviewDecision({
    client,
    label: 'Unpublishing',
    doneLabel: '✓ Story unpublished',
    work: () => call(storyCalls.moderate, { params: { id: story.id }, body, keepalive: true }),
    done: {
      title: 'Story unpublished successfully',
      description: 'It’s waiting for approval again.',
    },
    failed: 'Failed to unpublish story',
    refresh: () => refreshStory(client, story.id),
  })
  return { ...decision, subject: unpublishSubject(story) }
}

interface Approval {
  approved: true
  tags?: string[]
  submittedAt?: string
}

/**
 * Includes the tags, unless the story has none and had none, and the version that was read, so
 * that no unread text is published.
 */
export function approvalOf(input: {
  story: Pick<Story, 'tags' | 'submittedAt'>
  tags: string[]
}): Approval {
  const { story, tags } = input
  const isUntagged = tags.length === 0 && story.tags.length === 0
  return { approved: true, ...(isUntagged ? {} : { tags }), ...versionOf(story) }
}

/** The version of a story that a decision is about. */
function versionOf({ submittedAt }: Pick<Story, 'submittedAt'>): { submittedAt?: string } {
  return submittedAt ? { submittedAt } : {}
}

/** A voice story can be approved once it can be played. */
export function canBeApproved(story: Pick<Story, 'audioState'>): boolean {
  return story.audioState === null || story.audioState === 'ready'
}
