// Daily Messages about mornings, seasons of life, being known, beginning again and mercy.
import type { LibraryMessage } from '../types.ts'

export const seasonMessages: LibraryMessage[] = [
  {
    key: 'new-every-morning',
    title: 'Mercy With Today’s Date',
    verse: {
      reference: 'Lamentations 3:22-23',
      text: 'It is because of Yahweh’s loving kindnesses that we are not consumed, because his compassion doesn’t fail. They are new every morning. Great is your faithfulness.',
    },
    paragraphs: [
      'These lines are often printed over a photograph of a sunrise. They come from a ruined city, from someone who had seen hunger in the streets and had just told God so without restraint.',
      'Nothing outside changed as he wrote. The walls were still down. What came back to him in the middle of it was that compassion is no store that gets used up, as his own strength had been. It arrives with the day, like the light. So yesterday’s portion needn’t be stretched to cover this morning. Whatever was said or left undone, however late you lay awake, there is some with today’s date on it.',
    ],
    prayer:
      'Faithful God, we have nothing left over from yesterday. Meet us with what is new this morning.',
  },
  {
    key: 'between-two-addresses',
    title: 'Between Two Addresses',
    verse: {
      reference: 'Hebrews 11:8',
      text: 'He went out, not knowing where he went.',
    },
    paragraphs: [
      'For a man remembered as a great example of faith, Abraham knew remarkably little. He left the place where people knew him, and the directions he had been given amounted to a verb: go.',
      'Most of us spend part of our lives in that gap. It comes after a divorce and before whatever is next, between two jobs or two towns, in the weeks when everything is in boxes and nobody can find the cups. Sometimes nothing outside has moved, and you only notice that you are no longer the person you were. And people will ask about your plans.',
      'You are allowed to say that you don’t know. The letter that tells this counts the not knowing as part of the faith, and adds that he lived in tents. Put yours up for tonight. Find out where the water is. Tomorrow you can ask about the road.',
    ],
    prayer:
      'God of people on the way, we can’t see where this leads. Be our address until we have one.',
  },
  {
    key: 'known-all-the-way-through',
    title: 'Known All the Way Through',
    verse: {
      reference: 'Psalm 139:1',
      text: 'Yahweh, you have searched me, and you know me.',
    },
    paragraphs: [
      'To be known is among the things we want most, and among those we are most afraid of. We would like someone to understand. We would also like them not to open that one drawer.',
      'The poet has been searched, drawers and all: his sitting down and getting up, the words he hasn’t said yet. For a moment he considers where he might run. But the longer he thinks, the more it turns to wonder, because the one who has seen everything hasn’t left the room.',
      'Perhaps you have been loved by people who knew a part of you, and have asked yourself if they would stay for the rest. Here is one who does know. There is nothing about you still waiting to be found out.',
    ],
    prayer:
      'You know me, Lord, and you are still here. Help me to rest in being known, and to hide a little less.',
  },
  {
    key: 'called-by-name',
    title: 'The Name Under the Name',
    verse: { reference: 'John 20:16', text: 'Jesus said to her, “Mary.”' },
    paragraphs: [
      'She took him for the gardener. Grief can narrow the world until the very one you are looking for stands in front of you and you don’t know him. He asked why she was weeping, and she still didn’t know. Then he said one word. There was no explanation of the empty tomb. There was her name, and she turned around.',
      'In this place most of us go by names we chose, and there are good reasons for it. A borrowed name can be a shelter. Under it is another, the one you were called as a child, or the one you wish somebody would say kindly. You are not anonymous to God. He can say it so that you would know who was speaking.',
    ],
    prayer:
      'You know each of us here by name. Say it again today, Lord, in a way that we can hear.',
  },
  {
    key: 'breakfast-on-the-shore',
    title: 'Breakfast on the Shore',
    verse: { reference: 'John 21:12', text: 'Come and eat breakfast!' },
    paragraphs: [
      'It was beside a fire of coals that Peter had said he didn’t know Jesus. Now, after the resurrection, he comes dripping out of the lake at daybreak and finds another fire of coals, with fish on it, and bread.',
      'A hard conversation lies ahead. Three times he will be asked about love, as he had three times said no. But that is for after the meal. First he is warmed and fed with the others, as on any morning.',
      'If you carry something you did, or something you failed to do, you may expect that meeting God starts with the hard conversation. On this shore it starts with breakfast, and the talk that follows ends with Peter being trusted again. You may come up the beach as wet as you are.',
    ],
    prayer:
      'Lord, you have lit a fire for people who let you down. Let us come and eat, and then begin again.',
  },
  {
    key: 'the-second-time',
    title: 'The Second Time',
    verse: {
      reference: 'Jonah 3:1',
      text: 'Yahweh’s word came to Jonah the second time',
    },
    paragraphs: [
      'Jonah had been given an errand and had paid his fare in the opposite direction. There followed a storm, three days in the dark, and an undignified landing.',
      'Then come some of the gentlest words in that strange book: the second time. God doesn’t open with the first. There is no summing up and no probation. The call is very nearly what it was, as though it had never been withdrawn.',
      'Beginning again seldom looks like much. You go back to the meeting and say that it is day one. You write the first line of the letter once more. Some chances really are gone, and it is right to be sad about them. Still, there is a second time, and nothing in the story says that God stops counting at two.',
    ],
    prayer:
      'Patient God, speak to us again. We would like to get up and go in your direction this time.',
  },
  {
    key: 'carried-the-whole-way',
    title: 'Carried the Whole Way',
    verse: {
      reference: 'Isaiah 46:4',
      text: 'Even to old age I am he, and even to gray hairs I will carry you.',
    },
    paragraphs: [
      'Isaiah is watching idols being moved. They are heavy; they have been loaded onto weary animals, and the animals are buckling. A god that has to be carried, he thinks, is no help on a journey. His own God works the other way around. This one does the carrying. He did it before you could walk, and he will be doing it when you need an arm for the stairs.',
      'Growing older takes things out of our hands one after another: car keys, names, friends, the work by which people knew us. It can feel like turning into a burden. Yet to be carried is no disgrace in this verse. It is how you have traveled from the beginning.',
    ],
    prayer:
      'Lord, be near to all who are growing old and all who care for them. Carry us as far as there is to go.',
  },
  {
    key: 'evening-comes-first',
    title: 'Evening Comes First',
    verse: {
      reference: 'Genesis 1:5',
      text: 'There was evening and there was morning, the first day.',
    },
    paragraphs: [
      'In the first chapter of the Bible the evening is named before the morning, and to this day the Jewish Sabbath begins at dusk. It changes the feel of things. We suppose that a day starts with us, when the alarm goes and we begin to push. On this older reckoning we come in halfway. We slept through the first part. The earth turned, the dough rose, the child grew a little, and all of it was going on before we had done anything to help.',
      'You have joined something that is already under way. Perhaps that can make this morning lighter. What is yours to do today is a real part of it, and it isn’t the whole.',
    ],
    prayer:
      'God of evening and morning, you were at work while we slept. Show us our part in this day, and let us leave you the rest.',
  },
  {
    key: 'he-remembers-we-are-dust',
    title: 'He Remembers Our Limits',
    verse: {
      reference: 'Psalm 103:14',
      text: 'For he knows how we are made. He remembers that we are dust.',
    },
    paragraphs: [
      'We forget it all the time. We plan as if we had no bodies, and then are astonished to be tired, hungry, distracted, short with people at six in the evening, unable to be in two places. We call it a lack of discipline and hold it against ourselves.',
      'God keeps it in mind, says the psalm. He knows the material. Dust is no insult here; the word comes right after a line about what a father feels for his children, and nobody asks a three-year-old to carry the furniture.',
      'You can apologize for harm that you have done and still decline to apologize for being a creature. Where you come up against an edge today, try looking at it as God does, without surprise.',
    ],
    prayer:
      'You made us small, Lord, and you were not disappointed. Teach us to be as gentle with ourselves and with one another.',
  },
  {
    key: 'greater-than-our-heart',
    title: 'Greater Than Our Heart',
    verse: {
      reference: '1 John 3:20',
      text: 'if our heart condemns us, God is greater than our heart, and knows all things.',
    },
    paragraphs: [
      'Some of us carry a courtroom around inside. It is in session when we wake. The charges are old, the prosecutor never tires, and anything said in our defense is entered as further proof.',
      'John doesn’t claim that every charge is false. Some things we did, and they need to be owned and, where possible, made right. But the court inside isn’t the highest one. There is someone greater, and he knows everything. That could have been the most frightening part of the sentence, and it turns out to be the comfort. He knows what you did. He knows too what you were afraid of, how young you were, and what you have wept over since.',
      'Let the case go up to him. And if the voice never adjourns, a counselor or a wise friend can help you hear it for what it is.',
    ],
    prayer:
      'God, you know all of it, and you are kinder than we are. Be our judge, and quiet the other one.',
  },
  {
    key: 'summer-and-winter',
    title: 'You Have Made Winter Too',
    verse: {
      reference: 'Psalm 74:16-17',
      text: 'The day is yours, the night is also yours. You have prepared the light and the sun. You have set all the boundaries of the earth. You have made summer and winter.',
    },
    paragraphs: [
      'There are seasons of a life with bare branches. The children have left, or never came. A marriage is over, a body has changed, a faith that used to be green has gone quiet, and you couldn’t say on which day the leaves came down.',
      'This psalm is a long lament. In the middle of it the poet looks up and says that both belong to God, day and night, summer and winter. He doesn’t call winter pleasant, or say that each frost was sent to teach us something. He says that no part of the year lies outside.',
      'A tree in winter isn’t idle, and it isn’t being punished. It lives in the way that is possible in the cold. You may do less for a time, keep close to what is warm, and leave the roots to their own business.',
    ],
    prayer:
      'Lord of every season, this one is yours as well. Keep us alive in it, down at the root.',
  },
  {
    key: 'because-he-delights',
    title: 'Because He Delights',
    verse: {
      reference: 'Micah 7:18',
      text: 'He doesn’t retain his anger forever, because he delights in loving kindness.',
    },
    paragraphs: [
      'There is a way of letting someone off that leaves a mark. The other person sighs and says that it’s all right, and for weeks you can tell what it cost.',
      'Micah’s book has hard things in it, and at its end he imagines something else. He asks who is like God, and what sets God apart turns out to be that he likes being kind. Mercy doesn’t have to be dragged out of him at the hundredth time of asking. He delights in it, like someone who keeps looking out of the window for a guest.',
      'That can take years to believe. If you first heard about God from people who were hard to please, you may still come to him braced for the sigh. Try picturing another face today, when you arrive with the same old thing: one that lights up.',
    ],
    prayer:
      'Merciful God, we come with what we came with before. Help us to believe that you are glad to see us.',
  },
]
