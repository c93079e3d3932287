import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Flag, VolumeX } from 'lucide-react'
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Story } from '#contract/stories.ts'
import { ReadAloud } from '#web/features/read-aloud/read-aloud.tsx'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { MuteDialog, ReportDialog } from '#web/features/stories/dialogs.ts'
import { useLiveStory } from '#web/features/stories/live-story.ts'
import { MutedLine } from '#web/features/stories/muted-line.tsx'
import { DeleteStory, OwnStory } from '#web/features/stories/own-story.tsx'
import { StoryRecording } from '#web/features/stories/player/story-player.tsx'
import { storyInLists, storyQuery } from '#web/features/stories/queries.ts'
import { ReactionBar } from '#web/features/stories/reaction-bar.tsx'
import { ReplyThread } from '#web/features/stories/reply-thread.tsx'
import { ANOTHER_VOICE_LABEL, CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { useLeaveStory } from '#web/features/stories/story-link.tsx'
import { NeighborButtons, NeighborLinks } from '#web/features/stories/story-neighbors.tsx'
import { linesQuery } from '#web/features/stories/transcript/queries.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const OwnTranscriptCard = onDemand(
  () => import('#web/features/stories/transcript/own-transcript.tsx'),
  'OwnTranscriptCard',
  <Skeleton className="h-40" />,
)

/** Visually quieter than the text; links to all stories with the tag. */
const tagLinkClasses =
  'inline-flex min-h-9 items-center text-sm text-ink-quiet underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11'

/** About 65 characters per line in this typeface at any size. */
const measureClasses = 'w-full max-w-[28em] [align-self:self-start] whitespace-pre-wrap'

/** One story with its reactions and replies. */
export function StoryDetail({ storyId }: { storyId: number }): ReactElement {
  const queryClient = useQueryClient()
  const story = useQuery({
    ...storyQuery(storyId),
    placeholderData: () => storyInLists(queryClient, storyId),
  })
  const leave = useLeaveStory()
  useLiveStory(storyId)
  const failure = story.data && !isGone(story.error) ? null : story.error
  return (
    // On a desktop, the ways out of the story stand on both sides of it.
    <div className="mx-auto grid w-full max-w-xl grid-cols-[1fr_auto] gap-x-3 gap-y-1 lg:max-w-none lg:grid-cols-[1fr_36rem_1fr] lg:items-start">
      <Button
        variant="ghost"
        className="-ml-4 justify-self-start px-4 lg:col-start-1 lg:row-start-1"
        onClick={leave}
      >
        <ArrowLeft aria-hidden size={18} />
        Back to stories
      </Button>
      {failure ? null : <NeighborButtons storyId={storyId} />}
      <div className="col-span-2 flex min-w-0 flex-col gap-5 lg:col-span-1 lg:col-start-2 lg:row-start-1">
        {story.isPending ? <DetailSkeleton /> : null}
        {story.data && !failure ? <OpenStory story={story.data} /> : null}
        {failure ? (
          <StoryFailure
            error={failure}
            onRetry={() => void story.refetch()}
            isRetrying={story.isFetching}
          />
        ) : (
          <NeighborLinks storyId={storyId} />
        )}
      </div>
    </div>
  )
}

function OpenStory({ story }: { story: Story }): ReactElement {
  const [isShown, setShown] = useState(false)
  const words = useRef<HTMLParagraphElement>(null)
  if (story.isMuted && !isShown) {
    return (
      <>
        <h1 className="sr-only">A story by someone you muted</h1>
        <MutedLine about="story" onShow={() => setShown(true)} />
      </>
    )
  }
  return (
    <>
      <article className="flex flex-col gap-6" aria-labelledby="story-title">
        <StoryHead story={story} words={words} />
        <OwnStory story={story}>
          <StoryBody story={story} words={words} />
        </OwnStory>
        {story.status === 'approved' ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <ReactionBar storyId={story.id} totals={story.reactions} />
            {story.mine ? <DeleteStory story={story} /> : <MuteAndReport story={story} />}
          </div>
        ) : story.mine ? (
          <DeleteStory story={story} />
        ) : null}
      </article>
      {story.status === 'approved' ? <ReplyThread storyId={story.id} /> : null}
    </>
  )
}

interface StoryPartProps {
  story: Story
  /** The text of a written story, which this device can read aloud. */
  words: RefObject<HTMLParagraphElement | null>
}

/**
 * The heading takes the focus when the story opens, so that screen readers start here. The button to
 * read aloud is beside the author, so that a device without voices has no empty line.
 */
function StoryHead({ story, words }: StoryPartProps): ReactElement {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), [])
  return (
    <header className="flex flex-col gap-1">
      <h1
        id="story-title"
        dir="auto"
        ref={headingRef}
        tabIndex={-1}
        className="w-fit max-w-full [align-self:self-start] [view-transition-name:story-title]"
      >
        {story.title}
      </h1>
      <div className="flex min-h-11 items-center justify-between gap-x-3 max-[18rem]:flex-wrap">
        <p className="min-w-0 text-ink-quiet">
          <bdi>{story.anonymousUsername}</bdi>
          {story.mine ? ' (you)' : null}
          <span className="max-sm:hidden"> · </span>
          <RelativeTime date={story.createdAt} className="max-sm:block max-sm:text-sm" />
        </p>
        {story.content === null || story.anotherVoice ? null : (
          <ReadAloud
            title={story.title}
            text={story.content}
            target={words}
            className="-mr-3.5 max-w-full justify-end"
          />
        )}
      </div>
      <ul aria-label="Category and tags" className="flex flex-wrap gap-x-4 pointer-coarse:*:-my-1">
        <li>
          <Link
            to="/flow"
            search={{ tab: 'exit', category: story.category }}
            className={tagLinkClasses}
          >
            {CATEGORY_LABELS[story.category]}
          </Link>
        </li>
        {story.tags.map((tag) => (
          <li key={tag}>
            <Link to="/flow" search={{ tab: 'exit', tag }} className={tagLinkClasses}>
              <bdi>#{tag}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </header>
  )
}

function StoryBody({ story, words }: StoryPartProps): ReactElement {
  const { title, content, anotherVoice } = story
  if (content === null) return <SpokenBody story={story} />
  return (
    <div className="flex flex-col gap-3">
      {anotherVoice ? (
        <div className="flex flex-wrap items-center gap-x-3">
          <ReadAloud title={title} text={content} target={words} label="Listen" variant="outline" />
          <p className="text-sm text-ink-quiet">{ANOTHER_VOICE_LABEL}</p>
        </div>
      ) : null}
      {/* Plain text with its original line breaks. */}
      <p
        ref={words}
        dir="auto"
        className={cn(measureClasses, 'text-lg leading-relaxed sm:text-xl')}
      >
        <ScriptureText text={content} />
      </p>
    </div>
  )
}

function SpokenBody({ story }: { story: Story }): ReactElement {
  const timed = useQuery({ ...linesQuery(story.id), enabled: story.caption !== null })
  const lines = story.caption === null ? null : timed.data?.lines
  const isOwn = story.mine && (story.audioState === 'ready' || story.audioState === 'processing')
  return (
    <div className="flex flex-col gap-5">
      <StoryRecording story={story} lines={lines} />
      {story.caption && !lines ? (
        <section aria-labelledby="story-caption" className="flex flex-col gap-2">
          <h2 id="story-caption" className="text-lg">
            Transcript
          </h2>
          <p dir="auto" className={measureClasses}>
            <ScriptureText text={story.caption} />
          </p>
        </section>
      ) : null}
      {isOwn ? <OwnTranscriptCard story={story} /> : null}
    </div>
  )
}

function MuteAndReport({ story }: { story: Story }): ReactElement {
  const { id, anonymousUsername } = story
  const [open, setOpen] = useState<'mute' | 'report'>()
  const close = (): void => setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-x-7">
      {story.canMute && !story.isMuted ? (
        <QuietButton onClick={() => setOpen('mute')}>
          <VolumeX aria-hidden size={16} />
          Mute
        </QuietButton>
      ) : null}
      {story.canReport ? (
        <QuietButton onClick={() => setOpen('report')}>
          <Flag aria-hidden size={16} />
          Report
        </QuietButton>
      ) : null}
      <MuteDialog
        target={open === 'mute' ? { storyId: id, anonymousUsername } : null}
        onClose={close}
      />
      <ReportDialog target={open === 'report' ? { storyId: id } : null} onClose={close} />
    </div>
  )
}

function QuietButton(props: { onClick: () => void; children: ReactNode }): ReactElement {
  return <Button variant="ghost" size="sm" className="-mx-3.5 text-ink-quiet" {...props} />
}

function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

interface StoryFailureProps {
  error: Error
  onRetry: () => void
  isRetrying: boolean
}

function StoryFailure({ error, onRetry, isRetrying }: StoryFailureProps): ReactElement {
  if (!isGone(error)) {
    return (
      <ErrorState
        title={<h1 className="text-2xl">We couldn’t load this story</h1>}
        message={sentenceOf(error)}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    )
  }
  return (
    <>
      <h1>We can't find this story</h1>
      <EmptyState message="It may have been taken down, or it may still be in review. There are many others to read.">
        <Button asChild>
          <Link to="/flow" search={{ tab: 'exit' }}>
            Read other stories
          </Link>
        </Button>
      </EmptyState>
    </>
  )
}

function DetailSkeleton(): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">Story</h1>
      <Skeleton className="h-11 w-3/4" />
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-64" />
      <Skeleton className="h-11 w-64" />
    </div>
  )
}
