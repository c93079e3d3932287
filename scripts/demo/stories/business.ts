import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { ApprovedStory } from '../types.ts'

export const businessStories: ApprovedStory[] = [
  {
    author: who.flour,
    category: 'business',
    title: 'Four hundred loaves and one oven',
    daysAgo: 139.5,
    status: 'approved',
    tags: ['small business', 'patience', 'money'],
    content: paragraphs(
      'I started baking in my own kitchen after my divorce because I couldn’t sleep. Bread is a good thing to do at 4 am. It needs you, but not very much. After a while there was more bread than freezer, so I left it on neighbors’ steps, and after another while the neighbors started leaving money in the bag.',
      'My pastor’s wife asked if I could do the bread for the Saturday market table, “maybe forty loaves”. I said yes without asking what an oven can do. A home oven does four at a time. You can work out how my Friday went.',
      'Two years on, I rent the kitchen at the old elementary school from midnight to six. I have one deck oven with a door that only closes if you ask it nicely and one employee, who is nineteen and sings. Last month we did four hundred loaves in a week for the first time. After flour, rent, gas, her wages and the market fees I kept what I’d have made stocking shelves. I checked it twice. I was so happy that I had to go and stand in the walk-in.',
      'I used to be suspicious of people who said God was in their business. It sounded like a way of not being questioned. I’d only say this. Every Friday there’s a minute when the first loaves come out and crackle as they cool, and the girl stops singing to listen. In that minute I say thank you and I don’t want anything else.',
      'The door on that oven really is going to go, though.',
    ),
    replies: [
      {
        author: who.ledger,
        hoursAfter: 5,
        content:
          'From an old bookkeeper: paying her wages before your own and still coming out even is no small thing. Start a jar for the oven door.',
      },
      {
        author: who.flour,
        hoursAfter: 20,
        replyTo: 0,
        content: 'The jar exists. It’s labelled DOOR and it currently holds $61 and a button.',
      },
      {
        author: who.luz,
        hoursAfter: 26,
        content:
          'Mija, the bread talks when it cools. My mother said it is giving thanks. I can smell it from here.',
      },
      {
        author: who.longway,
        hoursAfter: 340,
        content:
          'I’m on the 4 am schedule myself since my own divorce, minus the bread. It helps to know somebody came out of that kitchen.',
      },
    ],
  },
  {
    author: who.pixel,
    category: 'business',
    title: 'My first sale was to my aunt. The second one wasn’t.',
    daysAgo: 66.4,
    status: 'approved',
    tags: ['small business', 'gratitude'],
    content: paragraphs(
      'I draw pet portraits. In pencil, from photos. In my first four months I sold one, to my aunt, who has a cat that looks like a worried potato.',
      'Then a man I’d never met ordered one of a beagle. He wrote a whole page about her. She’d died in the spring, and she used to carry one sock around the house, never chewed it, just carried it. He asked if I could put the sock in.',
      'I’ve never worked so hard on a sock. I prayed over it, which I felt silly about, and then didn’t. He sent me a picture of it on his wall with the actual sock on the shelf underneath. It was forty dollars. I’d have done it for the page he wrote.',
    ),
    replies: [
      {
        author: who.river,
        hoursAfter: 13,
        content: 'He’ll look at that sock for years. You did him a real kindness.',
      },
      {
        author: who.jelly,
        hoursAfter: 18,
        content: 'I would like to hear much more about the worried potato.',
      },
    ],
  },
  {
    author: who.mustard,
    category: 'business',
    title: 'We shut the company down on a Thursday',
    daysAgo: 88.7,
    status: 'approved',
    tags: ['small business', 'forgiveness', 'money', 'friendship'],
    content: paragraphs(
      'Three years, eleven people at the most, and a scheduling app for dental offices that dental offices did not want. We had enough in the bank to pay everybody through the end of the month and not one day more. I know because I was the one who’d been looking at it at night and telling people it was fine.',
      'I’d told my small group, my parents and a room of investors that God had opened this door. When it closed I didn’t know what to do with that sentence. I still don’t, completely. I think I’d used Him as a reference.',
      'My co-founder and I stopped speaking over the last laptop. It was worth maybe $300. Last week I drove to his place and said, “I told you we were fine in April and I knew we weren’t.” He said, “I knew you knew.” Then he asked if I wanted to see the baby. He’d had a baby. I didn’t know he’d had a baby.',
      'I start a regular job on the first. I’d like to be a person who tells the truth in April.',
    ),
    replies: [
      {
        author: who.ledger,
        hoursAfter: 9,
        content:
          '“I’d used Him as a reference.” I have sat on a good many committees that needed to hear that sentence.',
      },
      {
        author: who.porch,
        hoursAfter: 15,
        content: 'Driving over there was the hard part. I’m glad you got to see the baby.',
      },
      {
        author: who.oldDog,
        hoursAfter: 22,
        content: 'Who ended up with the laptop?',
      },
      {
        author: who.mustard,
        hoursAfter: 24,
        replyTo: 2,
        content: 'The baby is drooling on it as we speak.',
      },
    ],
  },
  {
    author: who.harmattan,
    category: 'business',
    title: 'Passed, on the third try',
    daysAgo: 30.2,
    status: 'approved',
    tags: ['new country', 'work', 'patience', 'gratitude'],
    content: paragraphs(
      'In Enugu I was a pharmacist for nine years and I managed a shop with six staff. Here I stood at a till and said “Did you find everything all right today?” while the licence board decided whether my university existed.',
      'First try at the exam, I failed by four points. Second try, by one. One point! I did not cry until I was in the bus shelter, and there a woman with a shopping trolley sat down beside me and said nothing and gave me half of a peppermint. I do not know how one gives half of a peppermint but she did.',
      'The third time, my church sisters took my children for eleven Saturdays. Eleven! They made a list on the fridge like a duty roster. I studied in the Sunday school room with the small chairs, my knees up to my ears, under a poster of Noah.',
      'On Thursday the letter came. I made my husband open it. He read it and he could not speak and so I thought it was a no, and then he turned it round. My white coat from Enugu still fits if I do not button it.',
    ),
    replies: [
      {
        author: who.sparrow,
        hoursAfter: 1,
        content:
          'CONGRATULATIONS. From one floor to another: we need you. I’m crying at the nurses’ station and they’re asking me why.',
      },
      {
        author: who.luz,
        hoursAfter: 4,
        content: '¡Felicidades, hija! One point, ay. And then all of the points.',
      },
      {
        author: who.gravel,
        hoursAfter: 6,
        content: 'Don’t button it. Wear it open, so people see the shirt you earned it in.',
      },
      {
        author: who.harmattan,
        hoursAfter: 12,
        replyTo: 2,
        content: 'I have read this aloud to my husband twice. Thank you. I will wear it open.',
      },
      {
        author: who.unhurried,
        hoursAfter: 19,
        content:
          'My own daughter is taking her nursing exam abroad this year. May I send her your story?',
      },
      {
        author: who.harmattan,
        hoursAfter: 23,
        replyTo: 4,
        content: 'Please, yes. And tell her to practise on small chairs.',
      },
      {
        author: who.kite,
        hoursAfter: 50,
        content:
          'The eleven Saturdays. I want to be the kind of person who gets put on a fridge list.',
      },
    ],
  },
  {
    author: who.ledger,
    category: 'business',
    title: 'A church of sixty, a dead boiler and the line called Missions',
    daysAgo: 109.3,
    status: 'approved',
    tags: ['church', 'money', 'patience'],
    content: paragraphs(
      'I was treasurer of a small church for fourteen years. Our yearly budget would not buy a decent car. The winter the boiler quit, it came down to this: there were $7,400 in the account marked Missions, which we’d been saving for a well project, and it was 48 degrees in the sanctuary.',
      'The meeting went three hours. It was not a holy meeting. A man I’ve known since grade school said that people who needed heat could try singing louder. Somebody’s wife said the well had waited four years and would keep. I had a spreadsheet and nobody looked at it.',
      'In the end a girl of about fourteen, there because her mother couldn’t get a sitter for the little ones, asked why we couldn’t meet in the fellowship hall until spring. It has its own furnace. It had always had its own furnace. Sixty grown people had spent three hours on a problem that a teenager solved with her coat on.',
      'We met under the basketball hoop until April. The well went in that summer. I have the photograph in my office, and beside it I keep the minutes of the meeting, for humility.',
    ),
    replies: [
      {
        author: who.flour,
        hoursAfter: 7,
        content: 'I hope she’s on the finance committee now.',
      },
      {
        author: who.ledger,
        hoursAfter: 11,
        replyTo: 0,
        content: 'She is a civil engineer. She designs, I’m not joking, heating systems.',
      },
    ],
  },
  {
    author: who.salt,
    category: 'business',
    title: 'Closing out the till',
    daysAgo: 8.1,
    status: 'approved',
    tags: ['work', 'gratitude'],
    audioSeconds: 11,
    replies: [],
  },
]
