// Daily Reflections about oneself.
import type { LibraryReflection } from '../types.ts'

export const selfReflections: LibraryReflection[] = [
  {
    key: 'a-days-portion',
    title: 'A Day’s Portion',
    paragraphs: [
      'In the wilderness, the bread that came from the sky came in amounts for one day. Those who tried to store it found it spoiled by morning. Worry works the other way around: it gathers next month’s trouble today and tries to carry it home.',
      'You may have very good reasons to think about next month. Still, this day has a size, and some of what you carry does not belong in it.',
    ],
    question: 'What are you carrying today that belongs to some other day?',
    verse: {
      reference: 'Exodus 16:4',
      text: 'the people shall go out and gather a day’s portion every day',
    },
    practice:
      'Draw a line down a sheet of paper. On the left, put what today really asks of you; on the right, everything else. Fold the right side under.',
  },
  {
    key: 'eat-something-first',
    title: 'Eat Something First',
    paragraphs: [
      'Elijah lay down under a tree and asked to die. He was given no lecture and no new assignment. He was touched, fed, left to sleep, and fed again.',
      'A worn-out body can make every question look like the last one. If you have been saying what Elijah said, please tell a person today, someone you trust or a crisis line, and let yourself be cared for in the plainest ways.',
    ],
    question: 'Which plain need of yours, such as food, sleep, air or company, has waited longest?',
    verse: {
      reference: '1 Kings 19:7',
      text: 'Arise and eat, because the journey is too great for you.',
    },
    practice: 'Drink a glass of water and eat something slowly, sitting down.',
  },
  {
    key: 'asking-your-own-soul',
    title: 'Asking Your Own Soul',
    paragraphs: [
      'The writer of this psalm stops in the middle of his sadness and speaks to himself. He does not scold. He asks why, and a few lines later he asks again.',
      'Sorrow that is asked a question sometimes has more to say than sorrow that is told to be quiet.',
    ],
    question: 'If your heaviness could finish one sentence, what would it say?',
    verse: {
      reference: 'Psalm 42:5',
      text: 'Why are you in despair, my soul? Why are you disturbed within me?',
    },
    practice:
      'Ask yourself the psalm’s question out loud, in your own words. Wait one full minute before you decide that there is no answer.',
  },
  {
    key: 'the-tone-you-take',
    title: 'The Tone You Take with Yourself',
    paragraphs: [
      'Drop a cup in a friend’s kitchen and the friend says: never mind, did you cut yourself? Drop a cup alone, and many of us hear a different voice, quick and tired and far less polite. It has been around so long that we take it for the truth.',
      'Voices like that were usually learned somewhere, and what was learned can be answered.',
    ],
    question: 'Where do you think you first heard the tone you use with yourself?',
    practice:
      'Recall one small mistake from this week. Say to yourself, word for word, what you would have said to a friend who made it.',
  },
  {
    key: 'the-years-on-your-face',
    title: 'The Years on Your Face',
    paragraphs: [
      'A face keeps a record: laughter at the corners of the eyes, and the nights without sleep underneath. We are taught to read these marks as losses.',
      'In Isaiah, God speaks to a weary people in the words of someone who carries. Whatever your age, you have already been brought a long way.',
    ],
    question: 'What has this body of yours carried you through?',
    verse: {
      reference: 'Isaiah 46:4',
      text: 'Even to old age I am he, and even to gray hairs I will carry you.',
    },
    practice:
      'Look at your own hands for a minute. Name three things they have done that you are glad of.',
  },
  {
    key: 'the-lit-window',
    title: 'The Lit Window Across the Street',
    paragraphs: [
      'From the dark sidewalk, every lit window looks warm. We see a table, a lamp, somebody laughing, and fill in the rest from whatever we lack. The people inside may be looking out and doing the same.',
      'Envy hurts, and it also tells us something. Somewhere underneath lies a plain wish that has not yet been spoken.',
    ],
    question:
      'Whose life have you been looking into lately, and what wish of your own does it show you?',
    practice:
      'Write the wish down without its neighbor: one sentence that begins with “I would like” and mentions nobody else.',
  },
  {
    key: 'the-life-you-did-not-live',
    title: 'The Life You Did Not Live',
    paragraphs: [
      'Everyone who has chosen something has also left something: the town you moved away from, the degree, the stage, the other person, the farm. From time to time that life comes by and asks to be noticed.',
      'It was never tested by rain or bills, which is partly why it shines. It may still hold something true about you.',
    ],
    question:
      'What did you love in the life you did not live that could still find a small place in this one?',
    practice:
      'Give that other life five minutes today: a song from it, a page, a sketch, a few words of the language.',
  },
  {
    key: 'putting-the-day-down',
    title: 'Putting the Day Down',
    paragraphs: [
      'Workers once set down their tools at dark because there was no light to see by. We have lamps, and so the day can be carried right into bed and picked over there.',
      'Lying down is a small act of trust. For some hours you will manage nothing, and the world will find its way to the morning without your supervision.',
    ],
    question: 'What do you find hardest to leave unguarded while you sleep?',
    verse: {
      reference: 'Psalm 4:8',
      text: 'In peace I will both lay myself down and sleep',
    },
    practice:
      'Before bed, write tomorrow’s first task on a scrap of paper and leave it in another room, or at least out of reach.',
  },
  {
    key: 'contentment-takes-lessons',
    title: 'Contentment Takes Lessons',
    paragraphs: [
      'Paul says that he has learned to be content, and he writes it in chains, after years of hunger, shipwreck and disappointment. The verb is a comfort. Nobody expects a beginner to play the whole piece.',
      'Learning leaves room for the honest part, too. There are conditions that ought to change, and a person can be at rest and still want them to.',
    ],
    question: 'What has your own life already taught you about needing less?',
    verse: {
      reference: 'Philippians 4:11',
      text: 'I have learned in whatever state I am, to be content in it',
    },
    practice:
      'Choose one thing in the room that has served you well for years without a thought from you. Hold it or look at it, and give thanks for it.',
  },
  {
    key: 'what-anger-guards',
    title: 'What Anger Stands Guard Over',
    paragraphs: [
      'Anger tends to arrive dressed for a fight. Look behind it and there is often something smaller and softer that it came to protect: a hope, a boundary, a hurt that nobody looked at.',
      'Scripture takes it for granted that people get angry. What it cares about is what the anger is allowed to do next.',
    ],
    question: 'When you were last angry, what was the anger trying to protect?',
    verse: {
      reference: 'Ephesians 4:26',
      text: 'Be angry, and don’t sin.',
    },
    practice:
      'Loosen your hands and your jaw. Then say quietly what made you angry, go on with “because I care,” and see how the sentence ends.',
  },
  {
    key: 'counting-days-gently',
    title: 'Counting Days, Gently',
    paragraphs: [
      'The psalm asks to be taught how to count days. It is a strange request, since anyone can count. Perhaps the hard part is to count them as days, each with its weather and one or two faces in it, and not as gaps between deadlines.',
      'There need be nothing grim in that. What we count, we usually look at first.',
    ],
    question: 'What made yesterday different from any other day you have been given?',
    verse: {
      reference: 'Psalm 90:12',
      text: 'So teach us to count our days, that we may gain a heart of wisdom.',
    },
    practice:
      'On today’s square of a calendar, or on a scrap of paper with the date, write four words that could belong to no other day.',
  },
  {
    key: 'paths-across-the-grass',
    title: 'Paths Across the Grass',
    paragraphs: [
      'Landscape designers have a name for the trails that people wear into a lawn by walking where no path was planned: desire lines. Nobody decides to make one. It appears by repetition, and after a while it is simply the way.',
      'A life has such lines. Some of them lead somewhere good, and those were never planned either.',
    ],
    question:
      'Which path through your day has been worn by repetition, and where does it bring you?',
    practice:
      'Change one tiny route today: another chair, another street, another order of doing the usual things. Notice what you see from there.',
  },
  {
    key: 'the-better-part-hidden',
    title: 'What Almost Nobody Sees',
    paragraphs: [
      'We tend to suspect that what is hidden in us must be the worse part. But you have also straightened a chair, returned a cart, let an anxious driver in, and told no one.',
      'Samuel went looking for a king among tall brothers and nearly missed the youngest, who was out with the sheep. What stays hidden in a person may well be the better part.',
    ],
    question: 'What good thing about you do hardly any people know?',
    verse: {
      reference: '1 Samuel 16:7',
      text: 'man looks at the outward appearance, but Yahweh looks at the heart',
    },
    practice:
      'Do one small good thing today that cannot be traced to you, and keep it to yourself.',
  },
  {
    key: 'the-child-you-were',
    title: 'The Child You Were',
    paragraphs: [
      'Think of yourself at seven or eight: the shoes, the haircut, what you collected, what you were afraid of after dark. That child did not know how any of it would turn out, and made do with what was there.',
      'For some this memory is warm, and for some it is sore. If it is sore, you need not go in; it is enough for today to stand at the door and wave.',
    ],
    question: 'What would the child you were be relieved to hear from you?',
    practice: 'Do one thing that child liked: draw a house, whistle, build a tower, watch ants.',
  },
  {
    key: 'made-of-dust',
    title: 'Remembering What We Are',
    paragraphs: [
      'A phone shows its battery in the corner of the screen, and nobody calls it weak. People have to guess at theirs, and they tend to guess high.',
      'The psalm says that God keeps in mind what we are made of. That we tire, forget and have to stop is known already, and it is mentioned there in the same breath as compassion.',
    ],
    question: 'Which limit of yours would you stop apologizing for, if you could?',
    verse: {
      reference: 'Psalm 103:14',
      text: 'For he knows how we are made. He remembers that we are dust.',
    },
    practice: 'Pick one thing you meant to do today and make it half as large, on purpose.',
  },
  {
    key: 'where-your-eyes-go-first',
    title: 'Where Your Eyes Go First',
    paragraphs: [
      'Before the feet touch the floor, the eyes have been somewhere: the phone, the clock, a crack in the ceiling. It is hardly a decision, and yet it sets the key in which the next hour is played.',
      'There is no blame in this. Screens are built to be looked at, and attention is one of the few things that are really ours to give.',
    ],
    question: 'What would you like to be the first thing that greets you in the morning?',
    practice:
      'Put that thing, or a picture or word that stands for it, where your eyes will land tomorrow.',
  },
  {
    key: 'what-still-delights-you',
    title: 'What Still Delights You',
    paragraphs: [
      'Some delights survive almost anything. The smell of rain on a warm street. A dog asleep in the sun. The moment when a familiar song changes key. They ask for no talent, and sadness does not disqualify anyone from them.',
      'On heavy days they can seem too small to mention. They may be small in the way that seeds and keys are small.',
    ],
    question: 'Which small thing has kept on delighting you, even in hard years?',
    practice:
      'Find that thing today, or the nearest thing to it, and stay with it for three minutes longer than usual.',
  },
  {
    key: 'a-puzzle-to-yourself',
    title: 'A Puzzle to Yourself',
    paragraphs: [
      'You mean to be patient, and snap before breakfast. You want to write the letter, and clean the oven instead. Paul, who wrote so much about grace, admitted that he could not make sense of his own behavior.',
      'There is company in that. Curiosity gets further with a riddle than contempt does.',
    ],
    question:
      'What do you do again and again that you would rather understand than punish yourself for?',
    verse: {
      reference: 'Romans 7:15',
      text: 'For I don’t know what I am doing.',
    },
    practice:
      'Think back to the last time it happened. Jot down only what came just before: the hour, the place, the feeling.',
  },
  {
    key: 'courage-nobody-noticed',
    title: 'Courage Nobody Noticed',
    paragraphs: [
      'Medals are given for courage that can be seen. There is another kind: making the appointment, opening the envelope, walking into a room where everyone else came in pairs, getting up.',
      'No one applauds, since no one knows what it cost. You do, though, and it would be a pity if the only witness forgot.',
    ],
    question: 'When were you last brave in a way that nobody saw?',
    practice:
      'Write that moment down with its date, like a citation, and keep it somewhere you will find it again.',
  },
  {
    key: 'two-weathers-at-once',
    title: 'Two Weathers at Once',
    paragraphs: [
      'Rain can fall while the sun is out. People laugh at funerals, cry at weddings, and feel relief and sorrow over the same piece of news. Letting the second feeling in can seem disloyal to the first.',
      'The old poem in Ecclesiastes gives each of them its time, and puts them side by side in one line.',
    ],
    question: 'Which two feelings live side by side in you at the moment?',
    verse: {
      reference: 'Ecclesiastes 3:4',
      text: 'a time to weep, and a time to laugh; a time to mourn, and a time to dance',
    },
    practice:
      'Lay your two hands on the table, one for each feeling. Name them both, and let both hands stay.',
  },
  {
    key: 'a-kinder-judge',
    title: 'A Kinder Judge',
    paragraphs: [
      'No decent court lets one person be accused, prosecutor and judge. In the small hours the heart appoints itself to every role, and the verdict is ready before the hearing begins.',
      'John writes that there is someone greater than our heart, who knows more than it does: the whole story, including the parts that speak in our favor.',
    ],
    question: 'What would someone who knew the whole story say on your behalf?',
    verse: {
      reference: '1 John 3:20',
      text: 'God is greater than our heart, and knows all things',
    },
    practice:
      'Write two sentences in your own defense, as a fair-minded friend would. Read them aloud once.',
  },
  {
    key: 'always-and-never',
    title: 'Always and Never',
    paragraphs: [
      'Two words do a great deal of damage for their size. I always ruin it. It never works out for me. They sound like summaries, but they leave out the afternoon when the bread rose and the evening when the friend called back.',
      'Accuracy can be a form of mercy. Sometimes, lately and so far are accurate words, and each of them leaves a door open.',
    ],
    question:
      'Which always or never about yourself changes most when you put “so far” in its place?',
    practice:
      'Take that sentence and write it three times: with “sometimes,” with “lately,” and with “so far.” Keep the truest one.',
  },
  {
    key: 'the-decision-in-the-drawer',
    title: 'The Decision in the Drawer',
    paragraphs: [
      'A decision put off does not lie still. It hums in its drawer like a phone on silent, using up a little attention all day long. Sometimes waiting is right, because a piece is missing. Sometimes the answer has been there for weeks and only wants admitting.',
      'It helps to know which, and neither is a failing.',
    ],
    question: 'What do you already know about the choice you keep putting off?',
    practice:
      'Toss a coin or a bottle cap for it, and before you look, notice which side you hope for. You are not bound by the result.',
  },
]
