import { Link } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { StoryDraft, storyDraftKey } from '#web/features/stories/drafts.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { LazyStoryForm } from '#web/features/stories/lazy-story-form.tsx'
import { ShareStoryIntro } from '#web/features/stories/share-story-intro.tsx'
import { readDraft } from '#web/lib/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Whether there is room for an open form; on phones the stories come first. */
export function hasRoomForForm(): boolean {
  return matchMedia('(min-width: 48rem)').matches
}

export function ShareStoryCard(): ReactElement {
  const draftKey = storyDraftKey(useMember().id)
  const [isOpen, setIsOpen] = useState(() => hasRoomForForm() || hasDraft(draftKey))
  const [shared, setShared] = useState<Story | 'kept'>()
  return (
    <Card aria-labelledby="share-story">
      <ShareStoryIntro />
      {shared ? (
        <FocusOnAppear key={shared === 'kept' ? shared : shared.id}>
          {shared === 'kept' ? <KeptNotice /> : <SharedNotice story={shared} />}
        </FocusOnAppear>
      ) : null}
      {isOpen ? (
        <LazyStoryForm draftKey={draftKey} onSaved={setShared} onKept={() => setShared('kept')} />
      ) : (
        <Button onClick={() => setIsOpen(true)}>
          <PenLine aria-hidden size={18} />
          Share your story
        </Button>
      )}
    </Card>
  )
}

function SharedNotice({ story }: { story: Story }): ReactElement {
  return (
    <Notice variant="success" title="For Approval" className="mb-5">
      <p>
        Thank you for sharing. Our team will review{' '}
        <Link to="/flow" search={{ story: story.id }} state={{ isFromStoryList: true }}>
          <span className="font-medium underline underline-offset-2">{story.title}</span>
        </Link>{' '}
        before it’s published. Until then, find it under ‘Your stories in review’ and on your{' '}
        <Link to="/dashboard" className="font-medium underline underline-offset-2">
          dashboard
        </Link>
        .
      </p>
    </Notice>
  )
}

function KeptNotice(): ReactElement {
  return (
    <Notice title="Kept on this device" className="mb-5">
      <p>Your story will be sent when you’re back online. Until then, find it below.</p>
    </Notice>
  )
}

function hasDraft(key: string): boolean {
  return readDraft(key, StoryDraft) !== undefined
}
