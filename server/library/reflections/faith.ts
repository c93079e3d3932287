// Daily Reflections about faith and doubt.
import type { LibraryReflection } from '../types.ts'

export const faithReflections: LibraryReflection[] = [
  {
    key: 'both-halves-of-a-sentence',
    title: 'Both Halves of a Sentence',
    paragraphs: [
      'A father brings his suffering child to Jesus and is asked to believe. What comes out of him is a sentence in two halves that ought not to fit together. He says both of them, in tears.',
      'Nobody in the story tells him to go away and sort it out first.',
    ],
    question: 'Where in your life do belief and unbelief share a room?',
    verse: {
      reference: 'Mark 9:24',
      text: 'I believe. Help my unbelief!',
    },
    practice:
      'Pray one honest sentence with two halves. It can begin with “I trust” and go on with “and I don’t.”',
  },
  {
    key: 'permission-to-ask-how-long',
    title: 'Permission to Ask How Long',
    paragraphs: [
      'The people who collected the psalms kept the complaints in. They could have trimmed the book to praise. They handed down prayers that ask God why he hides, and for how much longer.',
      'A question asked for years can feel like the opposite of faith. It is still addressed to someone.',
    ],
    question: 'What would you ask God if you were sure that no question would count against you?',
    verse: {
      reference: 'Psalm 13:1',
      text: 'How long, Yahweh? Will you forget me forever?',
    },
    practice: 'Write that question on paper, date it, and leave the rest of the page empty.',
  },
  {
    key: 'the-first-question',
    title: 'The First Question',
    paragraphs: [
      'The first question God asks in the Bible goes out to people hiding among trees. He will come to what they have done. He begins by asking where they are.',
      'One can hear it as the call of an officer or of someone who searches. It was the cool of the day, and they were missed on the evening walk.',
    ],
    question: 'If you were asked today where you are, what would be a true answer?',
    verse: {
      reference: 'Genesis 3:9',
      text: 'Where are you?',
    },
    practice:
      'Stand or sit still and answer in three short phrases: where you are in the house, in the year, and in your heart.',
  },
  {
    key: 'asked-what-you-want',
    title: 'Asked What You Want',
    paragraphs: [
      'A blind man calls out from the roadside, and Jesus asks him what he wants. It seems obvious. But the asking gives him something he cannot have had often: the dignity of saying it himself.',
      'We are used to making our wishes reasonable before we bring them in. The question stands there, quite plain, and waits.',
    ],
    question:
      'What would you say, before editing it, if you were asked what the man at Jericho was asked?',
    verse: {
      reference: 'Mark 10:51',
      text: 'What do you want me to do for you?',
    },
    practice: 'Whisper one wish exactly as it is. Don’t explain it, and don’t take it back.',
  },
  {
    key: 'only-in-looking-back',
    title: 'Only in Looking Back',
    paragraphs: [
      'Jacob slept with a stone under his head, on the run from his own brother, in a place with nothing special about it. Only on waking did he call it holy. He had lain there all night without suspecting.',
      'It may be that we are poor judges of where God is while we are in the middle of things.',
    ],
    question:
      'Which place in your past, plain or even hard at the time, do you see differently now?',
    verse: {
      reference: 'Genesis 28:16',
      text: 'Surely Yahweh is in this place, and I didn’t know it.',
    },
    practice:
      'Look slowly around the room you are in and say, as an experiment, “Perhaps here, too.”',
  },
  {
    key: 'a-sigh-may-be-enough',
    title: 'A Sigh May Be Enough',
    paragraphs: [
      'There are mornings when the words will not come, or when those that come sound as though they belonged to someone else. Paul admits that we do not know how to pray, and he includes himself.',
      'He goes on to speak of a helper who prays in us, too deep for speech. On that account a sigh is already in good hands.',
    ],
    question: 'What do you sigh about when nobody is listening?',
    verse: {
      reference: 'Romans 8:26',
      text: 'the Spirit also helps our weaknesses, for we don’t know how to pray as we ought',
    },
    practice:
      'Sit for five slow breaths. Let each breath out stand for something you have no words for.',
  },
  {
    key: 'light-for-one-step',
    title: 'Light for One Step',
    paragraphs: [
      'The lamps of the psalmist’s world were small enough to hold in a hand. One of them would show you a stone, a puddle, the next bend of a wall, and leave the valley dark. We would prefer floodlights, understandably.',
      'To walk by a lamp is to know a little, move a little, and then know a little more.',
    ],
    question:
      'What do you know about the next step, even if you know nothing about the one after it?',
    verse: {
      reference: 'Psalm 119:105',
      text: 'Your word is a lamp to my feet, and a light for my path.',
    },
    practice:
      'Dim the room to one small light, sit down beside it for a few minutes, and count what you can see.',
  },
  {
    key: 'the-picture-you-were-given',
    title: 'The Picture You Were Given',
    paragraphs: [
      'Long before we could choose, someone handed us a picture of God. It came by way of a bedtime prayer, a stern uncle, a window of colored glass, or a silence on the subject. We may have added to it since, or turned it to the wall.',
      'Pictures help, and they age. It is no disrespect to hold one up to the light.',
    ],
    question:
      'What did the first picture of God you were given look like, and which part of it would you keep?',
    practice:
      'Draw that picture in one minute, badly. Circle what you would keep; if there is nothing, leave room on the page.',
  },
  {
    key: 'the-meal-came-first',
    title: 'The Meal Came First',
    paragraphs: [
      'Some time after the worst week of their lives, the disciples went fishing and caught nothing. In the early light someone on the beach had a charcoal fire going, with fish on it, and bread.',
      'Much needed saying about who had run away. It could wait until they had eaten.',
    ],
    question: 'How does it change your picture of God that he would make breakfast?',
    verse: {
      reference: 'John 21:12',
      text: 'Come and eat breakfast!',
    },
    practice:
      'Eat or drink the next thing as though it had been made for you by someone who was glad to see you.',
  },
  {
    key: 'company-on-the-road',
    title: 'Company on the Road',
    paragraphs: [
      'Two people walk away from Jerusalem with their hopes broken, talking it all over. A stranger falls into step and lets them tell it from the beginning, though he knows the story better than anyone.',
      'Before he explains anything, he asks, and he listens. It was about seven miles to the village.',
    ],
    question:
      'Which story of yours would you tell from the beginning, if someone had seven miles to listen?',
    verse: {
      reference: 'Luke 24:15',
      text: 'While they talked and questioned together, Jesus himself came near, and went with them.',
    },
    practice:
      'Tell the first five minutes of it, aloud or in your thoughts, as though someone were walking beside you.',
  },
  {
    key: 'two-words-of-grief',
    title: 'Two Words of Grief',
    paragraphs: [
      'John lets us see that Jesus knew what he was about to do for Lazarus, and that he stood among the mourners and cried all the same. Hope did not make the tears unnecessary.',
      'People who grieve are sometimes told that faith ought to make it lighter. This verse, hardly longer than a breath, is on their side.',
    ],
    question: 'What have you been told not to cry over that deserves its tears?',
    verse: {
      reference: 'John 11:35',
      text: 'Jesus wept.',
    },
    practice:
      'Say the name of someone or something you miss, and give it a quiet minute. If it is too much to hold alone, let a person you trust know.',
  },
  {
    key: 'when-the-hurt-came-from-church',
    title: 'When Church Is Where It Hurt',
    paragraphs: [
      'Some people carry a wound with a steeple in it. Words that are medicine to others bring back a voice, a room, a face. If this is you, nothing here asks you to hurry past it, or to go back to where you were not safe.',
      'And if it is not you, someone near you may be carrying it quietly.',
    ],
    question: 'What do you need from people of faith that you have not been given?',
    practice:
      'Think of one thing that still feels clean and kind to you: a song, a line, a candle, a tree. Be near it for a few minutes and leave everything else aside.',
  },
  {
    key: 'thanks-without-pretending',
    title: 'Thanks Without Pretending',
    paragraphs: [
      'Gratitude has a bad name among people who were told to feel it on command. Real thanks needs no cheerful face. It can be muttered, late, with a sore heart, about something as small as hot water.',
      'It takes nothing back, either. A day can be hard and the water can be hot, and both can be said to God.',
    ],
    question: 'What are you glad of today that does not cancel what is hard?',
    practice:
      'At the sink or in the shower, finish two sentences: “It’s hard that” and “It’s good that.” Let neither correct the other.',
  },
  {
    key: 'those-who-watch-for-morning',
    title: 'Those Who Watch for Morning',
    paragraphs: [
      'Night nurses, bakers, parents of newborns, people who cannot sleep: they know the hour when the window turns from black to gray. Nobody makes it happen. One can only be there.',
      'The psalm takes its picture of longing from a watchman. He is tired, the night is not short, and he knows which way to look.',
    ],
    question: 'What are you waiting for that you cannot hurry?',
    verse: {
      reference: 'Psalm 130:6',
      text: 'My soul longs for the Lord more than watchmen long for the morning',
    },
    practice:
      'Go to a window that faces east, or to any window, and watch the light for three minutes with nothing in your hands.',
  },
  {
    key: 'carried-by-others-faith',
    title: 'Carried by Other People’s Faith',
    paragraphs: [
      'Four people once took a roof apart to bring a man who could not walk to Jesus. The story says that Jesus saw their faith. It does not stop to measure how much of it was the man’s own.',
      'There are seasons for lifting a corner of the mat, and there are seasons for lying on it.',
    ],
    question: 'Who has carried a corner for you when you could not get there yourself?',
    practice: 'Name those people one by one, in a prayer or on paper, with what each of them did.',
  },
  {
    key: 'the-line-that-stays',
    title: 'The Line That Stays',
    paragraphs: [
      'People who have forgotten nearly everything can sometimes still sing. And in a bad week, a line from a hymn or a prayer, learned at six, may come up whole from under the rubble.',
      'Nobody plans what will stay. It was repeated, often by someone who loved us, until it went as deep as breathing.',
    ],
    question: 'Which words have stayed with you without your trying to keep them?',
    practice: 'Hum that line or say it slowly, twice, the second time as if it were new to you.',
  },
  {
    key: 'an-answer-with-no-argument',
    title: 'An Answer with No Argument',
    paragraphs: [
      'Nathanael had his doubts and was blunt about them. Philip did not debate, and he took no offense. He offered what he had, which was an invitation to walk over and look.',
      'It is a restful way to hold faith. Nobody has to win, and the skeptic may come along, including the one inside.',
    ],
    question: 'What would you want the doubting part of you to have a look at?',
    verse: {
      reference: 'John 1:46',
      text: 'Come and see.',
    },
    practice:
      'Read one short scene from a Gospel, John 1:43–51 for instance, as a visitor who has never heard it.',
  },
  {
    key: 'three-things-plainly-said',
    title: 'Three Things, Plainly Said',
    paragraphs: [
      'Micah lists the great offerings people imagine that God must want, thousands of rams and rivers of oil, and then his voice drops. Three things are left. None of them needs wealth, training or an audience.',
      'The last goes at a walking pace, slow enough to notice who is beside you.',
    ],
    question:
      'Of justice, mercy and humility, which is asking for a little more room in your life?',
    verse: {
      reference: 'Micah 6:8',
      text: 'to act justly, to love mercy, and to walk humbly with your God',
    },
    practice:
      'Choose one of the three and do one thing today, small enough to be over in ten minutes, that belongs to it.',
  },
  {
    key: 'knowing-in-part',
    title: 'Knowing in Part',
    paragraphs: [
      'Mirrors in Paul’s day were polished metal. The face that looked back was yours, but blurred, and a careful person would not have sworn to the details. That, he says, is how we see for now.',
      'Knowing in part is still knowing. One can love what one sees dimly, and leave room for it to be kinder than it looked.',
    ],
    question:
      'What are you content to leave unexplained, and what do you still long to understand?',
    verse: {
      reference: '1 Corinthians 13:12',
      text: 'Now I know in part, but then I will know fully, even as I was also fully known.',
    },
    practice:
      'Breathe on a window or a mirror and look through the fog until it clears. Then read the verse once more.',
  },
  {
    key: 'after-the-fire',
    title: 'After the Fire',
    paragraphs: [
      'Wind, earthquake and fire went by, and the story says each time that God was not in it. Then came something so quiet that translators still differ over what to call it.',
      'The question Elijah heard was the same as before the storm, and so was his answer. But he had come out to the mouth of the cave.',
    ],
    question: 'What in your life is quiet enough to be drowned out, and good enough to be missed?',
    verse: {
      reference: '1 Kings 19:12',
      text: 'After the fire, there was a still small voice.',
    },
    practice:
      'Switch off every sound you can for four minutes. Then notice what remains, from the nearest thing to the farthest.',
  },
  {
    key: 'setting-out-without-a-map',
    title: 'Setting Out Without a Map',
    paragraphs: [
      'Abraham left for a country he had not been told the name of. One imagines the neighbors asking where to, and the long pause.',
      'We tend to think that trust means being sure. In his case it looked a good deal like packing. He knew who had called him, and the rest he found out on the way.',
    ],
    question: 'Where are you being asked to go a little way without knowing how it ends?',
    verse: {
      reference: 'Hebrews 11:8',
      text: 'He went out, not knowing where he went.',
    },
    practice:
      'For five minutes, walk, or leaf through a book, without a plan. At each turn go where something draws you.',
  },
  {
    key: 'the-shortest-prayer',
    title: 'The Shortest Prayer',
    paragraphs: [
      'Peter, out on the lake and going down, had no time for a beginning or an end. He shouted three words.',
      'Long prayers have their place, and so does this one. It fits into an elevator, a waiting room, a parked car. It does not require composure.',
    ],
    question: 'What would your prayer be today, if you had only three words for it?',
    verse: {
      reference: 'Matthew 14:30',
      text: 'Lord, save me!',
    },
    practice:
      'Find your three words and say them three times today: once at a door, once at a sink, once lying down.',
  },
  {
    key: 'the-day-in-between',
    title: 'The Day in Between',
    paragraphs: [
      'Between the Friday of the cross and the Sunday morning lies a day on which nothing happens. The Gospels hardly mention it. The friends had lost everything and could not know what was coming.',
      'Many people live for a good while in that Saturday. It is a real part of the story, and in it one is allowed to sit down and to have company.',
    ],
    question: 'What helps you to stay when there is nothing to do but wait?',
    practice:
      'Light a candle or a lamp and sit beside it for five minutes, asking nothing. If your Saturday is very dark, let one person know that you are in it.',
  },
]
