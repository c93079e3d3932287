import { Link, useLocation } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { storyDraftKey } from '#web/features/stories/drafts.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { LazyStoryForm } from '#web/features/stories/lazy-story-form.tsx'
import { ShareStoryIntro } from '#web/features/stories/share-story-intro.tsx'
import { StoryStart } from '#web/features/stories/story-start.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** `shared` has the story that was just sent; `kept` means it waits on this device to be sent. */
type Stage = { name: 'start' | 'closed' | 'open' | 'kept' } | { name: 'shared'; story: Story }

/**
 * The form stays closed until the member wants to write, or arrives with a draft begun in the
 * journal or from an answered prayer.
 */
export function ShareStoryCard(): ReactElement {
  const writingSince = useLocation({ select: ({ state }) => state.writingSince })
  // An open form would not read the new draft, so the key remounts it.
  return <ShareStory key={writingSince} isWriting={writingSince !== undefined} />
}

function ShareStory({ isWriting }: { isWriting: boolean }): ReactElement {
  const draftKey = storyDraftKey(useMember().id)
  const [stage, setStage] = useState<Stage>({ name: isWriting ? 'open' : 'start' })
  const isClosed = stage.name === 'start' || stage.name === 'closed'
  const handleOpen = (): void => setStage({ name: 'open' })
  return (
    <Card
      aria-labelledby="share-story"
      className={
        isClosed ? 'flex flex-wrap items-center justify-between gap-x-4 py-3 sm:py-3' : undefined
      }
    >
      <ShareStoryIntro isClosed={isClosed} />
      <FocusOnAppear key={stage.name} isOff={stage.name === 'start'}>
        {stage.name === 'shared' ? <SharedNotice story={stage.story} /> : null}
        {stage.name === 'kept' ? <KeptNotice /> : null}
        {stage.name === 'open' ? (
          <LazyStoryForm
            draftKey={draftKey}
            onSaved={(story) => setStage({ name: 'shared', story })}
            onKept={() => setStage({ name: 'kept' })}
            close={{ label: 'Continue later', onPress: () => setStage({ name: 'closed' }) }}
          />
        ) : (
          <StoryStart draftKey={draftKey} onOpen={handleOpen} />
        )}
      </FocusOnAppear>
    </Card>
  )
}

function SharedNotice({ story }: { story: Story }): ReactElement {
  return (
    <Notice variant="success" title="For Approval" className="mb-5">
      <p>
        Thank you for sharing. Our team will review{' '}
        <Link to="/flow" search={{ story: story.id }} state={{ listSteps: 1 }}>
          <span className="font-medium underline underline-offset-2">{story.title}</span>
        </Link>{' '}
        before it’s published. Until then, find it under <MyStoriesLink />.
      </p>
    </Notice>
  )
}

function KeptNotice(): ReactElement {
  return (
    <Notice title="Saved on this device" className="mb-5">
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
