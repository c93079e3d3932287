// Daily Messages about calling, purpose, gifts and small beginnings.
import type { LibraryMessage } from '../types.ts'

export const purposeMessages: LibraryMessage[] = [
  {
    key: 'day-of-small-things',
    title: 'The Day of Small Things',
    verse: {
      reference: 'Zechariah 4:10',
      text: 'who despises the day of small things?',
    },
    paragraphs: [
      'When the foundation of the second temple was laid, some of the old people cried. They had seen the first one. Beside what they remembered, this was a few courses of stone in a ruined town.',
      'It is into something of that mood that the prophet asks his question, and then he points to a man with a plumb line: a string, a weight, someone checking whether a wall is straight. That is what the great matter looked like on an ordinary weekday.',
      'Your beginning may also look thin beside what was, or beside what others have. A class with two students. The first mile after an illness. A page. You are free to grieve the comparison, as the old people did; no one told them to stop. Then hold the line against the wall and lay one stone true.',
    ],
    prayer:
      'Lord, you are not embarrassed by small beginnings. Help us to stop apologizing for ours, and to lay today’s stone straight.',
  },
  {
    key: 'what-is-in-your-hand',
    title: 'Only a Stick',
    verse: {
      reference: 'Exodus 4:2',
      text: 'Yahweh said to him, “What is that in your hand?” He said, “A rod.”',
    },
    paragraphs: [
      'Moses has been explaining why he is the wrong person. He has no standing; they won’t believe him; he doesn’t speak well. In the middle of the list comes a question so simple that it must have thrown him. What are you holding?',
      'A stick. He had leaned on it for years. It had tapped sheep away from ledges. It was so much a part of his day that he had probably stopped seeing it.',
      'We tend to look for purpose somewhere on the horizon, in a gift we wish we had been given. The question looks lower. You may know how to calm a frightened dog, read a contract, braid hair, stay up with the sick, fix the thing under the sink. You came by it in years you perhaps thought were being wasted. What is that in your hand?',
    ],
    prayer:
      'God of ordinary tools, show me what I am already holding. Use it as you like, and keep me from despising it.',
  },
  {
    key: 'who-knows',
    title: 'Who Knows?',
    verse: {
      reference: 'Esther 4:14',
      text: 'Who knows if you haven’t come to the kingdom for such a time as this?',
    },
    paragraphs: [
      'This line is often quoted as a trumpet call. Read slowly, it is a question, and it begins with two words of honest uncertainty. Mordecai doesn’t claim to have been told anything. In the Hebrew book of Esther, God isn’t mentioned by name even once.',
      'Esther is young, frightened, and married to a dangerous man in a palace she did not choose. What she has is a position, a moment, and someone who wonders aloud with her. She asks her people to fast with her for three days. Then she goes in.',
      'You may never be sure why you are where you are, and you needn’t invent a reason for what has hurt you. But you can look around the room you are in and wonder. Is there something here that I could say, and someone else couldn’t? Who knows is enough light for one careful step.',
    ],
    prayer:
      'Lord, you are present even where you go unnamed. When we cannot know, let us still be kind and brave with what we can see.',
  },
  {
    key: 'the-third-time',
    title: 'Called by the Wrong Name',
    verse: {
      reference: '1 Samuel 3:8',
      text: 'He arose and went to Eli and said, “Here I am; for you called me.” Eli perceived that Yahweh had called the child.',
    },
    paragraphs: [
      'The boy gets it wrong three times in one night. He hears his name, runs down the hall, and wakes an old man who didn’t call. Twice he is simply sent back to bed. It would make a comedy if it were not so tender.',
      'It is some comfort that Samuel grew up in the sanctuary and still couldn’t tell. He needed somebody older, whose own eyes were failing and whose family was in trouble, to say: I think I know what that might be.',
      'If you have no clear sense of what you are for, you have not failed a test. You may have run down a hall or two, sure that this was it, and been sent back. Tell someone patient what you keep hearing. Others sometimes recognize in us, by the third telling, what we took for a noise in the night.',
    ],
    prayer:
      'Speak again, Lord, for we are slow to understand. Give us an Eli to ask, and make us gentle with the young who wake us.',
  },
  {
    key: 'though-he-does-not-know-how',
    title: 'He Doesn’t Know How',
    verse: {
      reference: 'Mark 4:27',
      text: 'and should sleep and rise night and day, and the seed should spring up and grow, though he doesn’t know how',
    },
    paragraphs: [
      'Here is a farmer who goes to bed. That is nearly all that happens in the middle of this small story: he has scattered seed, he sleeps, he gets up, he sleeps again. Meanwhile, out of his sight, the ground is busy.',
      'Jesus says without embarrassment that the man doesn’t understand the process. No one asks him for a plan. He had a part at the beginning, and he will have another at the harvest, and between them lies a long stretch that isn’t his.',
      'Teachers live in that stretch, and parents, and anyone who has said a true thing to someone who shrugged. So do people whose seed, as far as they can tell, never came up. We don’t see everything the soil does. If you have sown what you had, you may turn off the lamp.',
    ],
    prayer:
      'Keeper of seeds, we have scattered what we could. We leave the dark part of it with you, and go to bed.',
  },
  {
    key: 'among-so-many',
    title: 'Five Loaves, Honestly Counted',
    verse: {
      reference: 'John 6:9',
      text: 'There is a boy here who has five barley loaves and two fish, but what are these among so many?',
    },
    paragraphs: [
      'Andrew does two things in one breath. He points out the boy’s lunch, and he says it is hopeless. You can almost hear him wishing he had kept quiet.',
      'His arithmetic is right. Barley bread was plain food; there were thousands of people on the grass. Nothing in the story requires anyone to pretend that five is a large number. What Andrew does well is mention it anyway. He lets the small thing be counted.',
      'You know the feeling of two fish. An hour a week, when the need has no edges. One kind sentence to a person whose whole life has come down. It isn’t enough, and you are right about that, and you were never asked to be enough. Bring it in both hands and let it go where it goes. A meal often starts with somebody small who didn’t keep the lid on.',
    ],
    prayer:
      'Lord, here is what I have. I know how little it is. Take it and pass it on to someone who is hungry.',
  },
  {
    key: 'she-happened-to-come',
    title: 'The Nearest Field',
    verse: {
      reference: 'Ruth 2:3',
      text: 'She went, and came and gleaned in the field after the reapers; and she happened to come to the portion of the field belonging to Boaz',
    },
    paragraphs: [
      'Ruth had no plan beyond supper. She was a foreigner and a widow, and she had a grieving mother-in-law to feed. So she went out to do what the poor were allowed to do, which was to pick up what the harvesters dropped.',
      'The storyteller says that she happened to come to a certain field. Looking back, we know what would grow from that. She didn’t. To Ruth it was the nearest barley, and bending is hard on the back.',
      'People often speak of purpose as though it came first, like a map, and the walking after. For Ruth it went the other way around. There was a need, and a decent next thing to do about it, on a day that otherwise held a good deal of sorrow. If your own map is blank this morning, that may be all you are asked for: the next decent thing, within walking distance.',
    ],
    prayer:
      'God of widows and strangers, we can’t see far. Show us the nearest field, and let there be kind people in it.',
  },
  {
    key: 'planted-and-watered',
    title: 'Somebody Else’s Watering Can',
    verse: {
      reference: '1 Corinthians 3:6',
      text: 'I planted. Apollos watered. But God gave the increase.',
    },
    paragraphs: [
      'The church in Corinth had been arguing about whose people they were. Some were for Paul, others for Apollos, and one imagines that each side had its reasons. Paul answers like a gardener slightly puzzled at being made into a banner.',
      'He sorts it out in three short sentences, and gives himself one of them. He doesn’t belittle what he did. It was real work, done at a real time, and then he moved on and another man came with the water.',
      'Nearly everything good in you was begun by someone and continued by someone else. A teacher you have forgotten, a neighbor, a book left on a bench. And what you are beginning, you may not finish. That can sting. It can also let you breathe out. Who planted something in you, and could you let them know?',
    ],
    prayer:
      'Thank you, Lord, for those who planted and those who watered. Let us do our part without needing to own the garden.',
  },
  {
    key: 'the-house-david-did-not-build',
    title: 'It Was in Your Heart',
    verse: {
      reference: '1 Kings 8:18',
      text: 'you did well that it was in your heart',
    },
    paragraphs: [
      'David wanted to build a temple. He had it on his mind and spoke of it, and was told that it would not be him. His son would lay those stones.',
      'When Solomon stands in the finished building, he remembers this, and he remembers a sentence that had been spoken to his father. The wish itself was good. It counted, though it came to nothing in his lifetime.',
      'Many of us carry a house we didn’t build. The degree broken off when someone fell ill. The child hoped for, the marriage that did not last, the shop that closed in its second spring. Advice about moving on has a way of arriving too early. So let this stand here instead, without advice. It was a good thing to want. You did well that it was in your heart. If the longing weighs more than you can carry, let someone carry a corner of it with you.',
    ],
    prayer:
      'Lord, you saw what we hoped to build. Honor it with us, and be gentle with everyone who stands today in a house they had to leave to others.',
  },
  {
    key: 'sent-to-his-friends',
    title: 'He Wanted to Go Along',
    verse: {
      reference: 'Mark 5:19',
      text: 'Go to your house, to your friends, and tell them what great things the Lord has done for you, and how he had mercy on you.',
    },
    paragraphs: [
      'The man begged to come along in the boat, and who could blame him? On that shore everybody knew his worst years. They had heard him shouting at night. It would have been easier to begin again among strangers.',
      'Jesus gave him a different task: his own people, his own streets, and a story to tell in plain words. He was to say what mercy had been like.',
      'No one should read this as an order to return to a place that isn’t safe; there were other people whom Jesus told to leave. But many of us assume that a calling must be far away and new. It may instead be a kitchen where they remember you as you were. You don’t owe anyone there a speech. Being a little more honest, a little easier to be near, is already a way of telling it.',
    ],
    prayer:
      'Lord, some of us long to leave and some long to go home. Show each of us where mercy would be good news today, and keep us safe there.',
  },
  {
    key: 'wisdom-of-heart',
    title: 'Skill Is a Gift Too',
    verse: {
      reference: 'Exodus 35:35',
      text: 'He has filled them with wisdom of heart to work all kinds of workmanship',
    },
    paragraphs: [
      'Engravers, weavers, embroiderers, people who knew blue thread from purple in poor light. When the tent of meeting was to be made, they are the ones of whom it is said that God filled them. Two are named, Bezalel and Oholiab. They were given the ability to teach as well.',
      'The phrase for their skill is wisdom of heart. We don’t often put those words together with a chisel. Yet anyone who has watched a good nurse find a vein, or a mechanic listen to an engine with her head on one side, knows what is meant.',
      'You may have been told that your gift was a hobby, or too practical to be holy. Consider that somebody has to hang the curtain straight, and that doing so was once counted among the works of the Spirit. Is there a younger pair of hands you could show?',
    ],
    prayer:
      'Maker of all things, thank you for hands that learn. Fill them again today, and let us pass on what we know without being stingy.',
  },
]
