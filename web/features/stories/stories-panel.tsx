import { useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { ShareStoryCard } from '#web/features/stories/share-story-card.tsx'
import { StoryDetail } from '#web/features/stories/story-detail.tsx'
import { StoryList } from '#web/features/stories/story-list.tsx'
import { WaitingStories } from '#web/features/stories/waiting-stories.tsx'

/** The list of stories, or the one that the address names. */
export function StoriesPanel(): ReactElement {
  const { story } = useSearch({ from: '/flow' })
  const [lastStory, setLastStory] = useState(story)
  if (story && story !== lastStory) setLastStory(story)
  if (story) return <StoryDetail key={story} storyId={story} />
  return (
    <div className="flex flex-col gap-8">
      <ShareStoryCard />
      <WaitingStories />
      <StoryList returnTo={lastStory} />
    </div>
  )
}
