// Daily Reflections about other people.
import type { LibraryReflection } from '../types.ts'

export const peopleReflections: LibraryReflection[] = [
  {
    key: 'seven-days-without-a-word',
    title: 'Seven Days Without a Word',
    paragraphs: [
      'Job’s friends are remembered for their speeches, and not fondly. Before the speeches, though, they did something right. They saw how much he hurt, sat down on the ground beside him, and for a week said nothing.',
      'We hunt for words because silence feels like too little. It is sometimes the most that one person can do for another.',
    ],
    question: 'Whose silent company has meant more to you than anything that was said?',
    verse: {
      reference: 'Job 2:13',
      text: 'no one spoke a word to him, for they saw that his grief was very great',
    },
    practice:
      'Think of someone in pain. Keep them in mind for three minutes without composing any advice.',
  },
  {
    key: 'quick-in-one-direction',
    title: 'Quick in One Direction',
    paragraphs: [
      'Only one of the three things James mentions here is to be done fast, and that is listening. Speech and anger may take their time.',
      'Being listened to well is rare enough that many people can name those who did it. They were not waiting for a gap. They wanted to know how it went on.',
    ],
    question: 'Who has listened to you in such a way that you found out what you thought?',
    verse: {
      reference: 'James 1:19',
      text: 'let every man be swift to hear, slow to speak, and slow to anger',
    },
    practice:
      'Recall the last thing somebody told you about their life. Write down one question you would like to ask about it, and keep it for when you next talk.',
  },
  {
    key: 'hands-held-up',
    title: 'Hands Held Up',
    paragraphs: [
      'Moses’ arms gave out. So two others found him a stone to sit on, stood beside him, and held up his hands until the sun went down.',
      'He had led a whole people through the sea, and no one seems to have thought it strange that he was tired. Help came in a practical form: a seat, and somebody on either side.',
    ],
    question: 'Who stands on either side of you, or who would you like to have there?',
    verse: {
      reference: 'Exodus 17:12',
      text: 'Aaron and Hur held up his hands, the one on the one side, and the other on the other side.',
    },
    practice:
      'If you are able, hold out your arms until they grow heavy. Lower them, and pray for, or simply think of, one person whose arms are heavy today.',
  },
  {
    key: 'bring-the-cloak',
    title: 'Bring the Cloak',
    paragraphs: [
      'Near the end of a letter full of high matters, Paul asks for his coat. Winter is coming, he left it at a friend’s house, and could Timothy bring it along, and the books as well.',
      'It is humbling to need something and to name it. The request was handed down together with the theology, and nobody thought to cut it.',
    ],
    question: 'What simple thing do you need from somebody that you have not yet named?',
    verse: {
      reference: '2 Timothy 4:13',
      text: 'Bring the cloak that I left at Troas with Carpus when you come',
    },
    practice:
      'Put the need into one plain sentence, without an apology at the front. You can decide later whether to send it.',
  },
  {
    key: 'your-side-of-peace',
    title: 'Your Side of Peace',
    paragraphs: [
      'Paul sets two conditions in front of peace: that it be possible, and that it lie with you. He seems to have known that it takes two, and that some doors are shut from the other side, or have to stay shut to keep someone safe.',
      'That leaves a piece which is ours. It may be small: a softer tone, a rumor not passed on.',
    ],
    question: 'In a relationship that is not at peace, which part is truly yours and which is not?',
    verse: {
      reference: 'Romans 12:18',
      text: 'If it is possible, as much as it is up to you, be at peace with all men.',
    },
    practice:
      'Draw a circle. Write inside it what is up to you, and outside it what is not. Look at the outside, and breathe out.',
  },
  {
    key: 'a-dinner-of-herbs',
    title: 'A Dinner of Herbs',
    paragraphs: [
      'Remember a very good meal, and the food may not be what you see first. You see a face across the table, a folding chair, steam on the window, someone helpless with laughter.',
      'Proverbs has a plain eye for this. If you eat alone these days, the memory may have an ache in it, and it is still yours.',
    ],
    question: 'Which meal do you remember for the people, and what did they give you besides food?',
    verse: {
      reference: 'Proverbs 15:17',
      text: 'Better is a dinner of herbs, where love is, than a fattened calf with hatred.',
    },
    practice:
      'Set your own place with a little care today, a plate, a cloth, a cleared corner, as you would for a guest.',
  },
  {
    key: 'someone-who-vouched',
    title: 'Someone Who Vouched for You',
    paragraphs: [
      'In the book of Acts, nobody in Jerusalem trusts Saul, and they have their reasons. Then Barnabas takes him along, stands next to him, and tells them his story.',
      'What came after, the journeys and the letters, owes something to that hour. A great deal has begun with one trusted person who was willing to be seen with someone.',
    ],
    question: 'Who once spoke up for you, and what became possible because of it?',
    practice:
      'Write two good sentences about a person who is often overlooked, and have them ready for when the name comes up.',
  },
  {
    key: 'friends-by-name',
    title: 'Friends, by Name',
    paragraphs: [
      'One of the shortest letters in the Bible closes with a greeting to the friends. The writer might have left it at everyone. He wanted each of them to hear their own name.',
      'A name spoken kindly does something that a message to the whole group cannot. For a second, one is the only person being thought of.',
    ],
    question: 'Whose name have you not said aloud in a long while?',
    verse: {
      reference: '3 John 1:14',
      text: 'Greet the friends by name.',
    },
    practice:
      'Say five names of people you know, slowly, with a pause after each. Let come what comes: thanks, worry, a prayer.',
  },
  {
    key: 'a-sentence-worth-keeping',
    title: 'A Sentence Worth Keeping',
    paragraphs: [
      'Sometimes a sentence lasts twenty years. A teacher says that you have an ear for this; a stranger on a train says that you are good with people. It is kept like a stone from a beach and taken out on bad days.',
      'Whoever said it has probably forgotten. It took about four seconds.',
    ],
    question: 'Which kind sentence have you kept, and who gave it to you?',
    verse: {
      reference: 'Proverbs 12:25',
      text: 'Anxiety in a man’s heart weighs it down, but a kind word makes it glad.',
    },
    practice:
      'Write down one true, kind sentence about somebody. Send it, leave it where it will be found, or keep it until you are ready.',
  },
  {
    key: 'the-harder-half',
    title: 'The Harder Half',
    paragraphs: [
      'To cry along with someone comes naturally to many warmhearted people. To be glad along with them can be the harder half: a friend’s engagement when you are alone, their good scan when yours was not.',
      'A small ache in the middle of the congratulations does not make them false. Both may come to the party.',
    ],
    question: 'Whose good news would you like to share in more freely?',
    verse: {
      reference: 'Romans 12:15',
      text: 'Rejoice with those who rejoice. Weep with those who weep.',
    },
    practice:
      'Alone and aloud, say one honest sentence of gladness for that person. Add one honest sentence for yourself.',
  },
  {
    key: 'people-who-leave-you-rested',
    title: 'People Who Leave You Rested',
    paragraphs: [
      'After some visits you want to lie down. After others you find that you have opened a window and begun to hum. It has little to do with cleverness, and Paul once thanked a man named Philemon for it.',
      'Perhaps such people are not trying to have any effect. They simply have room.',
    ],
    question: 'In whose company do you come back to yourself?',
    verse: {
      reference: 'Philemon 1:7',
      text: 'the hearts of the saints have been refreshed through you, brother',
    },
    practice:
      'For two minutes, remember the last time you were with such a person, in detail: the light, the chairs, something they said.',
  },
  {
    key: 'the-person-who-grates',
    title: 'The Person Who Grates',
    paragraphs: [
      'There is usually one. They talk too long, or correct your grammar, or breathe in a way that fills the office. The irritation may be entirely fair.',
      'It can still be worth a second look, as a splinter is. Someone who grates on us may be doing loudly what we do softly, or may be frightened, or may just be built to another plan.',
    ],
    question: 'What might the person who grates on you be afraid of?',
    practice:
      'Name one thing they do well or bear bravely. If nothing comes, name one thing you do not know about them.',
  },
  {
    key: 'an-apology-without-but',
    title: 'An Apology Without “But”',
    paragraphs: [
      'One small word has spoiled many an apology. I am sorry, but I was tired. I am sorry, but you started it. A good one is short, and stops a little sooner than we would like.',
      'Nor can it buy anything. The other person may need time, or may never answer. It is offered all the same, the way one returns a borrowed book.',
    ],
    question: 'What would you like to be able to say you are sorry for, in one plain sentence?',
    practice:
      'Write the sentence by hand. Let it lie for a day before you decide what to do with it.',
  },
  {
    key: 'a-friendship-that-faded',
    title: 'A Friendship That Faded',
    paragraphs: [
      'Some friendships end with a slammed door. Others go the way a radio station does on a long drive, a little more static with each hill, until you notice that you have been hearing nothing for a while. Nobody did wrong.',
      'What was good in those years went into both of you. There are jokes you tell to this day that came from there.',
    ],
    question: 'What do you still carry from a friend you no longer see?',
    practice:
      'Find one trace of that friend, a photo, a recipe, a phrase you picked up, and wish them well wherever they are.',
  },
  {
    key: 'the-chair-that-stays-empty',
    title: 'The Chair That Stays Empty',
    paragraphs: [
      'Grief keeps its own calendar. It comes on anniversaries, and also on an ordinary Thursday in front of the cereal. People around you may believe it is over, because for them it is.',
      'There is no date by which you must be finished. The one you miss can still be spoken of: in a story, in a habit kept, in a name said at the table.',
    ],
    question: 'What would you like people to know about someone you have lost?',
    practice:
      'Tell one small story about them, out loud or on paper, the kind that few others would know. If the day is too heavy, call someone who can hear it.',
  },
  {
    key: 'the-question-you-never-asked',
    title: 'The Question You Never Asked',
    paragraphs: [
      'We may know someone for thirty years and never learn what they wanted to be at twelve, or who broke their heart, or how they pray. It is not indifference. Early on we settled what we talk about, and the groove got deep.',
      'With those who have died, the unasked questions stay on, like a hand half raised.',
    ],
    question: 'What would you like to ask someone in your family, or someone as close as family?',
    practice:
      'Write the question down the way you would really say it. If they can still be asked, keep the note in your pocket until the right moment.',
  },
  {
    key: 'forgiveness-at-walking-pace',
    title: 'Forgiveness at Walking Pace',
    paragraphs: [
      'Forgiving is often spoken of as a door one steps through. For many it is a road, with days when they find themselves back at the start.',
      'It does not mean calling wrong right, or trusting again, or returning to a place that was dangerous. It may begin as no more than the wish that one day this will weigh less.',
    ],
    question:
      'What would you do with the strength it takes to carry an old hurt, if you could set it down for an hour?',
    practice:
      'Open and close your hand slowly ten times, and with each opening say, “In time.” Nothing has to be decided today.',
  },
  {
    key: 'people-you-pass',
    title: 'People You Pass',
    paragraphs: [
      'The man with two terriers, the woman who takes the same bus, the one who empties the bins on your floor: we may share a minute a day with them for years. They know our coat. They might be the first to notice if we stopped coming.',
      'It is hard to find a word for such people. They are not friends, and they are hardly strangers.',
    ],
    question: 'Who would notice if your usual morning changed, and whose absence would you notice?',
    practice:
      'Choose one of these people and think of two things you know about them. Greet them next time as someone you have thought about.',
  },
  {
    key: 'before-you-answer',
    title: 'Before You Answer',
    paragraphs: [
      'A message arrives that is wrong in at least three ways, and the thumbs are already moving. A screen has no face to stop us: no wince, no tired eyes, no child pulling at a sleeve.',
      'Each of those lines was typed by somebody, in a room, with weather outside the window. They may only have been in a hurry.',
    ],
    question: 'What helps you to remember the person behind the words?',
    practice:
      'Take a message you find hard and read it aloud in the gentlest voice that its words allow. Leave the answer for tomorrow.',
  },
  {
    key: 'letting-someone-help',
    title: 'Letting Someone Help',
    paragraphs: [
      'We say that we are fine with both arms full, and push the door with a foot. Helping is comfortable; it keeps us upright. To be helped means that somebody sees the state of the kitchen.',
      'Yet think how glad you were the last time someone let you carry something. That gladness can be given, too.',
    ],
    question: 'What makes it hard for you to be the one who receives?',
    practice:
      'Prepare a better answer than “I’m fine”: one true sentence you could give to someone who asks and means it.',
  },
  {
    key: 'what-nobody-would-guess',
    title: 'What Nobody Would Guess',
    paragraphs: [
      'Six people who know one another well sit around a table, and each still holds something the others would not guess: a fear of the phone, a drawer of poems, a brother they do not mention. Privacy is a good thing. Being hidden is another matter.',
      'Here you go by a name you chose. Perhaps it is easier to say a few things that way.',
    ],
    question: 'Which part of you would you like a few more people to know?',
    practice:
      'Write that part down in three lines, for your eyes only. Notice how it is to see it written.',
  },
  {
    key: 'when-a-siren-passes',
    title: 'When a Siren Passes',
    paragraphs: [
      'A siren goes by, and for a moment everyone on the street looks the same way. Somewhere a person is having the worst hour of the year, and somebody else is driving toward them as fast as they can. Then the light changes, and we cross.',
      'We will not learn how it ended. For a second, though, it concerned us all.',
    ],
    question: 'What do you do with sorrows that you see in passing and cannot mend?',
    practice:
      'Think of the last siren you heard, or the last hospital window you passed. Stop for three breaths and wish well to whoever was inside.',
  },
  {
    key: 'what-was-handed-to-you',
    title: 'What Was Handed to You',
    paragraphs: [
      'You may have an aunt’s laugh, a neighbor’s way with tomatoes, a grandfather’s habit of standing with his hands behind his back. People hand on far more than they mean to, and some of it we would rather have left in the box.',
      'We cannot choose what we were given. What goes on from here, and to whom, is partly open.',
    ],
    question: 'What have you received from those before you that you would gladly pass on?',
    practice:
      'Do one thing the way they did it: the knot, the first step of a recipe, the saying, the tune. Say whose it was.',
  },
]
