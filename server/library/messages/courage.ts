// Daily Messages about courage, decisions, failure and trying again.
import type { LibraryMessage } from '../types.ts'

export const courageMessages: LibraryMessage[] = [
  {
    key: 'falls-seven-times',
    title: 'Down Again, Up Again',
    verse: {
      reference: 'Proverbs 24:16',
      text: 'for a righteous man falls seven times and rises up again',
    },
    paragraphs: [
      'Read the sentence once more and see who is falling. It is the good person. We might have expected that someone righteous would fall less often; the proverb makes no such claim, and doesn’t sound surprised.',
      'What happened to you may have been a drink after ninety days, a lost temper, an exam, a second business. The mind likes to total such things and announce a result. But the total isn’t in yet, and shame is a poor accountant.',
      'Nothing here says that one must rise alone, or at once, or without groaning. Sometimes getting up means sitting on the edge of the bed and phoning somebody. If the dark is telling you to stay down for good, please say so to a person today: a friend, a doctor, a crisis line. Being lifted counts as rising.',
    ],
    prayer:
      'Lord, you have seen every fall and have not turned away. Give us your hand, or someone’s, and let us stand up once more.',
  },
  {
    key: 'worked-all-night',
    title: 'After an Empty Night',
    verse: {
      reference: 'Luke 5:5',
      text: 'Master, we worked all night, and took nothing; but at your word I will let down the net.',
    },
    paragraphs: [
      'The nets had already been washed, which is what you do when it is over. Simon knew that lake. He had done everything right, in the right hours, with good partners, and there was nothing to show for it.',
      'It is a very honest sentence. He doesn’t hide the night to seem more trusting. First comes the report: all of it, nothing. Only then the small word but.',
      'There are times to stop fishing a certain spot, and a wise friend may help you see it. There are others when you try once more, without much feeling, on the strength of a word you half believe. Neither is a disgrace. Whichever this is for you, begin as Simon did and say how the night really was.',
    ],
    prayer:
      'Lord, we worked hard and it came to nothing. We tell you so. If there is a net to let down, give us the strength; if not, sit with us on the shore.',
  },
  {
    key: 'bring-mark-with-you',
    title: 'Useful After All',
    verse: {
      reference: '2 Timothy 4:11',
      text: 'Take Mark, and bring him with you, for he is useful to me for service.',
    },
    paragraphs: [
      'Years before this letter, a young man named Mark had left a journey partway through. When it was proposed to take him along again, Paul refused, and quarreled so sharply with Barnabas about it that the two old companions went different ways.',
      'Nobody recorded the reconciliation. We find only this line, near the end of Paul’s life, dropped among requests for a coat and some books. Bring Mark. He is useful.',
      'Somewhere between, Mark kept going, in the company of the one man who still thought well of him. And Paul let himself be wrong. If you once quit something, the people who wrote you off may not have the last page. If you once wrote someone off, there may be a sentence you could send. It doesn’t have to be long.',
    ],
    prayer:
      'God of second journeys, thank you for every Barnabas who took us along. Free us from old verdicts, those we live under and those we handed down.',
  },
  {
    key: 'without-reproach',
    title: 'Asking Is Allowed',
    verse: {
      reference: 'James 1:5',
      text: 'But if any of you lacks wisdom, let him ask of God, who gives to all liberally and without reproach',
    },
    paragraphs: [
      'Without reproach: the two words at the end are the ones to keep. Most of us learned early that a question can be costly. There was a sigh, or a raised eyebrow, or someone said that we had been told already.',
      'So we go on nodding. We sign things we haven’t understood, stay quiet in the meeting, act sure for our children’s sake, and lie awake with the matter at two. James describes a God who can be asked without any of that, as often as needed, even about what we should have known by now.',
      'The answer may not come as a voice. It comes, if experience is a guide, in plain clothes: a night’s sleep, a line in a book, a colleague’s remark. You could ask in the morning, and then ask a person as well. It may turn out that they are glad you did.',
    ],
    prayer:
      'Lord, I don’t know what to do. I ask you without shame, and I ask you to make me someone whom others can ask.',
  },
  {
    key: 'a-multitude-of-counselors',
    title: 'Ask Three People',
    verse: {
      reference: 'Proverbs 15:22',
      text: 'Where there is no counsel, plans fail; but in a multitude of counselors they are established.',
    },
    paragraphs: [
      'A plan made alone has a certain beauty. It is all of one piece; no one has poked it. That is also the trouble with it, as any builder will say who has ever hung a door in a wall somebody else measured.',
      'Note that the proverb says counselors and wants several. One adviser may simply have your own blind spot, or a reason of their own. It can be useful to ask three different kinds of people: one who knows the subject, one who knows you, and one who stands to lose if it goes badly. The last is easily forgotten, and is often living in your house.',
      'You remain free afterward. Taking counsel isn’t handing over the wheel, and you should be careful of anyone who grows angry when you don’t obey. But a plan that has survived three friendly questions will stand up better in the wind.',
    ],
    prayer:
      'Give us, Lord, people who will tell us what they see, and the humility to have asked them in time.',
  },
  {
    key: 'very-much-afraid',
    title: 'Afraid, and Speaking',
    verse: {
      reference: 'Nehemiah 2:2',
      text: 'Then I was very much afraid.',
    },
    paragraphs: [
      'Nehemiah is remembered for a wall. It began with a face. He served wine to a king, and one day he couldn’t keep his sadness from showing; the king noticed and asked. It was a dangerous moment, and Nehemiah, who tells the story himself, doesn’t dress it up.',
      'He was very much afraid. Then he answered. Somewhere in the next few seconds he fitted in a prayer, too short to be recorded, and made his request: leave to go, letters for the road, timber. He had evidently thought about what he would ask for if anyone ever asked him.',
      'Those three things sit well side by side, the shaking, the brief prayer and the list. If there is a conversation ahead of you today, you needn’t wait until the fear is gone. Write down the one thing you want to say. You may hold the paper while you say it.',
    ],
    prayer:
      'God of heaven, when our voice shakes, stay in the room. Let us say the true thing, and say it simply.',
  },
  {
    key: 'i-restore',
    title: 'Putting It Right',
    verse: {
      reference: 'Luke 19:8',
      text: 'If I have wrongfully exacted anything of anyone, I restore four times as much.',
    },
    paragraphs: [
      'It seems to have been a visit that did it. We hear of no lecture. Jesus had looked up into the tree, called him by name and invited himself over; and somewhere in the course of being treated as a person, Zacchaeus the tax collector stood up and began to do sums.',
      'His apology has a figure in it. He doesn’t speak at length about his feelings, or explain the pressures of the job. He says what he will give back.',
      'We have all done some harm we would rather not look at. When you are ready, and it may take a while, ask what a repair would consist of: a sum, a correction made as publicly as the rumor was, a habit changed. Sometimes the person is out of reach, or would be safer and happier never hearing from you. Then let the repair go to others, and let it be quiet.',
    ],
    prayer:
      'Lord, you came to our table before we had set anything right. Give us the honesty to count, and the courage to give back.',
  },
  {
    key: 'sauls-armor',
    title: 'Somebody Else’s Armor',
    verse: {
      reference: '1 Samuel 17:39',
      text: 'I can’t go with these; for I have not tested them.',
    },
    paragraphs: [
      'Before the famous fight there is a fitting. King Saul, meaning well, dresses the boy in his own bronze. David straps on the sword and tries to walk. Anyone who has gone to an interview in a borrowed suit can picture it.',
      'Then he takes it all off again, in front of the king, and goes down to the brook for stones. It is an early sort of bravery, less noticed than what came after: to admit that a thing which suits an important man doesn’t suit you.',
      'People will offer you their armor, often out of love. It is how they raised their children, ran the shop, prayed, got over it. Try it on, thank them. And if you can’t move in it, you may say so and put it down. What have you tested? What did you learn in your own fields, when nobody was looking on?',
    ],
    prayer:
      'Lord, you made us of different sizes. Keep us from wearing what was cut for others, and show us what we can truly carry.',
  },
  {
    key: 'four-anchors',
    title: 'Waiting for Daylight',
    verse: {
      reference: 'Acts 27:29',
      text: 'they let go four anchors from the stern, and wished for daylight',
    },
    paragraphs: [
      'The storm has gone on for two weeks. Around midnight the sailors sense land, which ought to be good news, but nobody can see it, and the soundings are getting shallow. Steering on would be guesswork. So they stop the ship as best they can.',
      'As seamanship and as advice it is hard to improve on. There are hours in which no good decision can be made: late at night, in the first week of grief, just after the phone call, when one hasn’t eaten. Then the wise act is to decide nothing large, and put out what holds.',
      'You might know your own four. A regular meal. A walk around the block. A friend who answers. A psalm, or a doctor’s number on the fridge. They won’t calm the sea. They are for keeping you off the rocks until you can see the shore.',
    ],
    prayer:
      'Lord, it is dark, and we hear the breakers. Hold us where we are, and bring the morning.',
  },
  {
    key: 'two-midwives',
    title: 'Two Quiet Midwives',
    verse: {
      reference: 'Exodus 1:17',
      text: 'But the midwives feared God, and didn’t do what the king of Egypt commanded them, but saved the baby boys alive.',
    },
    paragraphs: [
      'The king of Egypt in this chapter has no name. The midwives do. Shiphrah and Puah, it says, as if someone had made sure they would be written down.',
      'They led no march, and they owned no sword. They had a trade whose whole purpose was helping the living into the light, and when they were told to use it for the opposite, they went on as before. Courage for them consisted of going to work.',
      'Most of our own tests will be smaller. A manager wants the date changed on a form. A group chat turns on somebody. There is a laugh that everyone is expected to join. You may not be able to stop the thing, and you should be wise about who depends on your wages. Still there is often a quiet way of not helping it along, and such ways are worth looking for.',
    ],
    prayer:
      'God of Shiphrah and Puah, make us gentle and hard to use for harm. Protect those whose honesty puts them at risk.',
  },
  {
    key: 'a-question-after-dark',
    title: 'A Question After Dark',
    verse: {
      reference: 'John 3:9',
      text: 'Nicodemus answered him, “How can these things be?”',
    },
    paragraphs: [
      'He came at night. John mentions it and gives no reason; perhaps Nicodemus was careful of his position, or perhaps that was when a busy man had time. He was a teacher himself, and he sat there asking what a beginner would ask.',
      'He doesn’t seem to have left convinced. The conversation simply runs on without him, and we lose sight of him in the dark. But he turns up twice more in that Gospel: once to say in a hostile room that a man should be heard before he is judged, and once, at the end, carrying spices for a burial.',
      'If you are unsure what you believe, take him for company. There was room at that lamp for a question with no answer yet. No one hurried him, and it seems he went on thinking for a good long time.',
    ],
    prayer:
      'God, if I may call you that tonight, I have more questions than answers. Let me bring them as they are, and let me keep coming.',
  },
]
