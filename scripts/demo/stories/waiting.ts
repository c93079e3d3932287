import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { PendingStory } from '../types.ts'

/** Pending stories in the administrators' queue. */
export const waitingStories: PendingStory[] = [
  {
    author: who.kite,
    category: 'relationships',
    title: 'My dad said a whole sentence today',
    daysAgo: 0.13,
    status: 'pending',
    content:
      'Since the stroke he’s had about thirty words, and most of them are “no”. At breakfast he looked at my eggs and said, “Your mother would have burned those.” Seven words. I’ve been walking around the gym all day smiling at the treadmills.',
  },
  {
    author: who.wren,
    category: 'faith',
    title: 'The lady in the yellow hat',
    daysAgo: 0.41,
    status: 'pending',
    content: paragraphs(
      'Some of you told me it was all right to sit at the back. I’ve now been twice. This time I stayed through the last song.',
      'The lady’s name I’ll keep to myself, but the hat was green. She asked what I study, I said lichens, and she took me by the elbow straight out the side door to show me the north wall. It’s covered. She said she’d been wondering for thirty years who to ask.',
    ),
  },
  {
    author: who.mustard,
    category: 'mindset',
    title: 'First review at the new job',
    daysAgo: 0.8,
    status: 'pending',
    content:
      'My manager asked how the migration was going. There was a second when I felt “it’s fine” come up in my throat, just like April. I said, “It’s nine days behind and I should have told you last week.” She said okay and moved the date. That’s all that happened. I had to go and sit in the stairwell, and yes, I counted the ceiling tiles.',
  },
  {
    author: who.gravel,
    category: 'purpose',
    title: 'A voice note from the basement',
    daysAgo: 1.3,
    status: 'pending',
    audioSeconds: 16,
  },
  {
    author: who.snowdrop,
    category: 'faith_qa',
    title: 'Is there a prayer for a date on the calendar?',
    daysAgo: 1.7,
    status: 'pending',
    content:
      'The due date is coming up. I don’t want to make a ceremony of it and I don’t want to go to work and answer e-mails either. If you’ve had a day like that, what did you do with it?',
  },
  {
    author: who.thermos,
    category: 'business',
    title: 'Six-forty on a Monday, and he was there first',
    daysAgo: 2.4,
    status: 'pending',
    content: paragraphs(
      'Trial week for the brother-in-law. We wrote the one sheet, like somebody on here told me to. I bet myself five bucks that he’d be late.',
      'He was on the step at 6:40 with two coffees. He’d set three alarms and slept in his boots. I gave him the five bucks and didn’t tell him why.',
    ),
  },
  {
    author: who.pixel,
    category: 'business_qa',
    title: 'Do you tithe on money that comes in uneven?',
    daysAgo: 2.9,
    status: 'pending',
    content:
      'Some months I draw nine dogs and some months none. I’d like to give regularly, and I’ve never earned anything regularly. I’m not after a rule, I’d only like to hear how other self-employed people actually do it.',
  },
  {
    author: who.trains,
    category: 'purpose',
    title: 'I ate something and lay down, and then I wrote the letter',
    daysAgo: 3.6,
    status: 'pending',
    content:
      'Following up on my question about the smaller job. A week by the sea, a great deal of toast, and it turns out I was tired and also that I want it. I start in ten weeks. My mother has asked whether they provide a pension. They do, a small one.',
  },
  {
    author: who.unhurried,
    category: 'relationships_qa',
    title: 'How do you write to a grandchild you have never met?',
    daysAgo: 4.2,
    status: 'pending',
    content:
      'He is four and he lives eleven hours away by plane. On the video call he shows me his shoes and then he runs off. I would like to write him letters that he can keep. What did you love to get from your grandparents? Please do not say money.',
  },
]
