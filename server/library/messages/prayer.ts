// Daily Messages about prayer, silence and gratitude.
import type { LibraryMessage } from '../types.ts'

export const prayerMessages: LibraryMessage[] = [
  {
    key: 'when-words-run-out',
    title: 'When Words Run Out',
    verse: {
      reference: 'Romans 8:26',
      text: 'for we don’t know how to pray as we ought. But the Spirit himself makes intercession for us with groanings which can’t be uttered.',
    },
    paragraphs: [
      'Paul had prayed all his life, and he wrote that we don’t know how. It is a relief to hear it from him. Some mornings the words aren’t there. You sit down, you get as far as a name, and after that there is only an ache without any grammar. As Paul sees it, prayer hasn’t been interrupted. Something is already going on in you, deeper than language, and it is the Spirit’s own sigh alongside yours.',
      'So there is nothing to translate. A breath will do, or a hand laid flat on the table, or the name of the one you are worried about. You are being prayed for from the inside.',
    ],
    prayer: 'Spirit of God, say what I can’t. I will be still and let you.',
  },
  {
    key: 'poured-out-not-polished',
    title: 'Poured Out, Not Polished',
    verse: { reference: '1 Samuel 1:15', text: 'I poured out my soul before Yahweh.' },
    paragraphs: [
      'The priest who watched Hannah pray thought she was drunk. Her lips were moving and no sound came, and it didn’t look the way prayer was supposed to look.',
      'She answered him with dignity. She had been emptying her heart in front of God, years of longing and insult, as one tips out a jar. Then she went away and ate something, and her face was different, though nothing in her life had changed yet.',
      'Many people know a longing like hers, and not all of them are answered as she was. This much is open to everyone: you needn’t compose yourself first. What you have been holding in can come out in any order. If someone misunderstands how you do it, well, that has happened before, and in God’s own house.',
    ],
    prayer:
      'Lord, this is what is in me today, the bitter along with the rest. I pour it out here, because here it is safe.',
  },
  {
    key: 'behind-a-shut-door',
    title: 'Behind a Shut Door',
    verse: {
      reference: 'Matthew 6:6',
      text: 'enter into your inner room, and having shut your door, pray to your Father who is in secret',
    },
    paragraphs: [
      'The word for this inner room could mean a storeroom, the place in a simple house where grain and oil were kept. It is a homely picture: prayer among the jars and sacks, where nobody is impressed. You can be as you are in a pantry.',
      'Yours may be a parked car, a bench on the way to the bus, the bathroom with the fan running, the few minutes before the house wakes. You don’t need to sound like anyone. And the Father is in that place already, Jesus says. You aren’t calling to someone far off. You are joining someone who has been sitting there in the dark, glad that you came.',
    ],
    prayer: 'Father, the door is shut, and it is only us. Thank you for being here before me.',
  },
  {
    key: 'waiting-in-silence',
    title: 'A Silence Between Friends',
    verse: {
      reference: 'Psalm 62:5',
      text: 'My soul, wait in silence for God alone, for my expectation is from him.',
    },
    paragraphs: [
      'Two people who have known each other a long time can drive for an hour without a word, and no one would say that they had stopped being close.',
      'With God we are less sure which kind of silence it is. Has he gone? Is he displeased? The psalm doesn’t argue these questions out. It turns and speaks to its own soul, as you might speak to a child at bedtime: hush, wait, he is the one we are waiting for.',
      'You could try three minutes today. Sit. Let the thoughts arrive and leave like trains at a station; you needn’t board every one. If nothing happens, then nothing happened, in his presence.',
    ],
    prayer:
      'We will not fill this moment, Lord. Be with us in the quiet, and let the quiet be enough.',
  },
  {
    key: 'beginners-at-prayer',
    title: 'Beginners at Prayer',
    verse: { reference: 'Luke 11:1', text: 'Lord, teach us to pray' },
    paragraphs: [
      'The disciples had heard prayers since they were small. They knew the psalms and the feasts. And one day, when Jesus had finished praying, one of them asked like a beginner.',
      'The answer takes less than half a minute to say. It asks for bread, for forgiveness, for help when we are tried. It says us and our the whole way through, so that even alone in a kitchen you pray it in company.',
      'Perhaps you have never prayed, or have lost the habit, or the words you grew up with come with memories you would rather not touch. You can start at the very beginning, at any age, knowing next to nothing. The disciple’s request was itself a prayer, and it was answered.',
    ],
    prayer: 'Teach us, Lord. We don’t know much, and we would like to learn.',
  },
  {
    key: 'when-heaven-is-quiet',
    title: 'When Heaven Is Quiet',
    verse: {
      reference: 'Psalm 22:2',
      text: 'My God, I cry in the daytime, but you don’t answer; in the night season, and am not silent.',
    },
    paragraphs: [
      'Anyone who has prayed for long knows the quiet at the other end. You asked for something good. You asked for years. The illness took its course, or the person didn’t come back, and no explanation arrived.',
      'The psalms don’t hide this. They put it in the mouths of people who love God, in words close to accusation, and on the cross Jesus took up the opening line of this very psalm as his own. Whatever the silence means, he has been inside it.',
      'There is no neat answer here. Notice only that the poet still calls him my God. The address holds when the line seems dead. If you can’t say it at present, let other people say it for you for a while.',
    ],
    prayer:
      'My God, we have asked, and we haven’t understood. We are still speaking to you. Don’t be far off.',
  },
  {
    key: 'the-one-who-turned-back',
    title: 'The One Who Turned Back',
    verse: {
      reference: 'Luke 17:15',
      text: 'One of them, when he saw that he was healed, turned back, glorifying God with a loud voice.',
    },
    paragraphs: [
      'Ten men were given their lives back on the road, and nine of them kept walking. They had reasons. They had been told to go and show themselves to the priests, and no doubt there were families to run to. We needn’t think badly of them. One stopped. He was the foreigner of the group, and he went back along the road to find the one from whom the gift had come.',
      'Most of the good that comes to us we receive at a walk, on the way to something else. Today you might stop for one thing: a teacher, a nurse, somebody who answered your message on a bad day. Go back along the road a little way and say it, to them if you can, and to God.',
    ],
    prayer:
      'For the kindness we hurried past, Lord, we stop now and thank you. Bless the hands it came through.',
  },
  {
    key: 'in-everything-not-for-everything',
    title: 'In Everything, Not for Everything',
    verse: { reference: '1 Thessalonians 5:18', text: 'In everything give thanks' },
    paragraphs: [
      'A great deal depends on a very small word. Paul writes in everything. He doesn’t write for everything, and it would be cruel to read him so. No one is asked to be thankful for cancer, for a betrayal, for an empty chair.',
      'Yet inside even those days there is often something that isn’t the disaster. The nurse with warm hands. Soup on the doorstep. A dog who has no idea and is delighted to see you. To give thanks for that takes nothing away from the grief. The two can sit side by side on the same bench.',
      'And if you can’t find one thing today, leave it. Gratitude doesn’t have to be squeezed out. It will keep.',
    ],
    prayer:
      'God, thank you for the one good thing I can see from here. For what I can’t see, wait with me.',
  },
  {
    key: 'a-prayer-while-sinking',
    title: 'A Prayer While Sinking',
    verse: { reference: 'Matthew 14:30', text: 'Lord, save me!' },
    paragraphs: [
      'Nobody prays at length with water in his mouth. Peter’s prayer on the lake was three words long, without introduction, and the hand came at once. The question about his doubt was put to him afterward, when he was already being held. We tend to imagine the reverse: first the faith, then the rescue.',
      'There will be moments today too short for anything composed. The phone rings, the envelope is opened, a temper is about to go. A word or two is enough. Help. Stay. Have mercy. And if the water is truly over your head, let a human hand come too. Call someone. Crying out is the thing Peter did right.',
    ],
    prayer: 'Lord, help. Take hold of us, and of everyone who is going under today.',
  },
  {
    key: 'someone-prayed-for-you',
    title: 'Someone Prayed for You',
    verse: {
      reference: 'Luke 22:32',
      text: 'I prayed for you, that your faith wouldn’t fail.',
    },
    paragraphs: [
      'Jesus said it at supper, to a friend who before morning would swear that he had never met him. He knew. He had prayed for him already.',
      'He hadn’t asked that Peter be spared the night, or that he do well in it, and Peter did not do well. He asked that something underneath would hold, so that there would be a way back; and he spoke of the way back as a matter of when.',
      'You may have been prayed for more often than you know: by a grandmother, by a friend who never mentioned it, by strangers in some church who remember all who are in trouble. And by him. When your own faith feels like a thread, it may be that you aren’t the only one holding it.',
    ],
    prayer:
      'Jesus, keep praying for us when we can’t. Thank you for every person who has ever said our name to you.',
  },
  {
    key: 'the-light-is-sweet',
    title: 'The Light Is Sweet',
    verse: {
      reference: 'Ecclesiastes 11:7',
      text: 'Truly the light is sweet, and it is a pleasant thing for the eyes to see the sun.',
    },
    paragraphs: [
      'The writer of Ecclesiastes isn’t easy to please. He has looked into wealth, learning and success and found all of them vapor. So it is worth listening when he stops to say that he likes sunlight. He knows about dark days and mentions them in the very next line. The light is sweet all the same.',
      'Gratitude can be as plain as that. A stripe of sun on the kitchen floor. The first swallow of coffee. Hot water out of a tap. Nothing needs to be made into a lesson.',
      'If nothing tastes of anything to you just now, that isn’t ingratitude. It may be illness or exhaustion, and it is worth telling someone who can help. Sweetness can come back to the tongue slowly.',
    ],
    prayer:
      'Maker of the morning, thank you for light. Let those who can’t enjoy it now be warmed by it even so.',
  },
]
