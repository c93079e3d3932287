import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { ApprovedStory } from '../types.ts'

export const mindsetStories: ApprovedStory[] = [
  {
    author: who.learning,
    category: 'mindset',
    title: 'panic at 9:25, meeting at 9:30',
    daysAgo: 46.5,
    status: 'approved',
    tags: ['anxiety', 'work', 'prayer'],
    content: paragraphs(
      'for two years i had the same five minutes every monday. the calendar thing pops up, my hands go cold, and i become convinced i’ve forgotten how to say my own name. in the meeting i’m fine. nobody has ever noticed. that almost made it worse because it meant nobody knew.',
      'i told god about it a lot. i think i was treating prayer like a fire extinguisher, grab it at 9:25, pull the pin. it didn’t put anything out.',
      'what changed was very small. i told one coworker. she said “oh, i go and count ceiling tiles in the stairwell”. so now we meet in the stairwell at 9:20 and count ceiling tiles. there are 44. sometimes i say one line of a psalm in my head per tile. i’m also talking with a counselor, which i put off for ages for no good reason.',
      'still get the cold hands. about half the mondays. but it’s two of us now and it turns out 44 is a calming number',
    ),
    replies: [
      {
        author: who.trains,
        hoursAfter: 5,
        content:
          'I throw up before court hearings and have done for nine years. You’re the second person I’ve told. The first was a train conductor.',
      },
      {
        author: who.learning,
        hoursAfter: 7,
        replyTo: 0,
        content: 'i’m honored to be on the list with the conductor',
      },
      {
        author: who.half,
        hoursAfter: 12,
        content:
          'The fire extinguisher line is exactly it. I only ever talk to God at 9:25 too, so to speak. Thinking about what 9:10 would look like.',
      },
      {
        author: who.oldDog,
        hoursAfter: 21,
        content:
          'Forty-four to a landing, is that the insurance building out by the airport? I used to deliver there.',
        report: {
          reporter: who.sparrow,
          reason:
            'He means well, but asking where somebody works doesn’t feel right in a place where we’re anonymous.',
        },
      },
      {
        author: who.gate,
        hoursAfter: 25,
        replyTo: 3,
        content:
          'Friend, let’s leave the building a mystery. People can say more here when nobody knows which stairwell.',
      },
      {
        author: who.oldDog,
        hoursAfter: 26,
        replyTo: 4,
        content: 'Quite right, question withdrawn. Nice tiles, wherever they are.',
      },
    ],
  },
  {
    author: who.sunrise,
    category: 'mindset',
    title: 'Two hundred and twelve',
    daysAgo: 101.8,
    status: 'approved',
    tags: ['sobriety', 'gratitude', 'patience'],
    content: paragraphs(
      'Today is 212 days. I want to tell you about day 1 and about day 140, because people mostly tell you about day 1.',
      'Day 1 my brother drove me and neither of us talked and he’d packed me a sandwich like I was going to school. That’s all I’ll say about day 1.',
      'Day 140 nothing happened. It was a Wednesday. I’d had the chips and the hugs and everyone had stopped asking. I was standing in the garage looking for a rake and it came over me like weather, no reason, nothing sad going on. I sat on a paint can and called a guy named Walt from my group. Walt is 81. He said “What are you sitting on?” I said a paint can. He said “What color?” And I had to get up and look. Barn red. By the time we’d talked about barns for twenty minutes it had gone by.',
      'I used to ask God to take the wanting away. Lately I ask Him to keep Walt alive and his phone charged.',
    ),
    replies: [
      {
        author: who.porch,
        hoursAfter: 2,
        content:
          'My boy is at day 61. I’m going to show him this, and the part about 140 most of all. Thank you.',
      },
      {
        author: who.sunrise,
        hoursAfter: 4,
        replyTo: 0,
        content: 'Tell him 62 from me. And tell him paint cans.',
      },
      {
        author: who.nana,
        hoursAfter: 10,
        content: 'Praying for you by number tonight, and for Mr. Walt and his telephone.',
      },
      {
        author: who.goat,
        hoursAfter: 33,
        content:
          'Eleven years here. The nothing days are the ones to watch, you’re right. Barn red is a good color.',
      },
      {
        author: who.sparrow,
        hoursAfter: 2250,
        content:
          'I came back to read this again after a hard week. How’s the count? And how’s Walt?',
      },
      {
        author: who.sunrise,
        hoursAfter: 2262,
        replyTo: 4,
        content: 'Three hundred and six. Walt got a new phone and hates it.',
      },
    ],
  },
  {
    author: who.jelly,
    category: 'mindset',
    title: 'I put my phone in the bread box',
    daysAgo: 58.9,
    status: 'approved',
    tags: ['rest', 'parenting'],
    content: paragraphs(
      'My middle one drew a picture of our family and I’m holding a little black rectangle. She even did the glow. Yellow crayon.',
      'So the phone goes in the bread box from supper until they’re down. First week I kept opening the bread box. My husband started putting notes in there. “Hello again.” “It’s just bread.” “Your mother is fine.” By the third week I’d mostly stopped.',
      'She drew us again on the weekend. I’m holding a spoon 🥄 and I could not be prouder.',
    ),
    replies: [
      {
        author: who.lemon,
        hoursAfter: 14,
        content: '“It’s just bread.” Please tell your husband that he has a reader in Durban.',
      },
    ],
  },
  {
    author: who.oldDog,
    category: 'mindset',
    title: 'A word about bad mornings, from a man who has had several',
    daysAgo: 24.3,
    status: 'approved',
    tags: ['gratitude', 'patience'],
    audioSeconds: 19,
    replies: [
      {
        author: who.thermos,
        hoursAfter: 33,
        content:
          'Played this in the van for the whole crew at 6 am. One of them said “play it again”.',
      },
      {
        author: who.oldDog,
        hoursAfter: 37,
        replyTo: 0,
        content: 'Well now I have to get out of bed tomorrow.',
      },
    ],
  },
  {
    author: who.shift,
    category: 'mindset',
    title: 'The list inside my locker door',
    daysAgo: 77.6,
    status: 'approved',
    tags: ['work', 'prayer', 'gratitude'],
    content:
      'I load trucks 3 to 11:30. Before I clock in I write three names on a strip of tape and stick it inside my locker door. Not big prayers. “Rosa, her knee.” “My cousin, court date.” “The new guy who looks lost.” When the strip falls off I take it the name’s been carried far enough and I put up another. Been doing it since last winter. The door is mostly tape.',
    replies: [],
  },
]
