import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { isolated } from '#contract/direction.ts'
import { SECOND_LOOK_BLOCKS, SECOND_LOOK_LIMITS, type SecondLook } from '#contract/second-looks.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { AnswerButton } from '#web/features/admin/queue/answer-button.tsx'
import { secondLooksQuery } from '#web/features/admin/queue/queries.ts'
import { ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { call } from '#web/lib/api.ts'
import { secondLookCalls } from '#web/lib/calls.gen.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export async function loadSecondLooks({ client }: AdminLoad): Promise<void> {
  await prefetch(client, secondLooksQuery)
}

/** Decisions that a member asked somebody else to look at again, one at a time. */
export function SecondLooksPanel(): ReactElement {
  return (
    <section aria-labelledby="second-looks" className="flex flex-col gap-4">
      <h2 id="second-looks" className="sr-only">
        Waiting second looks
      </h2>
      <ReviewQueue
        kind="second-look"
        label="Second looks"
        noun="second look"
        list={useQuery(secondLooksQuery)}
        textOf={({ title, text, words }) => [title ?? '', text ?? '', words].join('\n')}
        rowOf={(look) => ({ title: nameOf(look), detail: decisionOf(look).first })}
        subjectOf={({ id }) => `second-look-${id}`}
        decidedOf={({ id, createdAt }) => ({
          subject: 'second-look',
          id,
          since: createdAt,
          actions: ['second-look-kept', 'second-look-changed'],
        })}
        mayClaim={({ block }) => block === null}
        empty={
          <EmptyState message="Nobody has asked for a second look">
            <p className="max-w-prose text-ink-quiet">
              Members can ask once for someone else to look at a decision again: a returned story or
              prayer request, a removal, a warning or a suspension.
            </p>
          </EmptyState>
        }
        renderItem={(look, review) => <SecondLookCard look={look} review={review} />}
      />
    </section>
  )
}

interface Decision {
  first: string
  /** What changing it does. */
  change: string
  /** The two answers. */
  keeps: string
  changes: string
}

const DECISIONS: Record<Exclude<SecondLook['subject'], 'removal'>, Decision> = {
  story: {
    first: 'Returned story',
    change: 'The story is published.',
    keeps: 'Keep it returned',
    changes: 'Publish story',
  },
  prayer: {
    first: 'Returned prayer request',
    change: 'The prayer request is published.',
    keeps: 'Keep it returned',
    changes: 'Publish request',
  },
  warning: {
    first: 'Warning',
    change: 'The warning is taken back.',
    keeps: 'Keep the warning',
    changes: 'Take it back',
  },
  suspension: {
    first: 'Suspension',
    change: 'The suspension ends, and they can sign in again.',
    keeps: 'Keep suspended',
    changes: 'End suspension',
  },
}

function decisionOf(look: SecondLook): Decision {
  const { subject, about } = look
  if (subject !== 'removal') return DECISIONS[subject]
  const removed = { first: `Removed ${about}`, keeps: 'Keep it removed' }
  if (!isLost(look)) return { ...removed, change: 'The reply is put back.', changes: 'Put it back' }
  const change = CANNOT_RETURN[about === 'reply' ? 'reply' : 'story']
  return { ...removed, change, changes: 'It was a mistake' }
}

/** Whether something was removed that can't be put back. */
function isLost({ subject, storyId }: SecondLook): boolean {
  return subject === 'removal' && storyId === null
}

const CANNOT_RETURN = {
  story: 'The story can’t be put back. Its author can submit the text again.',
  reply: 'The reply can’t be put back, because its story is gone. Its author keeps the text.',
} as const

function nameOf({ about, title, text, anonymousUsername }: SecondLook): string {
  if (about === 'account') return `Suspension of ${isolated(anonymousUsername)}`
  if (about === 'prayer request') return text ?? 'Prayer request'
  return title ?? (about === 'reply' ? 'A deleted reply' : 'A deleted story')
}

interface SecondLookCardProps {
  look: SecondLook
  review: Review
}

function SecondLookCard({ look, review }: SecondLookCardProps): ReactElement {
  const { about, title, block, isAlone, anonymousUsername, createdAt, words } = look
  return (
    <ReviewCard
      review={review}
      noun="second look"
      name={nameOf(look)}
      title={about === 'prayer request' ? 'Prayer request' : (title ?? nameOf(look))}
      facts={
        <>
          <span>
            {decisionOf(look).first} · <bdi>{anonymousUsername}</bdi>
          </span>
          <RelativeTime date={createdAt} />
        </>
      }
      above={
        isAlone ? (
          <Notice>
            <p>
              You made the first decision. Nobody else on the team has the right to answer, so you
              may.
            </p>
          </Notice>
        ) : undefined
      }
      decisions={
        block ? (
          <p className="flex min-h-11 items-center">{SECOND_LOOK_BLOCKS[block]}</p>
        ) : (
          <>
            <LookButton look={look} review={review} changed={false} />
            <LookButton look={look} review={review} changed />
          </>
        )
      }
    >
      <Quote label="The member asks" text={words} />
      {look.reason ? (
        <Quote label={`${decisionWords(look)} The reason`} text={look.reason} />
      ) : (
        <p className="text-ink-quiet">{decisionWords(look)} No reason was given.</p>
      )}
      <Decided look={look} />
    </ReviewCard>
  )
}

function decisionWords({ subject, decidedBy }: SecondLook): string {
  const who = decidedBy === null ? 'A former administrator' : isolated(decidedBy)
  return `${who} ${DID[subject]}.`
}

const DID = {
  story: 'returned it',
  prayer: 'returned it',
  warning: 'sent a warning',
  removal: 'removed it',
  suspension: 'suspended the account',
} as const

function Quote({ label, text }: { label: string; text: string }): ReactElement {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-sm text-ink-quiet">{label}:</figcaption>
      <blockquote
        dir="auto"
        className="max-w-prose border-s-3 border-line-strong ps-4 wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </blockquote>
    </figure>
  )
}

/** The text that was decided about. A recording is played on its story's page. */
function Decided({ look }: { look: SecondLook }): ReactElement {
  const { subject, about, text, answer, storyId } = look
  const isGone = about !== 'account' && text === null && (storyId === null || about === 'reply')
  return (
    <>
      {text ? <FoldedText text={text} /> : null}
      {answer ? <Quote label="The line about the answer" text={answer} /> : null}
      {isGone ? (
        <p className="text-ink-quiet">
          {subject === 'removal'
            ? 'It was a recording, which was deleted.'
            : 'The text was deleted. It can’t be put back, but the warning can be taken back.'}
        </p>
      ) : null}
      {isLost(look) ? <p>{decisionOf(look).change}</p> : null}
      {storyId === null ? null : (
        <Link
          to="/flow"
          search={{ story: storyId }}
          className="inline-flex min-h-11 items-center self-start text-primary underline underline-offset-4"
        >
          Open the story
        </Link>
      )}
    </>
  )
}

function LookButton(props: SecondLookCardProps & { changed: boolean }): ReactElement {
  const { look, review, changed } = props
  const { id } = look
  const { change, keeps, changes } = decisionOf(look)
  return (
    <AnswerButton
      review={review}
      entry={`second-look-${id}`}
      label={changed ? changes : keeps}
      question={`${changed ? changes : keeps}?`}
      description={`${changed ? change : 'The first decision stays.'} The member gets your reason. This answer is final.`}
      confirmLabel="Send the answer"
      limit={SECOND_LOOK_LIMITS.reason}
      send={(reason) =>
        call(secondLookCalls.answer, { params: { id }, body: { changed, reason }, keepalive: true })
      }
      done="Second look answered"
      failed="Failed to answer the second look"
    />
  )
}
