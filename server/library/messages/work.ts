// Daily Messages about honest work, small business and money.
import type { LibraryMessage } from '../types.ts'

export const workMessages: LibraryMessage[] = [
  {
    key: 'weights-in-the-bag',
    title: 'The Weights in the Bag',
    verse: {
      reference: 'Proverbs 16:11',
      text: 'Honest balances and scales are Yahweh’s; all the weights in the bag are his work.',
    },
    paragraphs: [
      'A merchant in the old markets carried his own stones for weighing. The customer could hardly check them; a stone shaved a little on one side looked much like a true one. The proverb says that God takes an interest in that bag.',
      'Most of us own something like it: the hours on an invoice, the sentence in the listing that is nearly true, the account we give of how long the repair took. The temptation is seldom a great crime. It is a small rounding in our own favor.',
      'Being exact will sometimes cost you, and it is fair to admit that. What it leaves you is modest and good: people who don’t need to count after you, and no story that has to be kept straight.',
    ],
    prayer:
      'God of true measures, look with us into the bag we carry. Show us the stone that should be replaced, and give us the nerve to replace it.',
  },
  {
    key: 'open-the-envelopes',
    title: 'Open the Envelopes',
    verse: {
      reference: 'Proverbs 27:23',
      text: 'Know well the state of your flocks, and pay attention to your herds',
    },
    paragraphs: [
      'There is a particular kind of drawer, and many decent people have one. In it lie the statements not yet read. Nobody puts them there out of laziness. They go in because opening them, at the end of a long day, felt like more than could be borne.',
      'The advice of the proverb is a herdsman’s advice: walk out and count. You do it to learn what is there, the thin ones included, and whether any are missing. Blame has no part in it. A number you know may be hard, but it stops growing in the dark.',
      'You could choose one envelope today, and a chair by the window. If what you find is too much for one person, that is a reason to show it to another: a bookkeeper, a nonprofit credit counselor, a friend who doesn’t flinch.',
    ],
    prayer:
      'Lord, sit beside me while I look. Let me see what is really there, and let me not be ashamed to ask for help with it.',
  },
  {
    key: 'where-no-oxen-are',
    title: 'Where No Oxen Are',
    verse: {
      reference: 'Proverbs 14:4',
      text: 'Where no oxen are, the crib is clean, but much increase is by the strength of the ox.',
    },
    paragraphs: [
      'A stable with no animals in it stays wonderfully tidy. Somebody noticed that long ago, leaning perhaps on a rake, and thought it worth writing down.',
      'Whatever is alive makes work. Customers ask odd questions at odd hours. An apprentice breaks things while learning. A kitchen that feeds people has a sink full of pans. On a tired evening it can look as if something has gone wrong, when it is only that something is going on.',
      'This is no argument for drowning. Sometimes a stall really does hold one ox too many, and it is wise to say so. But before you judge your day by its disorder, look at what made the mess. Some of it may be the very thing you once hoped for.',
    ],
    prayer:
      'Give us patience, Lord, with the clutter that comes from living things. And where there is truly too much, give us the sense to do less.',
  },
  {
    key: 'the-field-comes-first',
    title: 'The Field Comes First',
    verse: {
      reference: 'Proverbs 24:27',
      text: 'Prepare your work outside, and get your fields ready. Afterwards, build your house.',
    },
    paragraphs: [
      'Why the field before the house? Because a family can sleep in a tent for a season, but nobody can eat a roof. Plowing has its weeks, and if they pass, the year is spent. The walls can wait.',
      'Anyone starting out meets the same choice of order. It is pleasant to pick the name, the sign, the furniture. It is less pleasant to ask five strangers whether they would pay for the thing, and to hear four of them say no. Yet that conversation is the field.',
      'Perhaps you built in the other sequence and are sitting now in a handsome, expensive house beside unplowed ground. You are in large company. Ground can still be turned. Ask which single piece of work would feed the rest, and give it the first hour of the morning.',
    ],
    prayer:
      'Teach us the order of things, Lord: what has its season now, and what will keep. Bless the plain work that comes before the pleasant.',
  },
  {
    key: 'neither-poverty-nor-riches',
    title: 'A Prayer for Enough',
    verse: {
      reference: 'Proverbs 30:8',
      text: 'Give me neither poverty nor riches. Feed me with the food that is needful for me',
    },
    paragraphs: [
      'Near the end of Proverbs a man named Agur asks God for two things before he dies. One is to be kept from lying. The other is a middle-sized life.',
      'His reasons are disarming. With too much, he suspects, he would forget who gave it. With too little he might start to steal. He doesn’t think himself better than rich people or poor people; he simply knows how his own heart would lean under either load.',
      'If you have less than you need, this is your prayer too, and you may pray it with some force: food, rent, the dentist. There is nothing unspiritual in it. And if you have what you need, it gives you a word that advertisements rarely use. You could try saying it over one thing today, a coat or a table or a paycheck. Enough.',
    ],
    prayer:
      'Father, give us what we need today, and show us those who don’t have it. Keep us honest in plenty and in want.',
  },
  {
    key: 'faithful-in-very-little',
    title: 'The Back of the Cabinet',
    verse: {
      reference: 'Luke 16:10',
      text: 'He who is faithful in a very little is faithful also in much.',
    },
    paragraphs: [
      'Some cabinetmakers finish the back panel, the side that will stand against the wall for a hundred years. Ask why and they may have trouble saying. It would bother them to know it was rough.',
      'Jesus seems to have liked that quality. He spoke of it in terms of money and trust, and he set the measure very low: a very little. The email answered kindly. The bathroom cleaned as though a guest were coming. The form filled in correctly for a client who will never read it.',
      'Small work can feel like a waiting room in which real life has not yet called your name. It may be that nothing larger is on its way, and that is no verdict on you. The care you put into this hour is already a whole thing. Somebody will lean against it without knowing.',
    ],
    prayer:
      'Lord of small things, be near us in the work nobody sees. Let us do it well, and be at peace when it is done.',
  },
  {
    key: 'when-you-have-it-by-you',
    title: 'When You Have It by You',
    verse: {
      reference: 'Proverbs 3:28',
      text: 'Don’t say to your neighbor, “Go, and come again; tomorrow I will give it to you,” when you have it by you.',
    },
    paragraphs: [
      'For the one who owes, a late payment is a line on a list. For the one who waits, it may be the phone bill, or the explanation at home, or a night of arithmetic on the ceiling.',
      'The proverb is careful. It speaks to the person who has it there, within reach, and puts it off because putting off is easy. It doesn’t scold anyone who truly cannot pay. If that is where you are, the honest version is a short message: I can’t this week, here is what I can do, and when. Most people would rather have that than silence.',
      'Money is only one of the things we hold back by habit. There is the reference letter you promised, the borrowed drill, the thank-you. Which of them is lying beside you this morning? It could be in the right hands by noon.',
    ],
    prayer:
      'Lord, make us prompt in what we owe and gentle with those who owe us. Remember everyone who is waiting today for what is already theirs.',
  },
  {
    key: 'no-one-has-hired-us',
    title: 'Still Standing in the Square',
    verse: {
      reference: 'Matthew 20:7',
      text: 'Because no one has hired us.',
    },
    paragraphs: [
      'In the parable they have stood in the marketplace since morning. Others were picked at dawn, at nine, at noon. By late afternoon the light is going and these are still there. When the landowner asks why, they give the plainest answer in the story.',
      'Notice that he doesn’t doubt them. He makes no remark about effort. He hears a sentence that costs something to say and takes it as true.',
      'If you are looking for work, you know that square: the forms, the silence, the friendly question at a party. Not being chosen is heavy, and it isn’t a measurement of what you are worth. Keep someone close who knows how the days are going, and tell them honestly when the evenings get too long. If you have work, you might be the person who asks, and believes the answer.',
    ],
    prayer:
      'God who comes back to the square at evening, be with all who are waiting to be asked. Hold their dignity safe, send them good company, and open a door where one can be opened.',
  },
  {
    key: 'gathered-by-hand',
    title: 'By the Handful',
    verse: {
      reference: 'Proverbs 13:11',
      text: 'he who gathers by hand makes it grow',
    },
    paragraphs: [
      'Picture someone bringing in grain with no cart, only arms. One bundle, then the walk back, then another. From the road it looks like almost nothing.',
      'A good many livelihoods are built at about that speed. One repeat customer in a month. Ten dollars set aside, then twelve, then a month with none because the car broke. A skill that improves by an amount too small to notice, and then one day your hands do it without asking you.',
      'When an offer comes that promises to skip the walking, slow money is entitled to ask it a few questions. Who pays for this? What am I being hurried past? You lose nothing by sleeping on it. And if you were once taken in by such an offer, be merciful to yourself; the people who make them are skilled. The field is still there. An armful is a fair beginning.',
    ],
    prayer:
      'Lord, steady us in slow work. Guard us from false shortcuts, and comfort those who lost what they had gathered.',
  },
  {
    key: 'the-same-trade',
    title: 'By Trade, Tent Makers',
    verse: {
      reference: 'Acts 18:3',
      text: 'because he practiced the same trade, he lived with them and worked, for by trade they were tent makers',
    },
    paragraphs: [
      'Aquila and Priscilla had been forced out of Rome by an emperor’s order. In Corinth they started over with what travels well: a trade. Then Paul arrived, who knew the same one, and the three of them worked together.',
      'We think of Paul as a writer of letters. He was also a man who smelled of canvas or hides, and who had opinions, one supposes, about thread. Some of what he taught there must have been thought through over a seam. Nobody in the account treats those hours as time lost to more important things.',
      'Whatever your hands do today, typing or lifting or wiping a child’s chin, faith has no need to wait until you are finished. It has always got on well with ordinary tools. And the people at the next bench may turn out to be some of the company you were hoping for.',
    ],
    prayer:
      'Lord, meet us at the bench, the desk and the sink. Bless those who have had to start again in a strange town, and let them find good people to work beside.',
  },
  {
    key: 'what-do-you-have',
    title: 'Asked Before Advised',
    verse: {
      reference: '2 Kings 4:2',
      text: 'Elisha said to her, “What should I do for you? Tell me: what do you have in the house?”',
    },
    paragraphs: [
      'A widow comes to the prophet with a debt. Her husband has died, and the creditor means to take her two sons. It is one of the most frightening money stories in the Bible, and it begins with two questions.',
      'What should I do for you? What do you have? She says nothing, and then remembers a pot of oil. What follows in her story is a wonder, and we can’t promise anyone a wonder. But the questions are worth borrowing, because fear about money makes a room go dark, and nobody can count in the dark.',
      'So, quietly, perhaps with someone at the table: What is owed, and to whom? What is here? A skill, a tool, a cousin who understands forms, a program you didn’t know you qualified for. The answer may be small. It is somewhere to put your hand.',
    ],
    prayer:
      'God of widows and of all who owe, turn a lamp on in our fear. Show us what we still have, and send us people who ask before they advise.',
  },
  {
    key: 'more-than-an-inventory',
    title: 'More Than an Inventory',
    verse: {
      reference: 'Luke 12:15',
      text: 'a man’s life doesn’t consist of the abundance of the things which he possesses',
    },
    paragraphs: [
      'Somebody in the crowd interrupts Jesus to ask for help with an inheritance. His brother won’t share. It may even be a fair complaint; we aren’t told. Jesus declines to be the judge of it, and says something about what a life is made of.',
      'It is easy to mistake him here for a man who thinks money doesn’t matter. He ate at other people’s tables and knew the price of sparrows. He is saying that it can’t be the sum at the bottom of the page. When someone we love has died we know this at once: what we miss is the voice in the hallway.',
      'Suppose you wrote a short inventory of the other kind. Who would laugh with you today? What did you learn the hard way? Whose hand do you still remember? Take the list to work with you.',
    ],
    prayer:
      'Loosen our grip, Lord, on what we own and on what we envy. Make peace in families divided over money, and let us not mistake the list for the life.',
  },
]
