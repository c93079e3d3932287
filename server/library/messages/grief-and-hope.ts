// Daily Messages about grief, comfort, doubt and hope.
import type { LibraryMessage } from '../types.ts'

export const hopeMessages: LibraryMessage[] = [
  {
    key: 'two-words-at-a-grave',
    title: 'Two Words at a Grave',
    verse: { reference: 'John 11:35', text: 'Jesus wept.' },
    paragraphs: [
      'He knew what he was about to do. As John tells it, Jesus came to his friend’s tomb meaning to call him out of it, and you might suppose that a man with such plans would have no use for tears. He saw Mary crying, and her neighbors with her, and he cried too.',
      'So tears can’t be a sign of having too little hope. He had all of it, and he wept.',
      'Each of the sisters had told him, in nearly the same words, that if he had only come sooner their brother would be alive. He scolded neither of them. If you have something like that to say to God about the person you miss, you are in the company of people he loved. Nobody has to be composed at a grave, on the first day or many years afterward.',
    ],
    prayer:
      'Jesus, you stood at a grave and cried. Stand with everyone who misses someone this morning.',
  },
  {
    key: 'sitting-on-the-ground',
    title: 'Seven Days on the Ground',
    verse: {
      reference: 'Job 2:13',
      text: 'So they sat down with him on the ground seven days and seven nights, and no one spoke a word to him, for they saw that his grief was very great.',
    },
    paragraphs: [
      'Job’s friends are remembered for their speeches, which were long, confident and wrong. Before the speeches, though, they got one week right.',
      'They came. They saw that the suffering was larger than anything they could say about it, and they let it be that large. They sat where he sat. For seven days no one offered a reason.',
      'If you are the one on the ground, perhaps you can let somebody near without having to entertain them or prove that you are doing better. It could be a short message: come and sit, you don’t have to talk. And if someone you know is grieving and you have no idea what to say, you already have what those seven days were made of.',
    ],
    prayer:
      'Lord, bring someone to sit beside those who hurt today. Where that someone is me, keep me quiet and keep me there.',
  },
  {
    key: 'tears-in-a-container',
    title: 'No Tear Goes Unrecorded',
    verse: {
      reference: 'Psalm 56:8',
      text: 'You count my wanderings. You put my tears into your container. Aren’t they in your book?',
    },
    paragraphs: [
      'Who would keep such a thing? The psalm imagines God as someone who collects tears, and who writes down every road a frightened person has had to take.',
      'Nobody else has that record. You have forgotten most of it yourself: the hour in the hospital corridor, the crying in the shower so that no one would hear, the long drive home. Some sorrows never had a witness. Others were seen, and after a decent interval no one asked again. The poet doesn’t say why the tears had to be. He says that they aren’t lost. What you went through was worth writing down.',
    ],
    prayer:
      'You have seen what no one else saw, God. Thank you for remembering it, so that I don’t have to hold all of it alone.',
  },
  {
    key: 'both-in-one-breath',
    title: 'Both in One Breath',
    verse: { reference: 'Mark 9:24', text: 'I believe. Help my unbelief!' },
    paragraphs: [
      'Here is a whole prayer in five words, and half of it is doubt.',
      'It was spoken by a father near the end of his strength. His son had suffered since childhood; he had already asked the disciples, and they had been able to do nothing. He couldn’t produce a faith without cracks in it, so he brought the one he had. We like to sort people into believers and unbelievers. In this man both came out together, with tears, and Jesus, who might have told him to come back when he was certain, turned and helped.',
      'No one can promise that your story will go as his did. But you needn’t sort yourself out before you pray. Bring what you have, even if it is mostly a question, and ask for help with the rest.',
    ],
    prayer:
      'I trust you a little, God, and on some days less than that. Take what there is, and help me with what is missing.',
  },
  {
    key: 'the-week-thomas-stayed',
    title: 'The Week Thomas Stayed',
    verse: {
      reference: 'John 20:26',
      text: 'After eight days again his disciples were inside and Thomas was with them.',
    },
    paragraphs: [
      'For a week Thomas lived among people who were sure of something he couldn’t share. They had seen the Lord, and he had been somewhere else. He told them, without softening it, what it would take.',
      'It is easy to overlook that eight days later he was still there. The others hadn’t put him out for doubting, and he hadn’t walked away from their happiness. It can’t have been a comfortable week for anyone. They kept joy and doubt in one house all the same.',
      'When Jesus came, he went straight to Thomas and took up his question. If you sit among believers feeling that you are the only one who isn’t sure, you are no stranger to this story. There is a chair in it for you.',
    ],
    prayer:
      'Lord, come to us behind our locked doors, the certain and the uncertain together, and give us peace.',
  },
  {
    key: 'but-some-doubted',
    title: 'But Some Doubted',
    verse: {
      reference: 'Matthew 28:17',
      text: 'When they saw him, they bowed down to him, but some doubted.',
    },
    paragraphs: [
      'Matthew could have left it out. He is on the last page of his book, on the mountain, with the risen Jesus before the eleven, and anyone polishing the scene would have had them all on their knees and convinced. He wrote that some doubted. He doesn’t say which. He doesn’t say that they were asked to step aside for what followed. The same words were spoken to all of them, the same work was given, and the same company was promised to the end.',
      'Doubt can be lonely and frightening, above all for someone who once felt certain. It may help to know that it was there from the start, among the ones who bowed. You can worship with a question in your hands.',
    ],
    prayer:
      'God, we bow, and we wonder. Receive both, and don’t let our questions keep us from you.',
  },
  {
    key: 'no-date-on-grief',
    title: 'No Date on Grief',
    verse: {
      reference: 'Ecclesiastes 3:4',
      text: 'a time to weep, and a time to laugh; a time to mourn, and a time to dance',
    },
    paragraphs: [
      'The Preacher names a time for weeping and doesn’t say how long it is. Other people sometimes do. They mean it kindly; they would like to have you back. After a month, or by the first anniversary, there is a feeling in the air that you might be through it by now. Then a song comes on in the supermarket and you find yourself standing very still beside the cereal.',
      'Nor does he say that the times take tidy turns. You may laugh at the funeral lunch, and it is no betrayal. You may cry on the day of a wedding, and it is no ingratitude. Love is finding out where to go now that the person is out of reach. Let it take as long as it takes, and when it is too heavy, let someone lift the other end.',
    ],
    prayer:
      'Lord of our days, make room in this one for whatever comes, tears or laughter, and stay near in both.',
  },
  {
    key: 'a-psalm-without-a-sunrise',
    title: 'A Psalm Without a Sunrise',
    verse: {
      reference: 'Psalm 88:1',
      text: 'Yahweh, the God of my salvation, I have cried day and night before you.',
    },
    paragraphs: [
      'Most of the sad psalms turn somewhere before the end. There is a nevertheless, a glimpse of morning. Psalm 88 doesn’t turn. Its last word, in Hebrew, is darkness.',
      'It is in the Bible all the same. Those who gathered these prayers added no hopeful verse to make it presentable. So a person who can’t find anything bright to say has a place among the people who pray.',
      'The poet does keep one thread: he says it to someone. If you are in such a place, please keep a thread too. Say it to God if you can, and say it to a human being as well, a friend, a doctor, a crisis line, today rather than later. You don’t need a good ending in order to be listened to.',
    ],
    prayer:
      'God of those who see no light, hear us from where we are. Send us a human voice, and hold the thread when we let go.',
  },
  {
    key: 'the-bruised-reed',
    title: 'The Bruised Reed',
    verse: {
      reference: 'Isaiah 42:3',
      text: 'He won’t break a bruised reed. He won’t quench a dimly burning wick.',
    },
    paragraphs: [
      'A reed costs nothing. If one is bent you snap it off and take another; there is a whole riverbank of them. A wick that smokes is more bother than light, and the sensible thing is to pinch it out.',
      'Isaiah describes a servant of God who does neither. He has justice to bring to the nations, which is work enough for anyone, and he will not do it by stepping on what is already damaged.',
      'Maybe you recognize yourself: bent at a place that used to hold, or down to a small red glow and a good deal of smoke. You are in careful hands. Nobody is waiting for you to straighten up or blaze before you are worth keeping. Smoke means that something is still alight.',
    ],
    prayer: 'Gentle Lord, shelter what is left of the flame. Be patient with us, as you have been.',
  },
  {
    key: 'still-shining',
    title: 'Still Shining',
    verse: {
      reference: 'John 1:5',
      text: 'The light shines in the darkness, and the darkness hasn’t overcome it.',
    },
    paragraphs: [
      'Look at the tense. John has been speaking of the beginning of everything, in the past, as one tells a story, and then he writes: shines. Now, while you are reading. He is honest about where. The darkness stays in the sentence; he mentions it twice. He doesn’t say that it was never serious, or that it is over. His claim is smaller and has lasted: it hasn’t won.',
      'You don’t have to feel radiant this morning. One lit window is enough to walk toward, and it can be a small thing: a neighbor’s wave, a line of an old hymn, the fact that you opened this page at all.',
    ],
    prayer:
      'Light of the world, we can’t see far today. Show us the next step, and shine for those who can’t see even that.',
  },
  {
    key: 'what-an-anchor-does',
    title: 'What an Anchor Does',
    verse: {
      reference: 'Hebrews 6:19',
      text: 'This hope we have as an anchor of the soul, a hope both sure and steadfast',
    },
    paragraphs: [
      'An anchor doesn’t calm the sea. A boat that lies at anchor in bad weather pitches and swings, and the people on board get wet and sick. All the anchor does is hold, and it does so out of sight, in ground that nobody on deck can see.',
      'It is good to know what help to expect from hope. You may be thrown about by the news, by a diagnosis, by a mood without a name, and conclude that you have no hope because you feel no calm. Feeling calm and being held are different things.',
      'The first readers of this letter were weary and in danger of drifting. They are told to take hold, and then they are told what holds: something firm at the far end of the line, which doesn’t depend on the strength of their hands.',
    ],
    prayer:
      'When we can’t feel you, hold us. When our hands slip, hold us still. You are the firm ground, Lord.',
  },
  {
    key: 'the-god-who-sees',
    title: 'The God Who Sees',
    verse: { reference: 'Genesis 16:13', text: 'You are a God who sees' },
    paragraphs: [
      'Hagar is a servant in other people’s story. She is foreign, pregnant and badly treated, and she has run into the desert and stopped by a spring. In the conversations we overhear, nobody in the household has called her by her name.',
      'A voice does. It asks where she has come from and where she is going, which is what you ask a person. And she, with the least power of anyone in the chapter, does what no one in the Bible has done before her: she gives God a name.',
      'Her life stayed hard. Being seen didn’t put everything right, though the well kept the name of that day. If you feel invisible, this page remembers you. And if someone at home is hurting you, the God who sees isn’t asking you to hide it. Tell someone who can help you to be safe.',
    ],
    prayer:
      'God who sees, look on those whom others look past. Let each of us know today that we are seen, and lead us to safety.',
  },
]
