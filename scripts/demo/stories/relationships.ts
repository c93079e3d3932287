import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { ApprovedStory } from '../types.ts'

export const relationshipsStories: ApprovedStory[] = [
  {
    author: who.porch,
    category: 'relationships',
    title: 'He came up the drive on a Tuesday',
    daysAgo: 106.1,
    status: 'approved',
    tags: ['forgiveness', 'parenting', 'prayer', 'sobriety'],
    content: paragraphs(
      'Our son was gone four years. I knew roughly where, most of the time. Twice I drove past the place and didn’t stop. He took his mother’s ring when he went, and the last thing I said to him was about the ring.',
      'I left the porch light on. People say that as a figure of speech. I mean I changed the bulb. I went through seven bulbs and I can tell you the months.',
      'I’d always heard Luke 15 as the boy’s story. In the third year I started hearing the other part. “But when he was yet a great way off, his father saw him, and had compassion, and ran, and fell on his neck, and kissed him.” (Luke 15:20, KJV) You only see a man a great way off if you’ve been looking down the road. And I wondered whether I’d run. I’m proud. I’d worked out a speech, with headings.',
      'It was a Tuesday, about supper time. I saw somebody at the mailbox and I knew the shoulders. I’m 63 and I’ve got a bad hip and I ran. I got as far as the birdbath and I couldn’t say any of the speech. He said, “Dad, I don’t have the ring.” I said, “What ring.”',
      'That was eight weeks ago. It’s not easy in the house. He sleeps a lot, his mother counts the spoons and hates that she counts them, and he goes to his meetings in my truck. But I turned the porch light off last night and went up to bed, and I want you to know what that was like.',
    ),
    replies: [
      {
        author: who.nana,
        hoursAfter: 1,
        content: '“What ring.” Lord have mercy. I had to put the tablet down.',
      },
      {
        author: who.sunrise,
        hoursAfter: 3,
        content:
          'From somebody who came up a drive: he sees the spoons. He doesn’t hold it against her. Let her count until she’s done.',
      },
      {
        author: who.porch,
        hoursAfter: 6,
        replyTo: 1,
        content:
          'I read that to her. She said to tell you thank you, and she’s down to counting once a day.',
      },
      {
        author: who.longway,
        hoursAfter: 9,
        content:
          'I’m the daughter in a story where nobody ran. I’m glad it happens. I mean that, it just took me a minute to write it.',
      },
      {
        author: who.porch,
        hoursAfter: 12,
        replyTo: 3,
        content: 'Then I’m sorry he didn’t run. You were worth running for.',
      },
      {
        author: who.jelly,
        hoursAfter: 20,
        content:
          'Can I ask about the older brother? Is there one? I’m the older sister in ours and I never know what to do with that part of the parable.',
      },
      {
        author: who.porch,
        hoursAfter: 29,
        replyTo: 5,
        content:
          'There is a sister. She stayed, and drove us to everything. I took her to lunch on Friday and said that out loud, late. She ordered the steak.',
      },
    ],
  },
  {
    author: who.river,
    category: 'relationships',
    title: 'Two cups',
    daysAgo: 131.4,
    status: 'approved',
    tags: ['grief', 'marriage', 'patience'],
    content: paragraphs(
      'Ellen died in the fall, after forty-one years. I’m writing about the cups because I don’t know how to write about Ellen.',
      'Every morning I’d make the coffee and carry hers up to her. Hers is blue with a chip on the far side. After the funeral I went on taking down both. I’d have them on the counter before I knew it. For some weeks I put hers back. Then one morning I was tired of putting it back, so I filled it and set it across from me, and I drank mine, and then I drank hers. It was cold by then. She always let it go cold too.',
      'My son is worried that I’m doing this. He’s a good man and he looked it up. But I’ve noticed that over her cup I say the things that I can’t say anywhere else, and some of them are said to her and some to God, and I’m not always careful about which. I don’t believe either of them minds.',
      'Yesterday I took down one cup. I didn’t decide to. I noticed it when I sat down, and I went back and got the other.',
    ),
    replies: [
      {
        author: who.ruth,
        hoursAfter: 2,
        content: 'Thank you for the cups. I’d like to hear about Ellen whenever you do know how.',
      },
      {
        author: who.river,
        hoursAfter: 11,
        replyTo: 0,
        content:
          'She laughed at her own jokes before she got to the end of them. So I know the beginnings of a great many jokes.',
      },
      {
        author: who.goat,
        hoursAfter: 14,
        content: 'It might be time to pack the cup away, for your son’s sake if not yours.',
        deleted: true,
      },
      {
        author: who.nana,
        hoursAfter: 16,
        content:
          'With respect to your son, leave the cups be. I set a place for my Clarence for two years and I came out the other end all right. It stops when it stops.',
      },
      {
        author: who.luz,
        hoursAfter: 24,
        content:
          'My husband’s hat is on its nail eleven years. I say good morning to it. I am not crazy, ask anyone.',
      },
      {
        author: who.river,
        hoursAfter: 34,
        replyTo: 4,
        content: 'Good morning to the hat from Minnesota.',
      },
    ],
  },
  {
    author: who.longway,
    category: 'relationships',
    title: 'Forgiving my father in instalments',
    daysAgo: 81.5,
    status: 'approved',
    tags: ['forgiveness', 'patience', 'prayer'],
    content: paragraphs(
      'I’ve been told to forgive my father in four different churches. They all made it sound like signing something.',
      'He wasn’t a monster. He drank and he was cruel at dinner, and he could be so funny that you’d forget, and then he’d be cruel again. He’s 77 now, in a home, and he has stopped drinking because nobody brings him any. He doesn’t remember most of it. I remember it very well, for both of us.',
      'So I’ve been doing it in pieces. I forgave the school play first. That took about a month. I forgave the thing with the bicycle. I tried the wedding toast and couldn’t, so I put it back. I have a list, and I don’t tell him. I visit on Thursdays and cut his nails. I don’t think I’d be safe doing it faster. Some of the list I may hand over to God undone, and I hope He takes partial payments.',
      'Last Thursday he looked at his hands and said, “You’re gentle. Who taught you that?” I said I’d picked it up.',
    ),
    replies: [
      {
        author: who.ruth,
        hoursAfter: 5,
        content:
          'I have preached on forgiveness more times than I can count, and I never said it half so honestly. You don’t owe anyone a faster pace.',
      },
      {
        author: who.sunrise,
        hoursAfter: 8,
        content:
          'I’m on somebody’s list like that. I won’t ever know which items she’s crossed off. Thank you for telling me what it looks like from there.',
      },
      {
        author: who.longway,
        hoursAfter: 14,
        replyTo: 1,
        content:
          'I had not thought about there being somebody on the other end who’d want to know.',
      },
      {
        author: who.ledger,
        hoursAfter: 31,
        content:
          'Forty years in accounts: partial payments are recorded, and they count. The balance is not always collected.',
      },
    ],
  },
  {
    author: who.snowdrop,
    category: 'relationships',
    title: 'Her name was going to be Hazel',
    daysAgo: 43.3,
    status: 'approved',
    tags: ['grief', 'marriage'],
    content: paragraphs(
      'I was fourteen weeks when we lost her, and that’s four months ago now. We’d told our parents and nobody else, so afterwards there was hardly anyone who knew that there was something to be sorry about.',
      'I went back to work on the Monday. I answered e-mails. A woman asked if I’d had a nice long weekend and I said yes, and then I stood in the supply room with my forehead against the paper boxes.',
      'My husband doesn’t talk much. He’s a surveyor, he measures things. About a month later I came home and he’d dug a hole by the back fence, very square, and there was a witch hazel next to it in a pot. He said, “I didn’t know where to put it.” I knew he didn’t mean the tree. We planted it together, in the rain. He said her name. I hadn’t heard him say it until then.',
      'I’m not ready to be told anything about God’s plan. I do think He was in the yard.',
    ),
    replies: [
      {
        author: who.lemon,
        hoursAfter: 2,
        content: 'Hazel. I’ve said her name out loud here too, in my kitchen.',
      },
      {
        author: who.sparrow,
        hoursAfter: 6,
        content:
          'I’m so sorry. She was here and she was yours. If the supply room happens again, it’s allowed to.',
      },
      {
        author: who.porch,
        hoursAfter: 11,
        content:
          'We lost one before our daughter, thirty-five years ago. My wife and I still say the name on the day. I’m not telling you how long it lasts, only that you get to keep her.',
      },
      {
        author: who.snowdrop,
        hoursAfter: 27,
        replyTo: 2,
        content: 'I needed to know that I get to keep her. Thank you. What was the name?',
      },
      {
        author: who.porch,
        hoursAfter: 29,
        replyTo: 3,
        content: 'Joseph.',
      },
    ],
  },
  {
    author: who.trains,
    category: 'relationships',
    title: 'We hadn’t spoken since her wedding',
    daysAgo: 21.6,
    status: 'approved',
    tags: ['friendship', 'forgiveness'],
    content: paragraphs(
      'My oldest friend didn’t ask me to be a bridesmaid and I behaved like a child about it. I went, I smiled, I left before the cake, and I let six years go by. I’d composed the apology so many times on the 6:52 that it had footnotes.',
      'In the end I sent one line. “I was jealous and I was horrid and I miss you.” I pressed send at Clapham Junction and put the phone in my bag as if it were hot.',
      'She rang before Waterloo. I don’t know what I expected. She said, “I kept you a slice. It’s been in the freezer for six years. It’s disgusting. When are you coming?”',
    ),
    replies: [
      {
        author: who.pixel,
        hoursAfter: 6,
        content: 'Did you eat the cake?',
      },
      {
        author: who.trains,
        hoursAfter: 10,
        replyTo: 0,
        content: 'We each had one forkful, standing up, and then we ordered a curry.',
      },
    ],
  },
  {
    author: who.half,
    category: 'relationships',
    title: 'The dishwasher treaty',
    daysAgo: 17.2,
    status: 'approved',
    tags: ['marriage', 'patience'],
    content: paragraphs(
      'Ten months married. We have prayed together about his job, my mother and the future. We had our first real fight about which way the forks go.',
      'He builds websites, so he left a note on the machine that said <b>FORKS DOWN</b> with the little brackets and everything. I thought it meant he was shouting in code. He thought it was a joke and that I’d laugh. I went and sat in the car. He came and sat in the other seat and neither of us started it.',
      'What came out in the car was that his parents never fought and mine never stopped, so he thinks a fight is the end of the world and I think it’s the weather. We’d been engaged for a year and hadn’t found that out. Forks go down now, and knives are up for discussion. The note’s still there. I’ve grown fond of it.',
    ),
    replies: [
      {
        author: who.jelly,
        hoursAfter: 5,
        content:
          'Fourteen years in: we sit in the car too. The kids think we’re discussing the oil.',
      },
      {
        author: who.learning,
        hoursAfter: 9,
        content: 'as a developer i regret to say that i’d have laughed. sorry. forks up though',
      },
    ],
  },
  {
    author: who.nana,
    category: 'relationships',
    title: 'To my granddaughter’s new husband',
    daysAgo: 6.5,
    status: 'approved',
    tags: ['marriage', 'gratitude'],
    audioSeconds: 23,
    replies: [
      {
        author: who.half,
        hoursAfter: 4,
        content:
          'I’ve played this for mine. He has written “warm her side first” on the kitchen board.',
      },
    ],
  },
]
