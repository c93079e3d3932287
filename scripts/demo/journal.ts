import type { Mood } from '#contract/moods.ts'

interface DemoEntry {
  daysAgo: number
  mood: Mood
  notes?: string
}

/** The journal of one demo member. Today has no entry, so that it can be tried in the demo. */
export const journal: DemoEntry[] = [
  { daysAgo: 1, mood: 'peaceful', notes: 'The kitchen was quiet and the tea was still hot.' },
  { daysAgo: 2, mood: 'grateful', notes: 'Ana called just to ask how the interview went.' },
  { daysAgo: 3, mood: 'neutral' },
  {
    daysAgo: 5,
    mood: 'anxious',
    notes: 'Numbers for the shop do not add up yet. I wrote them down anyway.',
  },
  { daysAgo: 6, mood: 'grateful', notes: 'Rain on the roof all night, and nowhere to be.' },
  { daysAgo: 7, mood: 'joyful', notes: 'We sang on the porch until the neighbors joined in.' },
  { daysAgo: 8, mood: 'peaceful' },
  { daysAgo: 10, mood: 'sad', notes: 'Dad’s birthday. I made his soup.' },
  { daysAgo: 11, mood: 'neutral', notes: 'An ordinary day. I am learning to like those.' },
  {
    daysAgo: 12,
    mood: 'grateful',
    notes: 'Someone answered my story here. I read it three times.',
  },
  { daysAgo: 14, mood: 'angry', notes: 'Said less than I wanted to. Probably for the best.' },
  { daysAgo: 15, mood: 'anxious' },
  { daysAgo: 16, mood: 'peaceful', notes: 'Walked to the river before work.' },
  { daysAgo: 18, mood: 'joyful', notes: 'First customer who was not a friend!' },
  { daysAgo: 19, mood: 'grateful', notes: 'Slept seven hours.' },
  { daysAgo: 21, mood: 'neutral' },
  { daysAgo: 22, mood: 'sad' },
  { daysAgo: 23, mood: 'peaceful', notes: 'Forgave myself for the burnt bread.' },
  { daysAgo: 25, mood: 'grateful', notes: 'My hands still work.' },
  { daysAgo: 26, mood: 'joyful' },
  { daysAgo: 29, mood: 'anxious', notes: 'Waiting for the letter.' },
  { daysAgo: 31, mood: 'peaceful', notes: 'Candles, no phone.' },
  { daysAgo: 34, mood: 'grateful', notes: 'The bus driver waited for me.' },
  { daysAgo: 38, mood: 'neutral' },
]
