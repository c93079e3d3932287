import { who } from '../members.ts'
import { paragraphs } from '../paragraphs.ts'
import type { ApprovedStory } from '../types.ts'
import { creedReplies } from './creed-replies.ts'

export const faithStories: ApprovedStory[] = [
  {
    author: who.tomas,
    category: 'faith',
    title: 'I got as far as “and in Jesus Christ” and stopped',
    daysAgo: 49.4,
    status: 'approved',
    tags: ['doubt', 'church', 'prayer'],
    content: paragraphs(
      'Last Sunday, in the middle of the creed, I noticed that my mouth was moving and I wasn’t sure I meant it. So I closed my mouth. Everybody around me went on. It was like stepping off a moving walkway. I stood there with my hands on the pew and listened to two hundred people believe something.',
      'I’m 38, I was baptised at three weeks, I have taught the confirmation class. Nothing bad has happened to me. No tragedy, no scandal, no clever book. It’s more that I reached for the rail one day, on stairs I’ve walked all my life, and I couldn’t feel it.',
      'I haven’t told my wife, or my priest, who is a kind man and would worry. I still go. I still pray at night with the children, and that part I can do. I don’t want to be argued with and I don’t want to be told that it’s fine. I would like to know if anybody has stood where I’m standing, and what they did with their hands.',
    ),
    replies: creedReplies,
  },
  {
    author: who.lemon,
    category: 'faith',
    title: 'Ward C, four in the morning',
    daysAgo: 55.7,
    status: 'approved',
    tags: ['prayer', 'patience', 'gratitude'],
    content: paragraphs(
      'My sister’s operation was supposed to take three hours. By the seventh I’d read every notice on the wall of the waiting room, including the one about the fire hose, in two languages.',
      'A young man was waiting too, for his mother. Neither of us had anything to say. At about four he took a naartjie out of his jacket, peeled it all in one piece, and gave me half. We ate it very slowly. He said, “Do you pray?” and I said, “I’ve run out of words.” He said, “Me too. But I think this is going up anyway,” and he meant the two of us, sitting there.',
      'My sister came through. I don’t know about his mother. They called his name while I was in the corridor and when I came back there was only the peel. I think of them every time I smell one.',
    ),
    replies: [
      {
        author: who.sparrow,
        hoursAfter: 9,
        content:
          'I’m usually on the other side of those doors at four in the morning. I’ll think of the two of you the next time I walk out to a waiting room.',
      },
      {
        author: who.harmattan,
        hoursAfter: 20,
        content: 'Somebody once gave me half of a peppermint. I think these are the same people.',
      },
      {
        author: who.lemon,
        hoursAfter: 23,
        replyTo: 1,
        content: 'Then I want to hear about the peppermint one day.',
      },
    ],
  },
  {
    author: who.luz,
    category: 'faith',
    title: 'Mi oración cabe en una cocina',
    daysAgo: 128.2,
    status: 'approved',
    tags: ['prayer', 'gratitude'],
    content: paragraphs(
      'Tengo setenta y dos años y las rodillas ya no me dejan arrodillarme. Al principio me dio tristeza, porque así me enseñó mi mamá, en el piso de tierra, con las manos juntas y sin moverse.',
      'Ahora rezo mientras hago las tortillas. Una por cada nieto, y tengo once. La de Mateo, que está lejos, la hago más despacio. La de la niña que todavía no nace la hice chiquita y me la comí yo, con sal.',
      'Mi nuera me dijo: “Suegra, Dios la escucha aunque se le quemen”. Y sí, se me quemó la de Rubén. Pero a Rubén le gustan así.',
    ),
    replies: [
      {
        author: who.unhurried,
        hoursAfter: 22,
        content:
          'I read this slowly with a dictionary and my grandmother’s Spanish. I believe a tortilla can be a rosary.',
      },
      {
        author: who.luz,
        hoursAfter: 30,
        replyTo: 0,
        content: 'Gracias, corazón. With more butter, but yes.',
      },
      {
        author: who.tomas,
        hoursAfter: 1600,
        content:
          'Abuela, llevo semanas sin saber rezar y esto lo he leído tres veces. Mañana hago tortilla, aunque la mía es de patata.',
      },
    ],
  },
  {
    author: who.oldDog,
    category: 'faith',
    title: 'Eleven people and a piano with nine keys out',
    daysAgo: 144.1,
    status: 'approved',
    tags: ['church', 'gratitude'],
    content: paragraphs(
      'I drove for 38 years and in that time I must have sat in two hundred churches, because I’d pull in wherever there was room to park the rig on a Sunday. Big ones with screens. One in Amarillo where they gave me a gift bag.',
      'The one I joined when I quit driving has eleven people when the Hendersons’ grandkids visit. The piano has nine dead keys, so Dolores plays around them and we’ve all learned the hymns with holes in. The sermon is eighteen minutes because the pastor drives to two other churches after us.',
      'First winter, I missed a Sunday with the flu and by noon I had three casseroles and a man in my yard splitting wood. I’d sat in two hundred churches, and that was the first one where it made any difference whether I was there.',
    ),
    replies: [
      {
        author: who.nana,
        hoursAfter: 4,
        content: 'I sang in a church with holes in the hymns for forty years. Would not trade it.',
      },
      {
        author: who.flour,
        hoursAfter: 17,
        content: 'Which hymn comes out worst?',
      },
      {
        author: who.oldDog,
        hoursAfter: 19,
        replyTo: 1,
        content: '“How Firm a Foundation.” It is not.',
      },
    ],
  },
  {
    author: who.nana,
    category: 'faith',
    title: 'The choir I can’t hear',
    daysAgo: 92.5,
    status: 'approved',
    tags: ['church', 'gratitude', 'grief'],
    content: paragraphs(
      'I sang alto since I was fourteen and now my ears are about gone. The aids make a choir sound like forks in a drawer, so on Sundays I take them out.',
      'I was mad at the Lord a good while. Then my granddaughter showed me to put my palm flat on the pew in front of me. You can feel the low notes come up the wood. I know the hymn by the second line. Last week I felt the altos come in late and I laughed right out loud.',
    ),
    replies: [
      {
        author: who.gate,
        hoursAfter: 10,
        content:
          'I put my palm on the pew this morning, just to see. You’re right about the low notes.',
      },
      {
        author: who.oldDog,
        hoursAfter: 28,
        content: 'Somebody should tell those altos that you’re on to them.',
      },
    ],
  },
  {
    author: who.shift,
    category: 'faith',
    title: 'Grace over the vending machine',
    daysAgo: 0.22,
    status: 'approved',
    tags: ['work', 'gratitude', 'prayer'],
    content:
      'Cafeteria’s closed for repairs, so supper was crackers and one of those pies in a sleeve. The new guy bowed his head over his. Nobody does that in there. So I did too, and then Rosa, and then we all sat chewing and not looking at each other. Fourteen months I’ve worked with these people and I think that’s the first time we ate together.',
    replies: [
      {
        author: who.thermos,
        hoursAfter: 1,
        content:
          'Good for the new guy. And good for you, going second. Second is what makes it safe.',
      },
      {
        author: who.nana,
        hoursAfter: 3,
        content: 'Is this the one who looked lost? How is Rosa’s knee?',
      },
    ],
  },
]
