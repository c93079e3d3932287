import { who } from '../members.ts'
import type { ApprovedStory } from '../types.ts'

export const faithQuestions: ApprovedStory[] = [
  {
    author: who.tomas,
    category: 'faith_qa',
    title: 'How do you read the hard psalms?',
    daysAgo: 36.4,
    status: 'approved',
    tags: ['doubt', 'prayer'],
    content:
      'I took somebody’s advice here and started reading a psalm each morning, whether I feel anything or not. It was going well until I got to the ones that ask God to break people’s teeth. Do you skip them? Pray them? I read one aloud with my coffee and my daughter asked who we were angry at.',
    replies: [
      {
        author: who.longway,
        hoursAfter: 3,
        content:
          'I prayed them about my father for two years. They were the only ones that didn’t ask me to be further along than I was.',
      },
      {
        author: who.ruth,
        hoursAfter: 9,
        content:
          'Somebody was in enough pain to say it, and said it to God instead of doing it. I read them on behalf of whoever needs those words that day. There’s always somebody.',
      },
      {
        author: who.learning,
        hoursAfter: 11,
        content:
          'honestly i skip them. i know that’s not the answer but somebody should be honest in this thread',
      },
      {
        author: who.tomas,
        hoursAfter: 14,
        replyTo: 2,
        content: 'You’re in good company. My priest skips them too. I asked him.',
      },
    ],
  },
  {
    author: who.wren,
    category: 'faith_qa',
    title: 'Going to a church alone for the first time. What should I expect?',
    daysAgo: 8.6,
    status: 'approved',
    tags: ['church', 'anxiety', 'doubt'],
    content:
      'I wasn’t raised with any of this. There’s a brick church on my walk to campus and for about a year I’ve slowed down when the door is open. I’d like to go in this week. Do I need to dress up? Will I have to talk? Is it rude to sit at the back and leave? I’m sorry if these are silly questions.',
    replies: [
      {
        author: who.nana,
        hoursAfter: 1,
        content:
          'Not silly. Wear what you wear. The back pew is the best one, that’s why it’s always full. You can leave any time you like and nobody will chase you, we are mostly too old.',
      },
      {
        author: who.trains,
        hoursAfter: 5,
        content:
          'I did this two years ago. Arrive two minutes late on purpose and you’ll miss the shaking of hands. Everybody will be looking at a hymn book.',
      },
      {
        author: who.gate,
        hoursAfter: 7,
        replyTo: 1,
        content:
          'Ha. As a person who stands at one of those doors, I’d say come two minutes early and let me hand you a bulletin. I promise not to ask you anything but your coffee order.',
      },
      {
        author: who.wren,
        hoursAfter: 60,
        content:
          'I went. I sat at the back and I left during the last song, and a lady in a yellow hat mouthed “see you” and waved. I think I’m going back.',
      },
      {
        author: who.nana,
        hoursAfter: 62,
        replyTo: 3,
        content: 'There is one in every church, thank God. Every hat a different color.',
      },
    ],
  },
  {
    author: who.river,
    category: 'faith_qa',
    title: 'What do you do with a prayer that got a no?',
    daysAgo: 117.2,
    status: 'approved',
    tags: ['grief', 'prayer', 'doubt'],
    content:
      'We prayed for Ellen for two years, and a great many people with us. I’m not asking why any more, I’ve about worn that out. My question is a practical one. When I sit down to pray now I don’t know what to ask for. Asking feels like knocking at a house where I’ve already been turned away once. What did you do?',
    replies: [
      {
        author: who.goat,
        hoursAfter: 6,
        content: 'I quit asking for about a year and only reported. Weather, cattle, how I slept.',
      },
      {
        author: who.river,
        hoursAfter: 13,
        replyTo: 0,
        content: 'Reporting. I believe I could do that.',
      },
      {
        author: who.ruth,
        hoursAfter: 20,
        content:
          'I buried a brother we’d prayed for just as hard, so I won’t hurry you. For a long while I asked only for other people’s things. It kept the path to that door open until I could walk up it for myself.',
      },
    ],
  },
  {
    author: who.shift,
    category: 'faith_qa',
    title: 'Keeping a Sabbath when the roster changes every week?',
    daysAgo: 19.4,
    status: 'approved',
    tags: ['rest', 'work'],
    audioSeconds: 9,
    replies: [],
  },
]
