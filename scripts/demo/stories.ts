import { businessStories } from './stories/business.ts'
import { businessQuestions } from './stories/business-questions.ts'
import { faithStories } from './stories/faith.ts'
import { faithQuestions } from './stories/faith-questions.ts'
import { mindsetStories } from './stories/mindset.ts'
import { mindsetQuestions } from './stories/mindset-questions.ts'
import { purposeStories } from './stories/purpose.ts'
import { purposeQuestions } from './stories/purpose-questions.ts'
import { relationshipsStories } from './stories/relationships.ts'
import { relationshipsQuestions } from './stories/relationships-questions.ts'
import { returnedStories } from './stories/returned.ts'
import { waitingStories } from './stories/waiting.ts'
import type { DemoStory } from './types.ts'

/** All stories of the demo community, newest first. */
export const demoStories: DemoStory[] = [
  ...purposeStories,
  ...purposeQuestions,
  ...mindsetStories,
  ...mindsetQuestions,
  ...businessStories,
  ...businessQuestions,
  ...faithStories,
  ...faithQuestions,
  ...relationshipsStories,
  ...relationshipsQuestions,
  ...waitingStories,
  ...returnedStories,
].toSorted((a, b) => a.daysAgo - b.daysAgo)
