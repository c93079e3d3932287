// Daily Messages about friendship, home, forgiveness, hospitality and community.
import type { LibraryMessage } from '../types.ts'

export const peopleMessages: LibraryMessage[] = [
  {
    key: 'swift-to-hear',
    title: 'Quick Ears, Slow Mouth',
    verse: {
      reference: 'James 1:19',
      text: 'let every man be swift to hear, slow to speak, and slow to anger',
    },
    paragraphs: [
      'James sets three speeds. Hearing may go fast. Talking and anger are to take their time. In most conversations it is the other way about; the reply is ready while the other person is still looking for the word.',
      'Listening well is harder than it looks, since so much of what we hear touches something of our own. She mentions her mother, and at once ours is in the room. He says he is tired and we reach for the remedy. It is kindly meant, and the person goes away a little lonelier.',
      'An experiment for today: once, when somebody tells you something, ask one more question before you offer anything. Then wait through the pause. People often put the real matter at the very end, after they have checked whether you are still there.',
    ],
    prayer:
      'Lord, you hear us out. Teach us to do as much for one another, and to leave room for the sentence that comes last.',
  },
  {
    key: 'as-much-as-it-is-up-to-you',
    title: 'As Much as Is Yours',
    verse: {
      reference: 'Romans 12:18',
      text: 'If it is possible, as much as it is up to you, be at peace with all men.',
    },
    paragraphs: [
      'Two conditions stand in front of the command. Paul, who could be very direct, took the trouble to write them down. If it is possible. As much as it is up to you. He had lived long enough to know about quarrels that one person cannot end.',
      'Some part is yours: your own tone, your own apology, the story you keep repeating about them. That part you can do. The rest lies in another person’s hands, and you are not asked to answer for it.',
      'Where there has been harm, peace may need distance. Someone who has been hit, threatened or controlled is not breaking this verse by leaving, or by staying gone. Bitterness can be laid down slowly and with help while the door stays locked. If you are not safe where you are, please tell someone you trust, or a domestic violence hotline, before anything else.',
    ],
    prayer:
      'God of peace, show us the part that is ours, and lift from us the part that never was. Keep safe all who had to go.',
  },
  {
    key: 'bearing-with-one-another',
    title: 'The Loose Cabinet Door',
    verse: {
      reference: 'Colossians 3:13',
      text: 'bearing with one another, and forgiving each other, if any man has a complaint against any',
    },
    paragraphs: [
      'There are wounds that take years and a counselor, and nobody should hurry those. This is about the other sort: the cabinet door left open again, the joke that fell badly, the friend who is always twenty minutes late.',
      'It is a comfort that the letter expects complaints. It was written to people who shared bread and, no doubt, got on each other’s nerves. Bearing with comes first in the sentence, a homely word, the kind of thing a shelf does.',
      'Before we forgive, it can help to say quietly what the debt is. Eleven dollars. A forgotten birthday. Being interrupted. Often it is smaller said than felt, and it may be let go by evening. If it turns out not to be small, that is worth knowing as well; then it wants a conversation rather than a sigh.',
    ],
    prayer:
      'Forgiving God, you put up with a great deal from us, and mostly in silence. Make us easier to live with, and slower to keep accounts.',
  },
  {
    key: 'my-beloved-my-friend',
    title: 'And This Is My Friend',
    verse: {
      reference: 'Song of Solomon 5:16',
      text: 'This is my beloved, and this is my friend, daughters of Jerusalem.',
    },
    paragraphs: [
      'She has spent a whole poem praising him: his hair, his hands, the way he stands. Then, right at the end, almost as if it had just occurred to her, comes the plainest word in the list. Friend.',
      'Couples who have been together a long time know how this word can go missing. There are schedules to be matched and children to be fetched, and two people who once talked until three become good at running a small firm. No one has done anything wrong. It has only been a while since either asked the other what they were thinking about.',
      'If you are married, you might ask it tonight, with the phone in another room, and for no purpose. If marriage is a grief to you, past or present or never, may you also have someone who says that word about you and means it.',
    ],
    prayer:
      'Lord, bless those who share a table and a roof. Give them back their friendship where it has worn thin, and be near to everyone for whom this is a tender subject.',
  },
  {
    key: 'each-his-own-gift',
    title: 'One Kind and Another',
    verse: {
      reference: '1 Corinthians 7:7',
      text: 'However each man has his own gift from God, one of this kind, and another of that kind.',
    },
    paragraphs: [
      'Churches can be built a little too much around the family photograph. If you live alone, you may have noticed: the table for two couples and you, the well-meant question, the talk of what you will do when you find someone.',
      'Paul was writing as a single man when he wrote this, and he didn’t think his life a waiting room. He didn’t think of marriage as a lesser thing either. Some have one gift, he says, some another, and he leaves it there.',
      'It may not feel like a gift at all. You may have wanted the other one very much, or had it and lost it. You are not required to call that easy. But your life is already going on, the whole of it, with its own freedom and its own people. Whoever sets a place for you today is setting it for a complete guest.',
    ],
    prayer:
      'Lord, you shared many tables and had no house of your own. Be good company to those who live alone, and teach the rest of us to widen the circle.',
  },
  {
    key: 'a-bed-a-table-a-chair',
    title: 'Bed, Table, Chair, Lamp',
    verse: {
      reference: '2 Kings 4:10',
      text: 'Please let’s make a little room on the roof. Let’s set a bed, a table, a chair, and a lamp stand for him there.',
    },
    paragraphs: [
      'A woman in Shunem notices that a certain traveler keeps passing by, and talks it over with her husband. What she proposes is a list of furniture. It is one of the loveliest lists in Scripture, and there is nothing on it that would impress anyone.',
      'She has thought of what a tired person wants: to lie down, somewhere to put a book, a place to sit, light. And she has thought of being left in peace. There is no mention of entertaining him.',
      'Hospitality can shrink in our minds to a clean house and three courses, and then we put it off for years. A smaller list will do. It might be soup from a can, a ride to the clinic, or the chair beside you on a bench. Those who can’t have anyone in, because of illness or a landlord or a hard home, can still make a little room in a conversation.',
    ],
    prayer:
      'Lord, thank you for every door that was opened to us. Show us the one who keeps passing by, and the room we already have.',
  },
  {
    key: 'according-to-what-you-have',
    title: 'According to What You Have',
    verse: {
      reference: '2 Corinthians 8:12',
      text: 'For if the readiness is there, it is acceptable according to what you have, not according to what you don’t have.',
    },
    paragraphs: [
      'Paul is raising money, and at this point in the letter he does something unusual for a fundraiser. He takes the pressure off. What isn’t there, he says, nobody is counting.',
      'A person can be ashamed of giving little, and so give nothing, and then be ashamed of that too. The appeal arrives, you think of what a generous person would send, and you close the page. Your own modest gift never gets a chance, because it lost a contest with an imaginary one.',
      'In another line of the same passage he makes clear that he doesn’t want some relieved by crushing others. So if this is a year for receiving, receive. If you have a little over, choose something that fits your real hand: five dollars, a ride, an hour, your full attention. And be wary of anyone who says a larger gift would buy you a blessing.',
    ],
    prayer:
      'Giver of all, take the shame out of our giving and our receiving. Make us ready, and let what we have be enough to offer.',
  },
  {
    key: 'through-the-roof',
    title: 'Four Friends and a Mat',
    verse: {
      reference: 'Mark 2:4',
      text: 'When they could not come near to him for the crowd, they removed the roof where he was.',
    },
    paragraphs: [
      'We never learn the names of the four. They carried a friend across town, found the doorway blocked, and looked up. Somebody had to say it first: what about the roof?',
      'The man on the mat says nothing in the whole scene. Perhaps he had told them not to bother. Perhaps he was mortified, lowered through falling plaster into a room of upturned faces. Being carried takes a courage of its own.',
      'Bodies are not always mended, and no one’s faith should be graded by it. What this story shows anyone can do is the carrying: phone the clinic and stay on hold, sit in the waiting room, drive. If you are the one on the mat just now, there may be people who would take a corner and don’t know how to offer. You could tell one of them which corner is heaviest.',
    ],
    prayer:
      'Lord, bless everyone who is carrying someone, and everyone who has to be carried. Give strength to the arms, and peace to the one on the mat.',
  },
  {
    key: 'wounds-of-a-friend',
    title: 'When a Friend Says It',
    verse: {
      reference: 'Proverbs 27:6',
      text: 'The wounds of a friend are faithful',
    },
    paragraphs: [
      'Most of us can remember one. A friend put down the cup, hesitated, and told us something we had managed not to know. It hurt for a week. Years later we are still grateful.',
      'What made it bearable? Usually that the person was shaking a little. They took no pleasure in it. They had stayed through other things and they stayed through this. It was said to our face, once, and to nobody else.',
      'That is a useful measure in both directions. If someone’s candor leaves you smaller each time, and they seem to enjoy it, you don’t have to call it faithful; cruelty likes to borrow the word honest. And if there is something you have been meaning to say to someone you love, ask whether you are ready to be around afterward. If you are, choose a quiet hour. If you aren’t, it may not be yours to say.',
    ],
    prayer:
      'Lord, thank you for friends who risked our displeasure. Make us truthful without unkindness, and able to hear what is said in love.',
  },
  {
    key: 'one-anothers-feet',
    title: 'The Towel and the Basin',
    verse: {
      reference: 'John 13:14',
      text: 'If I then, the Lord and the Teacher, have washed your feet, you also ought to wash one another’s feet.',
    },
    paragraphs: [
      'Feet, after a day of dusty roads, were nobody’s favorite job. It belonged to whoever in the house had the least say. So when Jesus got up from supper and tied on a towel, the room went awkward, and Peter protested.',
      'The words afterward are easy to hear as an instruction to serve, and they are. But look at one another. It runs both ways. There will be evenings when you kneel, and there will be evenings when it is your own cracked heels in the basin, and you must sit still and let it be done.',
      'Some of us find the second much harder. We are good with a towel and hopeless with a kindness. If that is you, a possible discipline for this day: when help is offered, say yes before you say you’re fine.',
    ],
    prayer:
      'Lord who knelt, make us willing to do the low job and willing to be cared for. Wash from us the pride that hides in both.',
  },
  {
    key: 'not-ashamed-of-my-chain',
    title: 'The Friend Who Came Looking',
    verse: {
      reference: '2 Timothy 1:16',
      text: 'he often refreshed me, and was not ashamed of my chain',
    },
    paragraphs: [
      'Onesiphorus is hard to spell and easy to overlook. He gets a few lines near the start of a letter from prison. Others had turned away, and one can see why; a man in chains is bad for one’s reputation. This friend came to Rome and searched until he found the right door.',
      'Trouble has a way of emptying a room. After the arrest, the diagnosis, the divorce, the bankruptcy, people don’t know what to say, and so they wait, and after some weeks the waiting has become an absence. Hardly anyone intends it.',
      'It is seldom too late to come looking. You needn’t explain the silence at length. I have been thinking of you, and I am sorry I was slow: that is a whole message. And if it is you who sits in the emptied room, may somebody with a difficult name be on the way.',
    ],
    prayer:
      'Lord, remember those whose friends have gone quiet. Send us to them, late as we are, and let us not be ashamed of anyone’s chain.',
  },
  {
    key: 'his-mother-and-mine',
    title: 'His Mother and Mine',
    verse: {
      reference: 'Romans 16:13',
      text: 'Greet Rufus, the chosen in the Lord, and his mother and mine.',
    },
    paragraphs: [
      'The last chapter of Romans is mostly names, and readers tend to skim it. After all that high argument Paul sends greetings to more than twenty people: hard workers, relatives, a couple who risked their necks for him, and an unnamed woman, the mother of Rufus.',
      'And mine, he adds. We are told nothing more. At some point in a wandering life, this woman treated him as a son. There may have been broth involved, or a mended cloak, or a scolding. He hadn’t forgotten.',
      'Not everyone was mothered well, and not everyone who longed for children has them. Families of this other sort can be made late, sideways, without papers, by people who simply start behaving that way. Who has been that for you? And is there some grown-up near you who could use a second helping and a question about their day?',
    ],
    prayer:
      'Father of all the lonely, thank you for those who took us in. Make of us a family wide enough for one more.',
  },
]
