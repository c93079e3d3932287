import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { ApprovedStory } from '../types.ts'

export const businessQuestions: ApprovedStory[] = [
  {
    author: who.flour,
    category: 'business_qa',
    title: 'How do you price something you’d gladly give away?',
    daysAgo: 52.6,
    status: 'approved',
    tags: ['small business', 'money'],
    content:
      'Flour has gone up again. I need to go from $7 to $8.50 a loaf, and every time I write the new sign I see the face of one particular customer, an older man who counts it out in quarters. I’ve had the sign in a drawer for three weeks. How have you all squared being generous with staying open?',
    replies: [
      {
        author: who.ledger,
        hoursAfter: 3,
        content:
          'Put the price where it needs to be, and then be generous on purpose, to particular people. Underpricing to everybody is generous mainly to people who didn’t need it.',
      },
      {
        author: who.pixel,
        hoursAfter: 8,
        content:
          'I’d worry about him feeling singled out, though. My grandpa would have stopped coming rather than be given a discount.',
      },
      {
        author: who.flour,
        hoursAfter: 10,
        replyTo: 1,
        content: 'Yes, that’s exactly the face.',
      },
      {
        author: who.nana,
        hoursAfter: 21,
        content:
          'Sell half loaves, honey. Some of us only eat a half loaf and are too proud to say so.',
      },
      {
        author: who.flour,
        hoursAfter: 22,
        replyTo: 3,
        content: 'Nana B., I could kiss you. Half loaves start this week. $4.25.',
      },
    ],
  },
  {
    author: who.pixel,
    category: 'business_qa',
    title: 'Saying no to a client who sits two pews behind me',
    daysAgo: 15.3,
    status: 'approved',
    tags: ['small business', 'church'],
    content:
      'She wants a fourth round of changes on a logo we agreed would have two, and she isn’t being mean about it, she’s just so excited. Every Sunday she catches me by the coffee with a new idea. I don’t want to charge a sister at church like a stranger. I also haven’t slept much. What would you say to her, word for word?',
    replies: [
      {
        author: who.gate,
        hoursAfter: 4,
        content:
          'Word for word: “I love how excited you are about this. The two rounds are done, so more changes would be $X each. Want me to send that over on Monday?” Then stop talking. The stopping is the hard part.',
      },
      {
        author: who.pixel,
        hoursAfter: 6,
        replyTo: 0,
        content: 'I’ve written it on my hand. Thank you.',
      },
      {
        author: who.trains,
        hoursAfter: 15,
        content:
          'And a small rule for the coffee: “Lovely, put it in an email?” It works on judges too.',
      },
    ],
  },
  {
    author: who.thermos,
    category: 'business_qa',
    title: 'Hiring my brother-in-law. Talk me into it or out of it?',
    daysAgo: 10.2,
    status: 'approved',
    tags: ['small business', 'work'],
    content: paragraphs(
      'Heating and air, four of us. My wife’s brother got out of the Army in the fall and needs work. He’s a good man and he’s never been on time in his life. My wife hasn’t asked me to do it, and that’s how I know she wants me to.',
      'A buddy sent me a form for a written agreement with family members: https://example.org/small-business-library/working-with-relatives/agreements-and-expectations/trial-period-and-notice-template-for-companies-with-fewer-than-ten-employees.html. Seems cold to hand that across a dinner table. Who’s done this and still gets invited to birthdays?',
    ),
    replies: [
      {
        author: who.goat,
        hoursAfter: 5,
        content:
          'Worked with my brother nineteen years. We wrote it down on one sheet, both signed it, and it hung in the milk house. It wasn’t cold. It meant we never had to argue about what we’d said.',
      },
      {
        author: who.mustard,
        hoursAfter: 12,
        content:
          'I’d talk to your wife before I talked to him. “You haven’t asked me” is a conversation all by itself.',
      },
      {
        author: who.thermos,
        hoursAfter: 14,
        replyTo: 1,
        content: 'Yeah. You’re not wrong. Going in.',
      },
    ],
    report: {
      reporter: who.jelly,
      reason:
        'The very long link goes to another site and I couldn’t tell whether it’s advertising. Probably fine, but would somebody check it?',
    },
  },
]
