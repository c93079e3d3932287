import { Link, useLocation } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import type { Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { type StoryWords, storyDraftKey } from '#web/features/stories/drafts.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { LazyStoryForm, loadStoryForm } from '#web/features/stories/lazy-story-form.tsx'
import {
  DiscardedNotice,
  type StoryStart,
  UnfinishedStory,
  useStoryStart,
} from '#web/features/stories/story-start.tsx'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** `shared` has the story that was just sent; `queued` has what waits on this device to be sent. */
type Stage =
  | { name: 'start' | 'closed' | 'open' }
  | { name: 'queued'; story: StoryWords }
  | { name: 'shared'; story: Story }

interface ShareStory extends StoryStart {
  draftKey: string
  stage: Stage
  setStage: (stage: Stage) => void
}

/**
 * The form stays closed until the member wants to write, or arrives with a draft begun in the
 * journal or from an answered prayer.
 */
export function useShareStory(): ShareStory {
  const draftKey = storyDraftKey(useMember().id)
  const isWriting = useLocation({ select: ({ state }) => state.writingSince !== undefined })
  // After a reload, only the browser's history knows that the member was writing.
  const [stage, setStage] = useStoredState<Stage>(() => ({ name: isWriting ? 'open' : 'start' }), {
    name: 'start',
  })
  return { draftKey, stage, setStage, ...useStoryStart(draftKey, stage.name === 'open') }
}

/** The button beside the heading. Not shown with the open form or an unfinished story. */
export function ShareStoryButton({ stage, setStage, unfinished }: ShareStory): ReactElement | null {
  if (stage.name === 'open' || unfinished) return null
  return (
    <StartButton isClosed={stage.name === 'closed'} onPress={() => setStage({ name: 'open' })} />
  )
}

function StartButton(props: { isClosed: boolean; onPress: () => void }): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  // The form that had the focus was closed.
  useEffect(() => {
    if (props.isClosed) button.current?.focus({ preventScroll: true })
  }, [props.isClosed])
  return (
    <Button
      ref={button}
      className="px-3.5"
      onClick={props.onPress}
      onPointerEnter={() => void loadStoryForm()}
      onFocus={() => void loadStoryForm()}
    >
      <PenLine aria-hidden size={18} />
      Share your story
    </Button>
  )
}

/** The open form, an unfinished story, or what became of the one that was sent; otherwise nothing. */
export function ShareStoryCard(share: ShareStory): ReactElement | null {
  const { draftKey, stage, setStage, unfinished, discard, undo } = share
  const isOpen = stage.name === 'open'
  const isSent = stage.name === 'shared' || stage.name === 'queued'
  if (!isOpen && !isSent && !unfinished && !undo) return null
  return (
    <Card
      aria-labelledby="share-story"
      ref={isOpen ? scrollToStart : undefined}
      className={isOpen ? '-scroll-mt-2' : 'border-0 bg-transparent p-0 sm:p-0'}
    >
      <ShareStoryIntro isOpen={isOpen} />
      <FocusOnAppear key={stage.name} isOff={stage.name === 'start'}>
        {stage.name === 'shared' ? <SharedNotice story={stage.story} /> : null}
        {stage.name === 'queued' ? <QueuedNotice /> : null}
        {stage.name === 'shared' || stage.name === 'queued' ? (
          <SentHelplines words={stage.story} />
        ) : null}
        {isOpen ? (
          <LazyStoryForm
            draftKey={draftKey}
            onSaved={(story) => setStage({ name: 'shared', story })}
            onQueued={(story) => setStage({ name: 'queued', story })}
            close={{ label: 'Continue later', onPress: () => setStage({ name: 'closed' }) }}
          />
        ) : unfinished ? (
          <UnfinishedStory
            {...unfinished}
            draftKey={draftKey}
            onOpen={() => setStage({ name: 'open' })}
            onDiscard={discard}
          />
        ) : undo ? (
          <DiscardedNotice onUndo={undo} />
        ) : null}
      </FocusOnAppear>
    </Card>
  )
}

/** A phone has room for the whole form only if nothing stands above it. */
function scrollToStart(card: HTMLElement | null): void {
  card?.scrollIntoView()
}

function ShareStoryIntro({ isOpen }: { isOpen: boolean }): ReactElement {
  return (
    <CardHeader className={isOpen ? undefined : 'mb-0'}>
      <CardTitle id="share-story" className={isOpen ? undefined : 'sr-only'}>
        Share Your Story Testimonials & Ask Folx? (Q&A)
      </CardTitle>
      {isOpen ? <CardDescription>Under your community username.</CardDescription> : null}
    </CardHeader>
  )
}

function SharedNotice({ story }: { story: Story }): ReactElement {
  return (
    <Notice variant="success" title="For Approval">
      <p>
        Thank you for sharing. Our team will review{' '}
        <Link to="/flow" search={{ story: story.id }} state={{ listSteps: 1 }}>
          <bdi className="font-medium underline underline-offset-2">{story.title}</bdi>
        </Link>{' '}
        before it’s published. Until then, find it under <MyStoriesLink />.
      </p>
    </Notice>
  )
}

/** The helplines that the form showed, which is gone by now. */
function SentHelplines({
  words: { title, content, caption },
}: {
  words: StoryWords
}): ReactElement {
  const text = [title, content, caption].filter(Boolean).join('\n')
  return <CrisisPanel text={text} isSent />
}

function QueuedNotice(): ReactElement {
  return (
    <Notice title="Saved on this device">
      <p>
        Your story will be sent when you’re back online. Until then, find it under <MyStoriesLink />
        .
      </p>
    </Notice>
  )
}

function MyStoriesLink(): ReactElement {
  return (
    <Link
      to="/flow"
      search={{ tab: 'exit', list: 'mine' }}
      className="font-medium underline underline-offset-2"
    >
      My stories
    </Link>
  )
}
