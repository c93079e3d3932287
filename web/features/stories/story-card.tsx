import { AudioLines, MessageCircle, Mic } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import type { ReactionTotals, Story } from '#contract/stories.ts'
import { REACTION_EMOJI, REACTION_KINDS } from '#contract/story-limits.ts'
import { ReadAloud } from '#web/features/read-aloud/read-aloud.tsx'
import { STORIES_PER_PAGE, type StoryFilters } from '#web/features/stories/flow-search.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { MutedLine } from '#web/features/stories/muted-line.tsx'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import {
  ANOTHER_VOICE_LABEL,
  CATEGORY_LABELS,
  REACTION_LABELS,
  statusBadgeOf,
  WAITING_LABEL,
} from '#web/features/stories/story-labels.ts'
import { StoryLink } from '#web/features/stories/story-link.tsx'
import { cn } from '#web/lib/cn.ts'
import { counted } from '#web/lib/counted.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/** One, two or three cards side by side (member document, section 2). */
export const storyGridClasses = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

const ROWS = Array<string>(STORIES_PER_PAGE).fill('h-72 rounded-xl')

interface StoryCardProps {
  story: Story
  filters: StoryFilters
  onFilter: (change: StoryFilters) => void
  /** Whether the reader has just come back from this story. */
  isReturn?: boolean
  /** Whether it says so if others can read the story. */
  showsPublished?: boolean
}

/** A story in the list, collapsed to one line if its author is muted. */
export function StoryCard(props: StoryCardProps): ReactElement {
  const [isShown, setShown] = useState(false)
  if (!props.story.isMuted) return <OpenCard {...props} />
  if (isShown) {
    return (
      <FocusOnAppear>
        <OpenCard {...props} />
      </FocusOnAppear>
    )
  }
  return (
    <article className="rounded-xl border border-line px-5 py-2">
      <MutedLine about="story" onShow={() => setShown(true)} />
    </article>
  )
}

/** The whole card opens the story; its chips filter the list. */
function OpenCard(props: StoryCardProps): ReactElement {
  const { story, filters, onFilter, isReturn, showsPublished = false } = props

  return (
    <article className="relative flex h-full flex-col gap-3 rounded-xl border border-line bg-surface p-5 transition-shadow hover:shadow-lift">
      <div className="flex flex-col gap-1">
        <h3 dir="auto" className="line-clamp-3">
          <StoryLink
            storyId={story.id}
            isReturn={isReturn}
            className="after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
          >
            {story.title}
          </StoryLink>
        </h3>
        <p className="text-sm text-ink-quiet">
          <bdi>{story.anonymousUsername}</bdi>
          {story.mine ? ' (you)' : null} · <RelativeTime date={story.createdAt} />
        </p>
      </div>
      {story.status === 'approved' && !showsPublished ? null : <StoryStatusBadge story={story} />}
      {story.rejectionReason && story.mine ? (
        <p dir="auto" className="line-clamp-3 border-s-2 border-line-strong ps-3">
          {story.rejectionReason}
        </p>
      ) : null}
      <StoryExcerpt story={story} />
      <div className="mt-auto flex flex-col gap-3 pt-1">
        <StoryChips story={story} filters={filters} onFilter={onFilter} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-quiet">
          <ReplyCount story={story} filters={filters} onFilter={onFilter} />
          <ReactionCounts totals={story.reactions} />
        </div>
      </div>
    </article>
  )
}

/** Without replies, a filter for others' stories of the kind, and nothing on the reader's own. */
function ReplyCount({ story, filters, onFilter }: StoryCardProps): ReactElement {
  const { replyCount, mine } = story
  const isOn = filters.waiting !== undefined
  if (replyCount === 0 && mine) return <span />
  return (
    <span className="inline-flex items-center gap-1.5">
      <MessageCircle aria-hidden size={16} />
      {replyCount > 0 ? (
        counted(replyCount, 'reply', 'replies')
      ) : (
        // With a mouse, as high as the number of replies in the card beside it.
        <span className="relative z-10 pointer-fine:-my-1.5">
          <FilterToggle
            label={WAITING_LABEL}
            isOn={isOn}
            onToggle={() => onFilter({ waiting: isOn ? undefined : 'first-reply' })}
          />
        </span>
      )}
    </span>
  )
}

function StoryExcerpt({ story }: { story: Story }): ReactElement {
  const words = useRef<HTMLParagraphElement>(null)
  if (story.content !== null) {
    return (
      <>
        {story.anotherVoice ? (
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <Badge variant="neutral">
              <AudioLines aria-hidden size={15} />
              {ANOTHER_VOICE_LABEL}
            </Badge>
            {/* Layered above the link that covers the card. */}
            <div className="relative z-10 -mr-3.5 ml-auto">
              <ReadAloud
                title={story.title}
                text={story.content}
                target={words}
                label="Listen"
                className="justify-end"
              />
            </div>
          </div>
        ) : null}
        <p ref={words} dir="auto" className="line-clamp-4">
          {story.content}
        </p>
      </>
    )
  }
  return (
    <>
      <Badge variant="neutral" className="self-start">
        <Mic aria-hidden size={15} />
        Voice story
        {story.audioDuration === null ? null : ` · ${clockText(Math.round(story.audioDuration))}`}
      </Badge>
      {story.audioUrl ? (
        // Layered above the link that covers the card.
        <div className="relative z-10">
          <StoryPlayer
            src={story.audioUrl}
            durationSeconds={story.audioDuration}
            waveform={story.waveform}
            title={story.title}
          />
        </div>
      ) : null}
      {story.caption ? (
        <p dir="auto" className="line-clamp-3">
          {story.caption}
        </p>
      ) : null}
      {story.mine && story.audioUrl && !story.caption ? (
        <StoryLink
          storyId={story.id}
          className="relative z-10 inline-flex min-h-11 items-center self-start text-sm text-primary underline underline-offset-4"
        >
          Add a transcript
        </StoryLink>
      ) : null}
    </>
  )
}

function StoryChips({ story, filters, onFilter }: StoryCardProps): ReactElement {
  const isCategory = filters.category === story.category
  return (
    <ul
      aria-label="Category and tags"
      className="relative z-10 flex flex-wrap gap-x-3.5 self-start"
    >
      <li>
        <FilterToggle
          label={CATEGORY_LABELS[story.category]}
          isOn={isCategory}
          onToggle={() => onFilter({ category: isCategory ? undefined : story.category })}
        />
      </li>
      {story.tags.map((tag) => (
        <li key={tag}>
          <FilterToggle
            label={`#${tag}`}
            isOn={filters.tag === tag}
            onToggle={() => onFilter({ tag: filters.tag === tag ? undefined : tag })}
          />
        </li>
      ))}
    </ul>
  )
}

interface FilterToggleProps {
  label: string
  isOn: boolean
  onToggle: () => void
}

/** Visually quieter than the story's text and the filter chips. */
function FilterToggle({ label, isOn, onToggle }: FilterToggleProps): ReactElement {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={isOn ? undefined : 'Show only these'}
      onClick={onToggle}
      className={cn(
        'inline-flex min-h-8 items-center text-sm underline-offset-4 hover:underline pointer-coarse:min-h-11',
        isOn ? 'font-medium text-primary' : 'text-ink-quiet hover:text-ink',
      )}
    >
      <bdi>{label}</bdi>
    </button>
  )
}

function ReactionCounts({ totals }: { totals: ReactionTotals }): ReactElement | null {
  const given = REACTION_KINDS.filter((kind) => totals.counts[kind] > 0)
  if (given.length === 0) return null
  return (
    <ul aria-label="Reactions" className="flex gap-3">
      {given.map((kind) => (
        <li key={kind}>
          <span role="img" aria-label={REACTION_LABELS[kind]}>
            {REACTION_EMOJI[kind]}
          </span>{' '}
          {totals.counts[kind]}
        </li>
      ))}
    </ul>
  )
}

/** Whether others can read the viewer's own story. */
function StoryStatusBadge({ story }: { story: Story }): ReactElement {
  const { label, variant } = statusBadgeOf(story)
  return (
    <Badge variant={variant} className="self-start">
      <bdi>{label}</bdi>
    </Badge>
  )
}

/** Skeleton of a page of stories. */
export function ListSkeleton(): ReactElement {
  return <Skeletons label="Loading stories" rows={ROWS} className={storyGridClasses} />
}
