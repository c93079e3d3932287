import { who } from '../members.ts'
import type { ApprovedStory } from '../types.ts'

export const relationshipsQuestions: ApprovedStory[] = [
  {
    author: who.goat,
    category: 'relationships_qa',
    title: 'My daughter says she’s done with church. What now?',
    daysAgo: 68.3,
    status: 'approved',
    tags: ['parenting', 'church', 'doubt'],
    content:
      'She’s sixteen and she told me in the truck, very polite, like giving notice. I said “okay” because I couldn’t think of anything else. Her mother wants to insist that she comes. I remember being insisted at. I don’t want to lose her and I don’t want to shrug, either. What did your folks do that helped? Or what do you wish they’d done?',
    replies: [
      {
        author: who.learning,
        hoursAfter: 3,
        content:
          'my dad kept asking what i was thinking about and then didn’t argue with the answer. i came back at 22. i think i’d have come back slower if he’d pulled',
      },
      {
        author: who.luz,
        hoursAfter: 8,
        content:
          'I insisted with two and did not insist with two. One of each still goes. So don’t believe anyone who tells you there’s a recipe.',
      },
      {
        author: who.jelly,
        hoursAfter: 13,
        content:
          'I’d side with her mother a little. In our house it’s part of being in the family until eighteen, like supper. But I’d say it kindly, and I’d let her sit wherever she wants.',
      },
      {
        author: who.goat,
        hoursAfter: 60,
        content:
          'Update: I asked her what she’d like Sundays to be. She said pancakes, the three of us, before we go. So we’re doing that. She’s asked to say the grace, twice.',
      },
    ],
  },
  {
    author: who.salt,
    category: 'relationships_qa',
    title: 'My mother keeps lending my brother money',
    daysAgo: 28.8,
    status: 'approved',
    tags: ['money', 'forgiveness'],
    content:
      'She’s on a fixed income. He’s forty. Every time it’s the last time. I’ve stopped coming to Sunday lunch because I can’t pass him the rice without saying something. She calls it mercy. I call it rent. How do I honor her and not watch this happen?',
    replies: [
      {
        author: who.longway,
        hoursAfter: 5,
        content:
          'It’s her money and her son, and you’re allowed to be sad about both. I’d go back to lunch. Sit far from the rice.',
      },
      {
        author: who.harmattan,
        hoursAfter: 9,
        content:
          'Ask her once, when he’s not in the room: “Mama, are you ever short?” And then listen, and don’t bring the speech.',
      },
      {
        author: who.salt,
        hoursAfter: 560,
        content:
          'I asked it like you said, three weeks late. She is short, some months. She cried. We’re going through it together on my day off, so at least now the day off has something in it.',
      },
    ],
  },
  {
    author: who.harmattan,
    category: 'relationships_qa',
    title: 'How do grown people make friends in a new city?',
    daysAgo: 1.1,
    status: 'approved',
    tags: ['friendship', 'new country', 'church'],
    content:
      'My new post is in another city, so we have moved again, away from the church sisters who carried me. My husband has football and my children have school. I have a very clean kitchen. At home you’d simply sit outside and people would come. Here I sit outside and they wave from cars! Where do I begin?',
    replies: [
      {
        author: who.oldDog,
        hoursAfter: 3,
        content:
          'Ask somebody for help with something small. People here don’t know how to visit, but they know how to help. I met my whole street by owning a bad lawnmower.',
      },
      {
        author: who.lemon,
        hoursAfter: 11,
        content: 'Keep sitting outside. One day somebody will be walking instead of driving.',
      },
    ],
  },
]
