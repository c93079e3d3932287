import { who } from '../members.ts'
import type { DemoReply } from '../types.ts'

/** The longest thread of the demo, under the story of the unfinished creed. */
export const creedReplies: DemoReply[] = [
  {
    author: who.ruth,
    hoursAfter: 1,
    content:
      'I was ordained for nine years when that rail went missing. I held on to the edge of the lectern, since you ask about hands. I’m glad you wrote, and I won’t argue.',
  },
  {
    author: who.tomas,
    hoursAfter: 2,
    replyTo: 0,
    content: 'Did it come back?',
  },
  {
    author: who.ruth,
    hoursAfter: 3,
    replyTo: 1,
    content:
      'Something did. It isn’t the same rail. It’s lower down, and I’ve stopped being able to tell whether I’m holding it or it’s holding me. That took some years, so don’t let me make it sound quick.',
  },
  {
    author: who.learning,
    hoursAfter: 4,
    content:
      'i put mine in my pockets. i mean it, i just stood there with my hands in my pockets for most of last year. nobody said anything. i don’t think anyone was counting but me',
  },
  {
    author: who.nana,
    hoursAfter: 5,
    content:
      'Baby, when you can’t say it, let the rest of us say it for you. That is why we say it all together. I have been carried over that middle part more than once.',
  },
  {
    author: who.tomas,
    hoursAfter: 7,
    replyTo: 4,
    content: 'I had never once thought about why it’s said together. Thank you.',
  },
  {
    author: who.goat,
    hoursAfter: 8,
    content:
      'I’ll push a little. You could tell your wife. It’s the kind of thing that grows in the dark, and she married you, not your creed.',
  },
  {
    author: who.half,
    hoursAfter: 10,
    replyTo: 6,
    content:
      'Married less than a year here, so take this lightly. I’d so much rather be told. If I found out later I’d wonder where else he’d been standing by himself.',
  },
  {
    author: who.gravel,
    hoursAfter: 11,
    replyTo: 6,
    content: 'Agree about telling her, but not tonight just because we said so. He’ll know when.',
  },
  {
    author: who.mustard,
    hoursAfter: 13,
    content:
      'Honestly, it sounds as if you just need to read better apologetics. I can send a list.',
    deleted: true,
  },
  {
    author: who.trains,
    hoursAfter: 15,
    replyTo: 9,
    content:
      'He did ask not to be argued with. I lean on those books myself, but I don’t think it’s a book he’s missing.',
  },
  {
    author: who.mustard,
    hoursAfter: 16,
    replyTo: 10,
    content: 'You’re right. I read the first paragraph and answered that. Sorry, Tomás.',
  },
  {
    author: who.tomas,
    hoursAfter: 18,
    replyTo: 11,
    content: 'No harm done. Keep the list. I may ask you for it in a year.',
  },
  {
    author: who.sunrise,
    hoursAfter: 20,
    content:
      'In my group we say “act as if” and people think it means pretending. It doesn’t. It means you make the coffee and set out the chairs, and you let the rest catch up. Or not catch up, that day.',
  },
  {
    author: who.unhurried,
    hoursAfter: 27,
    content:
      'Mark 9:24 has been my whole prayer for long stretches: “Lord, I believe; help thou mine unbelief.” The man who said it got his child back, unbelief and all.',
  },
  {
    author: who.luz,
    hoursAfter: 30,
    content:
      'You still pray with the children. Hijo, listen to what you wrote. That part you can do. Then do that part.',
  },
  {
    author: who.sparrow,
    hoursAfter: 38,
    content:
      'Coming off shift and reading this whole thread in the parking garage. I don’t have anything wise. I’m just another person with her hands on the wheel, not driving yet.',
  },
  {
    author: who.tomas,
    hoursAfter: 160,
    content:
      'A week on. I told my wife, on the stairs of all places. She said, “I thought it was another woman, you’ve been so quiet,” and we both laughed until the neighbour knocked. I went on Sunday. I said the first line, and then I listened to the others. I kept my hands on the pew.',
  },
  {
    author: who.nana,
    hoursAfter: 162,
    replyTo: 17,
    content: 'We carried you. You weren’t heavy.',
  },
  {
    author: who.goat,
    hoursAfter: 170,
    replyTo: 17,
    content: 'Glad you told her. Glad I wasn’t too pushy.',
  },
  {
    author: who.tomas,
    hoursAfter: 172,
    replyTo: 19,
    content: 'You were exactly pushy enough.',
  },
]
