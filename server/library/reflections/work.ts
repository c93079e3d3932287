// Daily Reflections about work, paid or not, and about being without it.
import type { LibraryReflection } from '../types.ts'

export const workReflections: LibraryReflection[] = [
  {
    key: 'a-day-of-small-things',
    title: 'A Day of Small Things',
    paragraphs: [
      'When the exiles laid the foundation of a new temple, the old people who remembered the first one wept aloud. The prophet Zechariah looked at the same building site and asked who would think little of such a day.',
      'Beginnings are seldom impressive. They are always being held up against something finished.',
    ],
    question: 'What have you begun that still looks too small to mention?',
    verse: {
      reference: 'Zechariah 4:10',
      text: 'who despises the day of small things?',
    },
    practice:
      'Give that thing five minutes today. Then write down what now exists that did not exist before.',
  },
  {
    key: 'one-handful',
    title: 'One Handful',
    paragraphs: [
      'Two full hands cannot open a door or wave to anyone. Ecclesiastes, who had tried nearly everything, recommends one handful and some quiet to go with it.',
      'How much is enough is seldom decided. It is added to, by other people and by fear, until one day the arms ache.',
    ],
    question: 'What would “enough” look like for you, if you described it instead of counting it?',
    verse: {
      reference: 'Ecclesiastes 4:6',
      text: 'Better is a handful, with quietness, than two handfuls with labor and chasing after wind.',
    },
    practice:
      'Fill one hand with something, such as rice, keys or pebbles, and leave the other open. Hold still for a minute and think about the open one.',
  },
  {
    key: 'too-heavy-for-one',
    title: 'Too Heavy for One',
    paragraphs: [
      'Moses sat from morning to evening with a line of people in front of him, and it took a visitor to say that this was not good. The visitor did not call him disorganized. He said that the thing was too heavy.',
      'Moses was able, too. Being able to do something and having to do it alone are different matters.',
    ],
    question: 'Which part of your load would be lighter if even one other person knew about it?',
    verse: {
      reference: 'Exodus 18:18',
      text: 'the thing is too heavy for you. You are not able to perform it yourself alone.',
    },
    practice:
      'List what you hold up in a week. Mark what only you can do, and put a dot next to one thing that might be shared.',
  },
  {
    key: 'growing-while-you-sleep',
    title: 'Growing While You Sleep',
    paragraphs: [
      'In a short parable of Jesus, a man scatters seed on the ground and goes to bed. Days go by. He has no idea how it grows, and the story does not think less of him for that.',
      'There is work that is ours, and then there is a long stretch in which the best we can do for it is leave it be.',
    ],
    question: 'What have you planted that now needs your patience more than your effort?',
    verse: {
      reference: 'Mark 4:27',
      text: 'the seed should spring up and grow, though he doesn’t know how',
    },
    practice:
      'Choose one thing you keep checking, an inbox, a number, a reply, and leave it unchecked until your next meal.',
  },
  {
    key: 'without-the-title',
    title: 'What Is Left Without the Title',
    paragraphs: [
      'The second question at a party is what you do. People between jobs dread it, and so do some who are retired, or ill, or at home with small children. Others have a fine answer and suspect that it answers too much.',
      'A title is a coat. There is a person inside it who was there before and will be there after.',
    ],
    question: 'How would you introduce yourself if work could not be mentioned?',
    practice:
      'Write that introduction in two sentences. Read it aloud once, as though you were pleased to meet you.',
  },
  {
    key: 'honest-weights',
    title: 'Honest Weights',
    paragraphs: [
      'Merchants in the ancient world weighed with stones, and a stone could be filed down by an amount no customer would see. Proverbs, a book about wisdom, takes an interest in those few grams.',
      'Most work has its scales: an hour, a seam, the word “finished.” There is a quiet pleasure in a thing that weighs what it says.',
    ],
    question: 'Where in your work do you enjoy being exact, even when no one checks?',
    verse: {
      reference: 'Proverbs 11:1',
      text: 'accurate weights are his delight',
    },
    practice:
      'Pick one small thing and do it to the very end today: the last button, the last line, the wiped edge.',
  },
  {
    key: 'a-night-with-empty-nets',
    title: 'A Night with Empty Nets',
    paragraphs: [
      'Simon had been out all night, and the nets had come up empty. His report of it must be one of the most tired lines in the Gospels, and he gave it to Jesus’ face.',
      'What came next in his story does not come next in everyone’s. But the honest report came first, and it was not held against him.',
    ],
    question: 'How would your own report sound, given without excuse and without shame?',
    verse: {
      reference: 'Luke 5:5',
      text: 'Master, we worked all night, and took nothing',
    },
    practice:
      'Say it aloud in one sentence: how long you have worked at it, and what there is to show. Then hold your hands in warm water and let them rest.',
  },
  {
    key: 'the-knock-at-the-door',
    title: 'The Knock at the Door',
    paragraphs: [
      'The day has a plan until someone knocks. Read the Gospels with this in mind and it is surprising how much happens on the way to something else: a hem is touched, a roof opens, children are brought over.',
      'Not every interruption is a gift, and some doors need shutting. Still, one may ask afterward which was the work and which was the interruption.',
    ],
    question: 'Which interruption turned out to matter more than what it interrupted?',
    practice: 'Find five minutes of today that have no task in them, and see what comes knocking.',
  },
  {
    key: 'who-planted-who-watered',
    title: 'Who Planted, Who Watered',
    paragraphs: [
      'Look at anything you have done well and there are fingerprints on it besides your own: a teacher who stayed after class, someone who cooked, a stranger who wrote the manual.',
      'When people in Corinth quarreled over whose credit it all was, Paul answered with a garden. One plants, another waters, and neither of them can make a leaf.',
    ],
    question: 'Whose unseen work lies underneath something you are proud of?',
    verse: {
      reference: '1 Corinthians 3:6',
      text: 'I planted. Apollos watered. But God gave the increase.',
    },
    practice:
      'Write the credits for something you did, as at the end of a film, with at least four names or roles.',
  },
  {
    key: 'waiting-for-better-wind',
    title: 'Waiting for Better Wind',
    paragraphs: [
      'The wind is never quite right for sowing. It is too strong, or from the wrong side, or about to turn. A careful farmer can watch the sky so well that the field stays bare.',
      'Caution has its seasons, and fear likes to borrow its coat. It takes some listening to tell which of them is speaking.',
    ],
    question: 'What would you start if you no longer waited to feel ready?',
    verse: {
      reference: 'Ecclesiastes 11:4',
      text: 'He who observes the wind won’t sow; and he who regards the clouds won’t reap.',
    },
    practice:
      'Do the first two minutes of it today, badly: one sentence, one address looked up, one drawer cleared.',
  },
  {
    key: 'no-time-to-eat',
    title: 'No Time to Eat',
    paragraphs: [
      'The disciples came back full of what they had done, and there was such coming and going around them that they could not sit down to a meal. Jesus did not suggest a better schedule. He wanted them to come away and rest.',
      'As it happened, the crowd got there first, and the rest was short. The invitation was meant all the same.',
    ],
    question: 'What tends to get to your rest before you do?',
    verse: {
      reference: 'Mark 6:31',
      text: 'You come apart into a deserted place, and rest awhile.',
    },
    practice:
      'Choose a spot nearby, a stairwell, a parked car, a bench, and be there for five minutes without doing anything useful.',
  },
  {
    key: 'days-without-a-timetable',
    title: 'Days Without a Timetable',
    paragraphs: [
      'When work falls away, through a layoff, an illness or a last day, more goes than the pay. The alarm goes, and the walk from the bus, and the person who said good morning. A week can turn into one long afternoon.',
      'Looking for work is work, and so is getting well. Both deserve a start, a break and an end.',
    ],
    question: 'What gives your day something to hold on to when nothing outside demands it?',
    practice:
      'Pick one hour of tomorrow and decide what belongs in it. Write it down as though it were an appointment with someone you respect.',
  },
  {
    key: 'a-beginner-again',
    title: 'A Beginner Again',
    paragraphs: [
      'A grown person learning to swim, or to read music, or to use the new system, meets a feeling last known in second grade. Everybody else appears to know. The hands will not do what the head has understood.',
      'There is some freedom in it, too. Beginners may ask anything, and they see the strangeness of what others no longer see at all.',
    ],
    question: 'What do you notice as a beginner that you would miss as an expert?',
    practice:
      'Use your other hand for one ordinary task today, and be as patient with it as with a child who is learning.',
  },
  {
    key: 'leaving-it-unfinished',
    title: 'Leaving It Unfinished',
    paragraphs: [
      'Every house has its drawer, its draft, its half-sanded chair. Hardly anyone reaches the end of their work in one lifetime, let alone in one day; great builders have died with the scaffolding still up.',
      'To stop for the night is to admit that the work is larger than we are. That can be a grief. It can be a relief as well.',
    ],
    question: 'What might you leave undone today with a clear conscience?',
    practice:
      'At the end of the day, touch or name one thing that is not done and say, “This will keep.” Then close the door, the lid or the file.',
  },
  {
    key: 'the-dishes-again',
    title: 'The Dishes, Again',
    paragraphs: [
      'Certain work never stays done. The plates are dirty again by evening, and whoever is cared for, a baby or an aging parent, will need all of it once more tomorrow. There is no prize for the nine hundredth time.',
      'Yet if it stopped, everyone would know by the weekend. Much of the world is held up by hands in warm water.',
    ],
    question: 'What do you do over and over that somebody’s life quietly rests on?',
    practice:
      'Do one repeating chore at half speed today, with your full attention, as though it were the only one.',
  },
  {
    key: 'wisdom-in-the-hands',
    title: 'Wisdom in the Hands',
    paragraphs: [
      'When the tent for worship is made, Exodus stops to admire the engravers, weavers and embroiderers, down to the colors of the thread. It calls what they have wisdom.',
      'We are used to keeping that word for people who talk. But there is a kind that lives in the hands: in someone who can hear a loose bearing, calm a horse, or fold a fitted sheet.',
    ],
    question: 'What do your hands know that you would find hard to explain?',
    verse: {
      reference: 'Exodus 35:35',
      text: 'He has filled them with wisdom of heart to work all kinds of workmanship',
    },
    practice:
      'Do that thing for a few minutes, or go through its motions in the air, and give thanks for whoever taught you.',
  },
  {
    key: 'across-the-counter',
    title: 'Across the Counter',
    paragraphs: [
      'From one side of the counter it is a case number, an order, a ticket. From the other it is someone who slept badly, drove around for parking, and practiced what to say. In the course of a week most of us stand on both sides.',
      'For a moment the two look at each other. What happens then is in no job description, and it can be remembered for years.',
    ],
    question:
      'What did someone across a counter, a desk or a phone line once do that you still remember?',
    practice:
      'Before your next call, email or errand, take one breath and picture the evening the other person is going home to.',
  },
  {
    key: 'the-power-you-do-have',
    title: 'The Power You Do Have',
    paragraphs: [
      'Almost everyone has some power. A shift leader makes the schedule, the clerk decides how long a form takes, and whoever runs the kitchen sets the mood of the house. From the inside it feels too small to be called that.',
      'From the other side it can be the weather of somebody’s whole day.',
    ],
    question: 'Whose day depends a little on how you use what is in your hands?',
    practice:
      'Think of one such person and of one thing you could make easier for them. Do it, or put it on tomorrow’s list.',
  },
  {
    key: 'something-hard-to-hear',
    title: 'Something Hard to Hear',
    paragraphs: [
      'Criticism lands first and is understood later. For an hour, or for three days, we argue with it in the shower. When the heat is gone, a single sentence may be left, and it turns out to be useful, or simply untrue.',
      'Either can be dealt with once the sting is out. What was said about a piece of work was said about a piece of work.',
    ],
    question: 'Which criticism took you years to be grateful for, or to let go of?',
    practice:
      'Write down a remark that stung. To the left of it put what is fair, to the right what is not. Keep the left, and tear off the right.',
  },
  {
    key: 'a-quiet-look-at-money',
    title: 'A Quiet Look at Money',
    paragraphs: [
      'Few subjects are so private. Many people would sooner tell a friend about an illness than about what they owe. Shame likes a closed drawer, and in the dark the numbers look larger still.',
      'What you have, and what you lack, is no measure of your worth or of your faith. It is a place where fear and hope keep their papers.',
    ],
    question: 'What was said about money, or never said, in the home you grew up in?',
    practice:
      'Read one bill or statement you have been walking past, with both feet on the floor. That is all for today; a counselor or a trusted friend can look at the next one with you.',
  },
  {
    key: 'your-clearest-hour',
    title: 'Your Clearest Hour',
    paragraphs: [
      'Each of us has an hour when the mind is clear and the hands are steady. For one it comes before dawn, for another when the house is asleep. Very often it goes to whatever is loudest.',
      'Many cannot choose their hours; bosses, buses and babies do that for them. Even then, fifteen minutes given to what matters can alter how the remainder feels.',
    ],
    question: 'What would you give your clearest hour to, if it were yours to give?',
    practice:
      'Notice when you were clearest today, and guard a few minutes of that time tomorrow with an alarm, a note or a closed door.',
  },
  {
    key: 'good-plain-tools',
    title: 'Good Plain Tools',
    paragraphs: [
      'A cook may keep one knife for twenty years. A carpenter knows a plane by its weight. Tools that are used with care begin to teach us how to work.',
      'They were made by somebody, somewhere, in hours we will never see. Work rests on other work, a long way down.',
    ],
    question: 'Which plain tool has served you so well that you hardly see it any more?',
    practice:
      'Clean it, sharpen it, or put it back where it belongs, slowly, as a way of saying thanks.',
  },
  {
    key: 'the-line-under-the-day',
    title: 'The Line Under the Day',
    paragraphs: [
      'A bookkeeper closing a page draws a line under the figures. Whatever the sum is, it stands, and the lamp can be put out.',
      'Days without such a line run into one another. We take the office to the table and the argument to bed. The line does not claim that it all came out well. It only says that this is where today stops.',
    ],
    question: 'How do you know, in the evening, that your work is over?',
    practice:
      'When you stop today, draw an actual line under your list. Below it, write one thing that was good enough.',
  },
]
