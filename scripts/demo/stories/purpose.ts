import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { ApprovedStory } from '../types.ts'

export const purposeStories: ApprovedStory[] = [
  {
    author: who.gravel,
    category: 'purpose',
    title: 'Laid off at 52, and the library that lends out drills',
    daysAgo: 61.3,
    status: 'approved',
    tags: ['job search', 'work', 'patience'],
    content: paragraphs(
      'Twenty-six years at the same plant and it took eleven minutes. I timed it, because I was looking at the clock over the HR lady’s shoulder the whole time so I wouldn’t have to look at her.',
      'For the first month I got up at 5:10 like always and sat in the kitchen in my work boots. I sent out applications. I didn’t tell my wife how many, because the number was embarrassing, and I didn’t tell her how many answers, because that number was two.',
      'Our town has a tool library in the basement of the old post office. You borrow a drill like you’d borrow a book. I went to borrow a belt sander and the man at the counter was trying to fix one with a butter knife. I asked if I could look at it. I was there until they closed. I’ve been there three days a week since. Nobody pays me. I repair what comes back broken and I show people which end to hold.',
      'I have a job now, I should say. It started nine weeks ago, it pays less than the old one, and it’s fine. But I still go to the basement on Saturdays. I used to think God gave me that plant to be my purpose. I think now He gave me hands, and the plant was just where I was keeping them.',
    ),
    replies: [
      {
        author: who.ruth,
        hoursAfter: 3,
        content:
          'The boots in the kitchen got me. Thank you for writing this down. Does your wife know the numbers now?',
      },
      {
        author: who.gravel,
        hoursAfter: 9,
        replyTo: 0,
        content:
          'She does. She’d guessed higher on the first and lower on the second, so I came out ahead.',
      },
      {
        author: who.learning,
        hoursAfter: 14,
        content:
          'laughed at the butter knife. my dad is in month three of the two-answers stage and won’t talk about it. sending him this',
      },
      {
        author: who.gravel,
        hoursAfter: 22,
        replyTo: 2,
        content:
          'Month three was the worst one for me. Tell him any basement will do, as long as somebody in it needs a thing fixed.',
      },
      {
        author: who.oldDog,
        hoursAfter: 30,
        content:
          'Retired out of a truck cab after 38 years and did the same kitchen sitting. My dog got very fit. I like what you say about hands.',
      },
    ],
  },
  {
    author: who.sparrow,
    category: 'purpose',
    title: 'The night shift is a congregation of its own',
    daysAgo: 148.4,
    status: 'approved',
    tags: ['work', 'prayer'],
    content: paragraphs(
      'I work nights on a medical floor. There’s a janitor, two aides, me, the man who restocks the carts, and whoever can’t sleep. Around 3:30 it gets so still that you can hear the ice machine drop.',
      'I stopped going to church on Sunday mornings because by then I’ve been up for twenty hours. I felt guilty about that for about a year. Then one night Mr. A in bed 12 asked if I’d say the Our Father with him because his wife always did. The janitor leaned on his mop in the doorway and said it too, in Polish. So did I, under my breath, because that’s how my grandmother taught me.',
      'We do it most nights now, whoever is around. It takes less than a minute. I do get to a Sunday service when the roster allows, but I don’t call the other thing second best any more.',
    ),
    replies: [
      {
        author: who.nana,
        hoursAfter: 6,
        content:
          'My sister passed on a floor like yours and there was a nurse who hummed. I never got her name. I am going to believe it was somebody like you.',
      },
      {
        author: who.sparrow,
        hoursAfter: 15,
        replyTo: 0,
        content:
          'I’m so sorry about your sister. We do remember people. I could tell you about patients from ten years ago.',
      },
      {
        author: who.ledger,
        hoursAfter: 29,
        content:
          'Where two or three are gathered, and one of them has a mop. I read this to our Wednesday group.',
      },
    ],
  },
  {
    author: who.lemon,
    category: 'purpose',
    title: 'What I say to my class before the first bell',
    daysAgo: 95.2,
    status: 'approved',
    tags: ['calling', 'gratitude'],
    audioSeconds: 14,
    replies: [],
  },
  {
    author: who.unhurried,
    category: 'purpose',
    title: 'Retirement did not come with instructions',
    daysAgo: 34.7,
    status: 'approved',
    tags: ['calling', 'rest', 'patience'],
    content: paragraphs(
      'When I stopped teaching, my former pupils gave me a party and a very large clock. I do not know why one gives a clock to a person who no longer has to be anywhere.',
      'For some months I was busy being useful. I joined four committees. My daughter said, “Mama, you are marking homework again, only now it belongs to adults.” She was right and I was cross with her for two days.',
      'So I left three of the committees. In the mornings I water the plants and I learn one line of a psalm by heart, slowly, as the small ones used to learn their tables. I am at Psalm 27. It has taken since the rains. I find that I hurry less even when I am late.',
    ),
    replies: [
      {
        author: who.kite,
        hoursAfter: 8,
        content: 'Which committee did you keep?',
      },
      {
        author: who.unhurried,
        hoursAfter: 17,
        replyTo: 0,
        content: 'The one with the best cake.',
      },
      {
        author: who.goat,
        hoursAfter: 26,
        content:
          'One line at a time is about my speed too. I tape it to the tractor. Currently stuck on the same verse since haying.',
      },
    ],
  },
  {
    author: who.goat,
    category: 'purpose',
    title: 'The day we sold the herd',
    daysAgo: 118.6,
    status: 'approved',
    tags: ['work', 'grief', 'money'],
    content: paragraphs(
      'My grandfather milked on this hill and my dad did and then I did, until a year ago this spring. The numbers had been wrong for six years. I knew it in the second year and prayed around it for the other four, mostly by asking for a better milk price.',
      'The trucks came at first light. My neighbor Ole, who has not said ten words in a row to me in my life, showed up with coffee and stood there the whole morning. When the last gate closed he said, “Well,” and put his hand on the back of my neck for a second, and went home to do his own chores.',
      'I’ve got goats now, a few, and I drive the school bus. The kids on my route call me Mr. Goat. What I miss is the breath of the cows in winter, the whole barn warm with it. I don’t have a lesson from this. I wanted to tell somebody who wouldn’t try to fix it.',
    ),
    replies: [
      {
        author: who.porch,
        hoursAfter: 5,
        content: 'Not fixing it. Just standing here with coffee.',
      },
      {
        author: who.luz,
        hoursAfter: 19,
        content:
          'My father sold his animals too, in Chihuahua, and he never said one word about it. Thank you for saying the words.',
      },
    ],
  },
]
