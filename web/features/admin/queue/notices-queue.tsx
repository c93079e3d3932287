import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { NOTICE_LIMITS, type Notice as UnlawfulNotice } from '#contract/notices.ts'
import { AnswerButton } from '#web/features/admin/queue/answer-button.tsx'
import { noticesQuery } from '#web/features/admin/queue/queries.ts'
import { ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { call } from '#web/lib/api.ts'
import { noticeCalls } from '#web/lib/calls.gen.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** What anyone reported as unlawful, answered one at a time. */
export function NoticesQueue(): ReactElement {
  return (
    <section aria-labelledby="notices" className="flex flex-col gap-4">
      <h2 id="notices" className="sr-only">
        Unlawful content
      </h2>
      <ReviewQueue
        kind="notice"
        label="Unlawful content"
        noun="notice"
        list={useQuery(noticesQuery)}
        textOf={({ what, place, why }) => [what, place, why].join('\n')}
        rowOf={({ what, isDanger, createdAt }) => ({
          title: what,
          detail: isDanger ? 'Somebody may be in danger' : <RelativeTime date={createdAt} />,
        })}
        subjectOf={({ id }) => `notice-${id}`}
        decidedOf={({ id, createdAt }) => ({
          subject: 'notice',
          id,
          since: createdAt,
          actions: ['notice-upheld', 'notice-refused'],
        })}
        empty={<EmptyState message="Nobody has reported anything unlawful" />}
        renderItem={(notice, review) => <NoticeCard notice={notice} review={review} />}
      />
    </section>
  )
}

interface NoticeCardProps {
  notice: UnlawfulNotice
  review: Review
}

function NoticeCard({ notice, review }: NoticeCardProps): ReactElement {
  const { what, place, why, email, isDanger, createdAt } = notice
  return (
    <ReviewCard
      review={review}
      noun="notice"
      name={what}
      title={what}
      facts={
        <>
          {isDanger ? <Badge variant="destructive">Somebody may be in danger</Badge> : null}
          <RelativeTime date={createdAt} />
        </>
      }
      above={
        isDanger ? (
          <Notice variant="error" title="Read this first">
            If somebody could be in danger right now, call the emergency number before anything
            else: 911 in the United States.
          </Notice>
        ) : undefined
      }
      decisions={
        <>
          <NoticeButton notice={notice} review={review} acted={false} />
          <NoticeButton notice={notice} review={review} acted />
        </>
      }
    >
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-quiet">
        <span>
          Where: <bdi className="wrap-anywhere text-ink">{place}</bdi>
        </span>
        <PlaceLink place={place} />
        <span className="basis-full">
          Your answer doesn’t remove anything. If it should go, delete it there first.
        </span>
      </p>
      <FoldedText text={why} />
      <p className="text-sm wrap-anywhere text-ink-quiet">
        {email ? `The answer goes to ${email}.` : 'No address was left for an answer.'}
      </p>
    </ReviewCard>
  )
}

/** Never the text itself as a link: it leads to one of our own pages, by the number of a story in it. */
function PlaceLink({ place }: { place: string }): ReactElement {
  const story = Number(/[?&]story=(\d{1,9})\b/.exec(place)?.[1])
  const classes = 'text-primary underline underline-offset-4'
  return story ? (
    <Link to="/flow" search={{ story }} className={classes}>
      Open the story
    </Link>
  ) : (
    <Link to="/admin/active-stories" className={classes}>
      Open Active Stories
    </Link>
  )
}

function NoticeButton(props: NoticeCardProps & { acted: boolean }): ReactElement {
  const { notice, review, acted } = props
  const { id, email } = notice
  return (
    <AnswerButton
      review={review}
      entry={`notice-${id}`}
      label={acted ? 'I removed it' : 'It stays'}
      question={acted ? 'Why did you remove it?' : 'Why does it stay?'}
      description={
        email
          ? `${email} will get your reason, and the notice is deleted.`
          : 'The notice is deleted. Your reason stays in the audit log.'
      }
      confirmLabel={email ? 'Send the answer' : 'Close notice'}
      limit={NOTICE_LIMITS.answer}
      send={(reason) =>
        call(noticeCalls.answer, { params: { id }, body: { acted, reason }, keepalive: true })
      }
      done={email ? 'Notice answered' : 'Notice closed'}
      failed="Failed to answer the notice"
    />
  )
}
