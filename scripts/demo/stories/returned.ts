import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { RejectedStory } from '../types.ts'

/** Stories that were returned to their authors, each with the reason for its author. */
export const returnedStories: RejectedStory[] = [
  {
    author: who.snowdrop,
    category: 'relationships',
    title: 'What my supervisor said',
    daysAgo: 42.1,
    status: 'rejected',
    content:
      'When I finally told my supervisor, Dana Ruggles at the Eastfield clinic front office, why I’d been so slow all that month, she said “well, at least it was early.” She has two kids. I know she didn’t mean it the way it landed. I don’t know how to sit across from her now.',
    rejectionReason:
      'Thank you for trusting us with something this sore. The story names your supervisor and where she works, so she could be recognised, and so could you. If you take out the two names and send it again, we would be glad to share it.',
  },
  {
    author: who.shift,
    category: 'business',
    title: 'Helping Rosa with the knee surgery',
    daysAgo: 25.4,
    status: 'rejected',
    content:
      'Rosa from my crew needs her knee done and the insurance only covers part of it. A bunch of us have put in what we can. If anybody here has twenty dollars, I can send you the account to put it in. She doesn’t know I’m asking.',
    rejectionReason:
      'It’s good of you to look out for Rosa. We can’t share appeals for money here, because we have no way to look after the people who give. We’d gladly read a story about your crew putting in together, with Rosa’s yes.',
  },
  {
    author: who.jelly,
    category: 'mindset',
    title: 'Five habits of peaceful mothers',
    daysAgo: 57.7,
    status: 'rejected',
    content:
      'I copied this out of a devotional I love, because it says it so much better than I could. Habit one: a peaceful mother rises before her household. Habit two: she guards her tongue as she guards her door.',
    rejectionReason:
      'This is from a published book, so we can’t print it here. What we’d really like is your own version. What happened in your house the week you tried habit one?',
  },
  {
    author: who.goat,
    category: 'faith',
    title: 'Why I won’t sit on that side of the church',
    daysAgo: 98.9,
    status: 'rejected',
    content: paragraphs(
      'There was a vote about the parking lot. I’ll give you the short version: I was right and the other side of the aisle was wrong, and I have the letters to prove it.',
      'Letter one, from the building committee, reads as follows.',
    ),
    rejectionReason:
      'The first half had us smiling. The letters were written by other people, who haven’t agreed to have them shared, so please leave those out. If you’d like to tell us what it’s like to share a pew with somebody you lost a vote to, we’d publish that.',
  },
  {
    author: who.learning,
    category: 'business_qa',
    title: 'best budgeting app? i made one',
    daysAgo: 70.6,
    status: 'rejected',
    content:
      'so i’ve been building a budgeting app on weekends with envelopes and a little verse for each envelope. first month is free and then it’s 4.99. what would you want in it? i’ll post the link if anyone asks',
    rejectionReason:
      'We can hear how much care has gone into this. As it stands it reads as an advertisement, and we keep those out of the community. A question about money and faith without the app and its price would be very welcome.',
  },
]
