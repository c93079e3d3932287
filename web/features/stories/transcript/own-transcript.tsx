import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { OwnTranscriptChoices } from '#web/features/stories/transcript/own-transcript-choices.tsx'
import { OwnTranscriptForm } from '#web/features/stories/transcript/own-transcript-form.tsx'
import { ownTranscriptQuery } from '#web/features/stories/transcript/queries.ts'
import type { OwnTranscriptProps } from '#web/features/stories/transcript/use-own-transcript.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shows the author of a voice story the state of its transcript and the possible actions. */
export function OwnTranscript({ story }: { story: Story }): ReactElement {
  const own = useQuery(ownTranscriptQuery(story.id))
  const { data } = own
  return (
    <Card aria-labelledby="own-transcript" className="flex flex-col gap-4">
      <CardTitle id="own-transcript">Your transcript</CardTitle>
      {own.isPending ? <Skeleton className="h-24" /> : null}
      {own.error && !data ? <QueryError query={own} /> : null}
      {data ? (
        <TranscriptState key={`${data.state} ${data.text}`} story={story} own={data} />
      ) : null}
    </Card>
  )
}

function TranscriptState({ story, own }: OwnTranscriptProps): ReactElement {
  const draftKey = `transcript:${useMember().id}:${story.id}`
  const [isWriting, setIsWriting] = useState(own.state === 'draft')
  const initial = own.text ?? story.caption ?? ''
  if (isWriting) {
    return (
      <OwnTranscriptForm
        {...{ story, own, draftKey, initial }}
        onCancel={own.state === 'draft' ? undefined : () => setIsWriting(false)}
      />
    )
  }
  return (
    <>
      <StateWords story={story} own={own} />
      <OwnTranscriptChoices story={story} own={own} onWrite={() => setIsWriting(true)} />
    </>
  )
}

function StateWords({ story, own }: OwnTranscriptProps): ReactElement {
  switch (own.state) {
    case 'none':
      return <p>Without a transcript, people who can’t listen won’t know what you said.</p>
    case 'left-out':
      return <p>You left the transcript out. You can still add it.</p>
    case 'asked':
      return (
        <p>
          {story.status === 'approved'
            ? 'Someone on our team will listen and write it down.'
            : 'Once your story is published, someone on our team will listen and write it down.'}{' '}
          Nobody else sees it before you confirm it.
        </p>
      )
    case 'queued':
      return <p>A draft is on its way. We’ll let you know when it’s ready. Only you will see it.</p>
    case 'failed':
      return (
        <Notice variant="error" title="Your recording couldn’t be transcribed.">
          <p>Nothing was published. Choose what to do next.</p>
        </Notice>
      )
    case 'review':
      return (
        <>
          <p>
            Our team is reviewing your transcript. Until it’s approved, only you and the team can
            see it.
          </p>
          <p className="border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-wrap">
            {own.text}
          </p>
        </>
      )
    default:
      return (
        <p>
          {story.status === 'approved'
            ? 'Everyone who can see your story can read it. If you change it, our team reviews the change first.'
            : 'Our team reviews it together with your story.'}
        </p>
      )
  }
}
