// Daily Messages about rest, tiredness, anxiety and waiting.
import type { LibraryMessage } from '../types.ts'

export const restMessages: LibraryMessage[] = [
  {
    key: 'an-invitation-for-the-tired',
    title: 'An Invitation for the Tired',
    verse: {
      reference: 'Matthew 11:28',
      text: 'Come to me, all you who labor and are heavily burdened, and I will give you rest.',
    },
    paragraphs: [
      'There is a tiredness that sleep repairs and a tiredness that it doesn’t. The second kind comes from carrying: a worry about a child, a debt, an old regret, the effort of seeming fine. You can wake up with it after nine hours in bed.',
      'Jesus speaks to people who carry. He doesn’t ask how they came to be so loaded, or whether some of it was their own doing. He doesn’t tell them to be stronger. He says come, and the only qualification he mentions is being tired.',
      'What he offers isn’t the end of every task. A few words later he speaks of a yoke, the kind of thing two can pull in together. The load may still be there this afternoon. You need not be alone under it.',
    ],
    prayer:
      'Lord, you know what I am carrying today. I come to you as I am. Take the other side of it.',
  },
  {
    key: 'bread-before-answers',
    title: 'Bread Before Answers',
    verse: {
      reference: '1 Kings 19:7',
      text: 'Arise and eat, because the journey is too great for you.',
    },
    paragraphs: [
      'Elijah had asked to die. The boldest day of his life lay just behind him, and now he was hunted and alone, and he lay down in the wilderness and said that it was enough.',
      'No one corrects him. No one reminds him how much he has to be grateful for. An angel touches him, and there is something to eat. He sleeps again and is woken for a second meal, with the plain admission that the road is too long for him as he is. The talking comes much later.',
      'If you are where Elijah was, food and sleep are no small or unspiritual things. Neither is telling somebody. If part of you has been wishing not to live, please say so today to a person who can help: a friend, a doctor, a crisis line. You were never meant to make this journey unfed and alone.',
    ],
    prayer:
      'God of the wilderness, send bread and sleep and someone’s hand to all who have had enough. Keep us until we can go on.',
  },
  {
    key: 'asleep-on-the-cushion',
    title: 'Asleep on the Cushion',
    verse: {
      reference: 'Mark 4:38',
      text: 'He himself was in the stern, asleep on the cushion',
    },
    paragraphs: [
      'Mark alone keeps this small detail: there was a cushion. In a storm that frightened experienced fishermen, Jesus was so tired from the day that he slept. That is a comfort even before the calm. He knows the body that simply stops at the end of long hours among people, and he made no apology for it.',
      'The disciples woke him with a question that many of us have whispered: didn’t he care? They weren’t polite about it, and they weren’t sent away. He got up and spoke to the wind first. What he asked them about their fear came afterward, when the water was quiet and they could hear him. Whatever frightens you this morning, you may wake him, and you may be blunt.',
    ],
    prayer:
      'Jesus, we are afraid, and we are telling you so. Stay in the boat with us, and let some quiet come.',
  },
  {
    key: 'a-cloak-over-the-colt',
    title: 'A Cloak Over the Colt',
    verse: {
      reference: '1 Peter 5:7',
      text: 'casting all your worries on him, because he cares for you.',
    },
    paragraphs: [
      'Worry is a kind of work, and most of us are skilled at it. We rehearse the phone call, we price the repair, we lie awake holding up the roof.',
      'Peter has a verb for the opposite. In the whole New Testament it appears in just one other scene, when people threw their cloaks over the back of a colt for Jesus to ride into Jerusalem. That is the motion: a heavy thing swung off your own shoulders and onto a back that can bear it.',
      'You may have to do it more than once. Cares have a way of being back by lunchtime, and you can throw the same cloak again. Some worries need a second step as well: an appointment, a hard conversation, advice from someone who knows. The reason Peter gives holds either way. You are cared for.',
    ],
    prayer:
      'Father, here it is again, the same worry as yesterday. I put it on you, and I will put it on you again tonight.',
  },
  {
    key: 'enough-for-one-day',
    title: 'Enough for One Day',
    verse: {
      reference: 'Exodus 16:4',
      text: 'the people shall go out and gather a day’s portion every day',
    },
    paragraphs: [
      'In the wilderness the bread wouldn’t keep. Israel went out in the morning and gathered what a household could eat, and whatever anyone tried to store for tomorrow had spoiled by sunrise. Only before the Sabbath was it different.',
      'It must have been hard at first. People who had been slaves would have liked a full jar. What they were given was a morning, and after it another morning.',
      'Perhaps strength comes in the same size. You look ahead at the treatment, the court date, the first year without him, and you know that you haven’t got what it will take. That may be true. It isn’t being asked of you by nine o’clock. Plan what needs planning, and then go and look for the portion that belongs to today.',
    ],
    prayer: 'Give us what this day needs, Lord, and let us leave tomorrow’s bread with you.',
  },
  {
    key: 'rest-awhile',
    title: 'Rest Awhile',
    verse: {
      reference: 'Mark 6:31',
      text: 'You come apart into a deserted place, and rest awhile.',
    },
    paragraphs: [
      'The apostles had come back with a great deal to report, and so many people were coming and going around them that they had no chance to eat. Jesus noticed the missed meal. He didn’t wait until every need had been met, because there were always more people.',
      'It is worth knowing how his plan turned out. The crowd saw where the boat was heading and ran ahead along the shore, and the quiet lasted about as long as the crossing. You may know that kind of rest: twenty minutes between the baby and the alarm, a lunch break in a parked car. It still counts. He offered it as something good in itself, with nothing to be earned first and nothing to show for it afterward.',
    ],
    prayer:
      'Lord, show us one small deserted place in this day, and teach us to go there without guilt.',
  },
  {
    key: 'three-in-the-morning',
    title: 'Three in the Morning',
    verse: {
      reference: 'Psalm 94:19',
      text: 'In the multitude of my thoughts within me, your comforts delight my soul.',
    },
    paragraphs: [
      'Thoughts come in crowds at night. One of them opens the door and the rest push in behind it: the bill, the cough, the thing you said eleven years ago. The poet knows the crowd, and what he says about comfort is modest. He doesn’t report that the thoughts stopped. In the middle of them something else was also present, and it was kind.',
      'A few plain things can help you notice it. Put both feet on the floor. Let your breath out slowly. Say one true sentence, and keep it short. And if the nights go on like this for weeks, tell a doctor or someone you trust. You would want a person you love to do the same.',
    ],
    prayer:
      'God, my mind is loud. Be the quiet voice in the room, and let me hear you before the others.',
  },
  {
    key: 'someone-else-is-awake',
    title: 'Someone Else Is Awake',
    verse: {
      reference: 'Psalm 3:5',
      text: 'I laid myself down and slept. I awakened; for Yahweh sustains me.',
    },
    paragraphs: [
      'The heading of this psalm sets it in one of the worst times of David’s life, when he was running from his own son. There was every reason to sit up all night.',
      'He lay down. Nothing had been settled: the quarrel was open, the danger was somewhere behind him in the dark. For a few hours the world had to get along without his attention. In the morning that seemed worth putting into a song.',
      'Falling asleep is a small act of trust that we perform without noticing. We stop guarding things, and our hands come open. Perhaps you slept badly; then even those broken hours had someone in them. You have been kept through a great many nights in which you did nothing at all to keep yourself.',
    ],
    prayer:
      'Thank you for last night, whatever it was like. When evening comes, help us to lay down what we can’t finish.',
  },
  {
    key: 'the-weaned-child',
    title: 'Close, and Wanting Nothing',
    verse: {
      reference: 'Psalm 131:2',
      text: 'I have stilled and quieted my soul, like a weaned child with his mother',
    },
    paragraphs: [
      'A baby at the breast wants something. A child who has been weaned can climb into the same lap and want nothing except to be there. That is the picture this short psalm chooses for a soul at peace: sitting close for the sake of sitting close.',
      'We bring God so many requests, and we are told to bring them. Still, there may be five minutes today when you have none, or when you are too worn out to put them in order. You could spend those minutes simply not going anywhere.',
      'Not everyone had a lap like that. If the image aches, let the psalm be a wish rather than a memory. Quiet can be learned late, and it is seldom learned at one sitting.',
    ],
    prayer: 'Here I am, Lord. I have nothing to say just now. Let me stay a while.',
  },
  {
    key: 'waiting-for-the-light',
    title: 'More Than Watchmen',
    verse: {
      reference: 'Psalm 130:6',
      text: 'My soul longs for the Lord more than watchmen long for the morning, more than watchmen for the morning.',
    },
    paragraphs: [
      'Ask anyone who has worked nights. Around four the body is cold, the coffee has stopped helping, and nothing whatever can be done to bring the sunrise forward.',
      'The poet compares his soul to a watchman at that hour, and then he says it again, as people do when there is nothing new to say. He doesn’t pretend the waiting is pleasant. He can’t tell when his own morning will come. A watchman, though, has seen enough nights to know which way they are headed.',
      'Maybe you are waiting for results, for a letter, for somebody to come home, for a feeling to return. It is tiring to want something and be unable to hurry it. You can keep watch without being cheerful about it. Keep your coat on. Talk to whoever shares the shift. Look east now and then.',
    ],
    prayer: 'Lord, it is still dark, and we are waiting. Wait with us until it is light.',
  },
  {
    key: 'and-then-they-walk',
    title: 'And Then They Walk',
    verse: {
      reference: 'Isaiah 40:31',
      text: 'They will mount up with wings like eagles. They will run, and not be weary. They will walk, and not faint.',
    },
    paragraphs: [
      'Posters tend to stop at the eagles. The prophet keeps going, and the order he chooses is odd: flying first, then running, and walking last of all. You would expect it to build the other way.',
      'But most of life is lived at walking pace. There may be a few days when you soar and some stretches when you can run. For the rest there is Tuesday: the dishes, the appointment, the same kindness to the same person, getting up again. The strength to go on putting one foot in front of the other is named here beside wings, and it is kept for the end of the sentence, where the weight falls.',
      'If all you have managed lately is to keep walking, you haven’t missed the promise. And if you have had to sit down, it was spoken to weary people in the first place.',
    ],
    prayer:
      'Lord, we don’t ask to fly today. Give us strength for the next ordinary mile, and patience with our own pace.',
  },
]
