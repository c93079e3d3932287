import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { ApprovedStory } from '../types.ts'

export const purposeQuestions: ApprovedStory[] = [
  {
    author: who.trains,
    category: 'purpose_qa',
    title: 'Is it wrong to want a smaller life?',
    daysAgo: 27.4,
    status: 'approved',
    tags: ['calling', 'work', 'rest'],
    content: paragraphs(
      'I’m a solicitor, I’m reasonably good at it, and I commute three hours a day to be so. I’ve been offered a role at a legal advice charity fifteen minutes’ walk from my flat. The pay is a little over half. We could manage. I have done the spreadsheet four times.',
      'Everyone at my church says some version of “use your gifts to the full”. My mother says I’m running away. I honestly can’t tell whether this is a calling or just tiredness dressed up as one. Has anybody here chosen the smaller thing, and how did you know?',
    ),
    replies: [
      {
        author: who.gate,
        hoursAfter: 2,
        content:
          'I took the smaller job eight years ago. I didn’t know. I asked myself which of the two I’d be sad to be refused, and that told me more than the spreadsheet.',
      },
      {
        author: who.harmattan,
        hoursAfter: 7,
        content:
          'A gentle word from the other side. In my family a good salary feeds eleven people, so “smaller” is not only mine to choose. Is anyone leaning on you? If not, you are freer than you feel.',
      },
      {
        author: who.trains,
        hoursAfter: 10,
        replyTo: 1,
        content:
          'That’s a fair question and nobody has asked it. No one is leaning on me. I think I’ve been acting as though they were.',
      },
      {
        author: who.oldDog,
        hoursAfter: 13,
        content:
          'Could be tiredness AND a calling. Elijah got both under the same tree, and the first thing he was told to do was eat something and lie down.',
      },
      {
        author: who.trains,
        hoursAfter: 16,
        replyTo: 3,
        content:
          'I have booked the last week of the month off. I shall eat something and lie down.',
      },
      {
        author: who.learning,
        hoursAfter: 40,
        content:
          'slightly disagree with your mother, respectfully. running away doesn’t usually come with four spreadsheets',
      },
    ],
  },
  {
    author: who.jelly,
    category: 'purpose_qa',
    title: 'How do you know when it’s time to step down from a ministry?',
    daysAgo: 73.1,
    status: 'approved',
    tags: ['church', 'rest', 'calling'],
    content: paragraphs(
      'I’ve run the nursery room at our church for nine years. I have three kids of my own and the youngest just aged out of it. I love those babies. I also sat in my car last week for ten minutes before I could make myself go in.',
      'There’s no one obvious to take over and I’m afraid that if I stop, the room closes. How did you know it was time? And how did you say it?',
    ),
    replies: [
      {
        author: who.ledger,
        hoursAfter: 4,
        content:
          'I was treasurer for fourteen years because “there’s no one else”. I gave six months’ notice in writing and somebody turned up in month five. She’s better at it than I was, which stung for a week.',
      },
      {
        author: who.jelly,
        hoursAfter: 8,
        replyTo: 0,
        content:
          'Six months’ notice had honestly not occurred to me. It’s a nursery, not NASA, but yes.',
      },
      {
        author: who.ruth,
        hoursAfter: 12,
        content:
          'Ten minutes in the car is worth telling someone at your church about, in just those words. A good pastor would rather lose a volunteer than not know. You have loved those children well.',
      },
      {
        author: who.flour,
        hoursAfter: 31,
        content:
          'It might close for a while. Ours did. The parents grumbled, and then three dads started it up again on a rota.',
      },
    ],
  },
  {
    author: who.kite,
    category: 'purpose_qa',
    title: 'What were you actually doing at 24?',
    daysAgo: 3.2,
    status: 'approved',
    tags: ['calling', 'job search'],
    content:
      'Finished my degree, moved back in with my dad to help after his stroke, and I’m working the front desk at a gym. People keep asking what my five-year plan is. I don’t have a five-day plan. I pray about it and mostly hear the treadmills. So: what were you doing at 24, really? Not the version you tell at weddings.',
    replies: [
      {
        author: who.oldDog,
        hoursAfter: 1,
        content:
          'Repossessing vacuum cleaners in Tulsa. I was not good at it. I kept letting people keep them.',
      },
      {
        author: who.sparrow,
        hoursAfter: 4,
        content:
          'Failing organic chemistry for the second time and waiting tables. Became a nurse at 31. And looking after your dad is a thing you’re doing, by the way. It counts.',
      },
      {
        author: who.kite,
        hoursAfter: 6,
        replyTo: 1,
        content: 'Thanks. I kind of needed someone to say that who wasn’t my dad.',
      },
      {
        author: who.salt,
        hoursAfter: 20,
        content: 'Washing pots. Now I tell other people how to wash pots. There was no plan.',
      },
    ],
  },
]
