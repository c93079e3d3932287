import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { ApprovedStory } from '../types.ts'

export const mindsetQuestions: ApprovedStory[] = [
  {
    author: who.learning,
    category: 'mindset_qa',
    title: 'how do you pray when your mind won’t stay in the room?',
    daysAgo: 84.2,
    status: 'approved',
    tags: ['prayer', 'anxiety'],
    content:
      'genuine question, not fishing for “just focus”. i start with our father and by “daily bread” i’m thinking about the car insurance. i’ve tried journaling, apps, walking, kneeling. is there something that works for people whose brain is a bag of squirrels? or do you just get used to it?',
    replies: [
      {
        author: who.unhurried,
        hoursAfter: 6,
        content:
          'I tell Him about the car insurance. Then there is nothing left to be distracted from.',
      },
      {
        author: who.shift,
        hoursAfter: 11,
        content: 'Keep your hands busy. I do my best praying with a broom.',
      },
      {
        author: who.learning,
        hoursAfter: 13,
        replyTo: 1,
        content: 'ok the broom thing makes a lot of sense to me. trying it with dishes tonight',
      },
      {
        author: who.ruth,
        hoursAfter: 18,
        content:
          'Fifty years in, squirrels still here. Somebody told me once that each time you notice and turn back, that turning is the prayer. I’ve leaned on that a good deal.',
      },
    ],
  },
  {
    author: who.wren,
    category: 'mindset_qa',
    title: 'Everyone I graduated with seems to be somewhere already',
    daysAgo: 5.4,
    status: 'approved',
    tags: ['doubt', 'patience'],
    content: paragraphs(
      'I’m in the third year of a doctorate about lichens (yes, really). My friends from college are buying houses and having babies and getting engaged on mountains. I’m happy for them, I think. I also close the app and feel like I’ve been left at a bus stop.',
      'I know the verses about envy. Knowing them hasn’t helped much, to be honest. Does anyone have something practical? Or is this just a thing you wait out?',
    ),
    replies: [
      {
        author: who.half,
        hoursAfter: 3,
        content:
          'I’m one of the mountain engagement people, and I’d scroll past my friends with PhDs and feel stupid. So the bus stop is bigger than it looks.',
      },
      {
        author: who.wren,
        hoursAfter: 5,
        replyTo: 0,
        content: 'That honestly makes me feel better, and then bad that it does. Thank you.',
      },
      {
        author: who.goat,
        hoursAfter: 16,
        content:
          'Lichens grow what, a millimeter a year? I’ve got rocks up here covered in it. Prettiest thing on the hill. Come look at ours sometime.',
      },
      {
        author: who.wren,
        hoursAfter: 18,
        replyTo: 2,
        content: 'About that, yes. If they’re orange I may actually take you up on it.',
      },
    ],
  },
  {
    author: who.salt,
    category: 'mindset_qa',
    title: 'Does anybody else dread the day off?',
    daysAgo: 11.6,
    status: 'approved',
    tags: ['rest', 'work', 'anxiety'],
    content:
      'Cook, six days a week, twelve hours. You’d think I’d run at my day off. But I wake up and my chest is tight, and by noon I’ve cleaned the oven. At work I know what I’m for. How do you learn to rest if nobody ever showed you?',
    replies: [
      {
        author: who.sunrise,
        hoursAfter: 9,
        content:
          'Empty days were dangerous for me so I put one thing in them, on purpose, at 10 am. Mine is breakfast with my brother. Just the one thing. The rest of the day hangs off it.',
      },
      {
        author: who.ruth,
        hoursAfter: 15,
        content:
          '“At work I know what I’m for” is a big sentence. I’d like to hear more about it if you ever want to write it. And if the tight chest keeps coming back, do let a doctor hear about it too.',
      },
    ],
  },
  {
    author: who.half,
    category: 'mindset_qa',
    title: 'What helped you sleep after bad news?',
    daysAgo: 39.9,
    status: 'approved',
    tags: ['anxiety', 'prayer'],
    content:
      'We found out last week that my husband’s position is being cut in the summer. We’ll be okay. We’ve got savings and a plan. But I lie there at 2 am doing sums on the ceiling. What did you do in the nights, specifically? The days I can manage.',
    replies: [],
  },
]
