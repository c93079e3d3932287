// Questions about the Old Testament, checked against the World English Bible.
import type { LibraryQuestion } from '../types.ts'

export const oldTestamentQuestions: LibraryQuestion[] = [
  {
    key: 'dove-olive-leaf',
    subject: 'bible',
    question: 'What did the dove carry in its beak when it came back to Noah in the evening?',
    options: ['A fig branch', 'An ear of grain', 'An olive leaf', 'A sprig of hyssop'],
    answer: 'An olive leaf',
    explanation:
      'The fresh leaf told Noah that the waters were going down and something green was growing again. A dove with an olive sprig has been a sign of peace ever since.',
    source: 'Genesis 8:11',
  },
  {
    key: 'rainbow-covenant',
    subject: 'bible',
    question: 'What did God set in the cloud as the sign of the covenant made after the flood?',
    options: ['A rainbow', 'A bright star', 'A pillar of fire', 'A flash of lightning'],
    answer: 'A rainbow',
    explanation:
      'The promise is made not only to Noah but to every living creature on the earth. It is one of the widest promises in the whole Bible.',
    source: 'Genesis 9:13',
  },
  {
    key: 'esau-birthright-stew',
    subject: 'bible',
    question: 'For what meal did hungry Esau give up his birthright to Jacob?',
    options: [
      'Roasted lamb and figs',
      'Bread and lentil stew',
      'Dried fish and olives',
      'Goat’s milk and honey',
    ],
    answer: 'Bread and lentil stew',
    explanation:
      'The birthright was the special share of the firstborn son. The story is remembered as a picture of trading something lasting for something that is gone by evening.',
    source: 'Genesis 25:34',
  },
  {
    key: 'jacob-dream-stairway',
    subject: 'bible',
    question: 'What did Jacob see in his dream, standing on the earth and reaching to heaven?',
    options: ['A palm tree', 'A bronze gate', 'A pillar of cloud', 'A stairway'],
    answer: 'A stairway',
    explanation:
      'Jacob was far from home with a stone under his head. He named the place Bethel, which means house of God. Many older translations call the stairway a ladder.',
    source: 'Genesis 28:12',
  },
  {
    key: 'joseph-years-of-famine',
    subject: 'bible',
    question: 'What did Joseph tell Pharaoh would follow the seven years of plenty in Egypt?',
    options: [
      'Seven years of war',
      'Seven years of flood',
      'Seven years of famine',
      'Seven years of locusts',
    ],
    answer: 'Seven years of famine',
    explanation:
      'Joseph’s advice was to store grain while there was enough of it. When the hard years came, Egypt had food for its own people and for others as well.',
    source: 'Genesis 41:29-30',
  },
  {
    key: 'moses-found-by-princess',
    subject: 'bible',
    question: 'Who noticed the basket with the baby Moses among the reeds?',
    options: [
      'A Hebrew midwife',
      'Pharaoh’s daughter',
      'A Midianite priest',
      'Pharaoh’s cupbearer',
    ],
    answer: 'Pharaoh’s daughter',
    explanation:
      'She knew that he was a Hebrew child and kept him anyway. The nurse she hired for him, though she did not know it, was his own mother.',
    source: 'Exodus 2:5',
  },
  {
    key: 'burning-bush-not-consumed',
    subject: 'bible',
    question: 'What made Moses turn aside to look at the bush in the wilderness?',
    options: [
      'It burned without being consumed',
      'It bloomed with twelve white flowers',
      'It bent although there was no wind',
      'It bore ripe fruit in the dry season',
    ],
    answer: 'It burned without being consumed',
    explanation:
      'Moses was minding his father-in-law’s flock when he saw it. An ordinary working day became the day he was called.',
    source: 'Exodus 3:2',
  },
  {
    key: 'aaron-speaks-for-moses',
    subject: 'bible',
    question:
      'Moses felt that he was slow of speech. Who was given to speak to the people for him?',
    options: ['Joshua', 'Jethro', 'Caleb', 'Aaron'],
    answer: 'Aaron',
    explanation:
      'Aaron was the older brother of Moses and a capable speaker. Moses was not sent to do the hard work alone.',
    source: 'Exodus 4:14-16',
  },
  {
    key: 'miriam-tambourine',
    subject: 'bible',
    question:
      'Who took a tambourine and led the women in dancing after Israel had crossed the sea?',
    options: ['Miriam', 'Deborah', 'Zipporah', 'Abigail'],
    answer: 'Miriam',
    explanation:
      'Miriam was the sister of Aaron and Moses and is called a prophetess. Her short song is thought by many scholars to be among the oldest poetry in the Bible.',
    source: 'Exodus 15:20',
  },
  {
    key: 'bread-named-manna',
    subject: 'bible',
    question:
      'What did the Israelites call the bread they gathered each morning in the wilderness?',
    options: ['Matzah', 'Selah', 'Manna', 'Shiloh'],
    answer: 'Manna',
    explanation:
      'The name echoes the question the people asked in Hebrew when they first saw it: what is it? Except before the sabbath it did not keep overnight, so it was gathered a day at a time.',
    source: 'Exodus 16:31',
  },
  {
    key: 'aaron-and-hur',
    subject: 'bible',
    question: 'When the hands of Moses grew heavy, who held them up together with Aaron?',
    options: ['Hur', 'Eleazar', 'Nadab', 'Bezalel'],
    answer: 'Hur',
    explanation:
      'The two men also found Moses a stone to sit on. The leader stayed steady until sunset because others carried the weight with him.',
    source: 'Exodus 17:12',
  },
  {
    key: 'jethro-advice-share-load',
    subject: 'bible',
    question:
      'Jethro saw Moses judging the people’s cases from morning to evening. What did he advise?',
    options: [
      'Move the whole camp to Midian',
      'Hear cases only on the sabbath',
      'Ask the elders of Egypt for help',
      'Share the work with able people',
    ],
    answer: 'Share the work with able people',
    explanation:
      'Jethro, the father-in-law of Moses, saw that one man doing everything would wear out both himself and the people. It is one of the oldest pieces of advice on delegation.',
    source: 'Exodus 18:17-22',
  },
  {
    key: 'joshua-and-caleb-spies',
    subject: 'bible',
    question:
      'Of the twelve men sent to spy out Canaan, which two urged the people not to be afraid?',
    options: ['Nadab and Abihu', 'Joshua and Caleb', 'Eldad and Medad', 'Korah and Dathan'],
    answer: 'Joshua and Caleb',
    explanation:
      'All twelve had seen the same land. The other ten saw mostly what stood in the way; these two also saw that Israel would not be going in alone.',
    source: 'Numbers 14:6-9',
  },
  {
    key: 'moses-mount-nebo',
    subject: 'bible',
    question: 'From which mountain did Moses look out over the promised land?',
    options: ['Mount Carmel', 'Mount Tabor', 'Mount Hermon', 'Mount Nebo'],
    answer: 'Mount Nebo',
    explanation:
      'Mount Nebo lies opposite Jericho, in what is now Jordan. Moses did not cross over himself; Joshua led the people from there.',
    source: 'Deuteronomy 34:1',
  },
  {
    key: 'rahab-scarlet-line',
    subject: 'bible',
    question: 'What did Rahab of Jericho tie in her window after helping the two spies?',
    options: ['A bronze lamp', 'A white linen veil', 'A scarlet cord', 'A string of pearls'],
    answer: 'A scarlet cord',
    explanation:
      'The cord marked the house in which her whole family would be safe. The Gospel of Matthew names Rahab among the ancestors of Jesus.',
    source: 'Joshua 2:21',
  },
  {
    key: 'deborah-judge',
    subject: 'bible',
    question: 'Which woman was both a prophetess and a judge of Israel?',
    options: ['Deborah', 'Esther', 'Naomi', 'Hannah'],
    answer: 'Deborah',
    explanation:
      'People came to her for judgment under a palm tree in the hill country of Ephraim. When Barak was asked to lead, he would go only if she went with him.',
    source: 'Judges 4:4',
  },
  {
    key: 'gideon-fleece',
    subject: 'bible',
    question: 'What did Gideon lay on the threshing floor when he asked God for a sign?',
    options: ['A sheaf of barley', 'A fleece of wool', 'A sword of iron', 'A jar of clay'],
    answer: 'A fleece of wool',
    explanation:
      'Gideon asked twice, once for dew on the fleece alone and once for dew everywhere else. His doubts are told openly, and they were met with patience.',
    source: 'Judges 6:37',
  },
  {
    key: 'ruth-stays-with-naomi',
    subject: 'bible',
    question: 'To whom did Ruth promise that she would go wherever she went?',
    options: ['Orpah', 'Hannah', 'Abigail', 'Naomi'],
    answer: 'Naomi',
    explanation:
      'Naomi was Ruth’s mother-in-law, and both women had been widowed. Ruth, who came from Moab, left her own country so that Naomi would not go home alone.',
    source: 'Ruth 1:16',
  },
  {
    key: 'ruth-great-grandson-david',
    subject: 'bible',
    question: 'Ruth and Boaz became the great-grandparents of which king?',
    options: ['Saul', 'Ahab', 'David', 'Omri'],
    answer: 'David',
    explanation:
      'Their son Obed was the father of Jesse, and Jesse was the father of David. A foreign widow who gleaned in the fields stands in the family line of Israel’s best-known king.',
    source: 'Ruth 4:17',
  },
  {
    key: 'eli-and-samuel',
    subject: 'bible',
    question: 'Who understood that it was God calling the boy Samuel in the night?',
    options: ['Nathan', 'Eli', 'Jesse', 'Abner'],
    answer: 'Eli',
    explanation:
      'Samuel ran to the old priest three times, sure that Eli had called. Eli taught him how to answer: by saying that he was listening.',
    source: '1 Samuel 3:8-9',
  },
  {
    key: 'david-keeping-sheep',
    subject: 'bible',
    question: 'What was David doing when Samuel came to his father’s house to anoint a king?',
    options: [
      'Keeping the sheep',
      'Plowing the fields',
      'Pressing the grapes',
      'Guarding the gate',
    ],
    answer: 'Keeping the sheep',
    explanation:
      'Seven older brothers were presented first, and nobody had thought to call the youngest in. The chapter says that God looks at the heart rather than the outward appearance.',
    source: '1 Samuel 16:11',
  },
  {
    key: 'jonathan-covenant-david',
    subject: 'bible',
    question: 'Which son of King Saul made a covenant of friendship with David?',
    options: ['Abinadab', 'Malchishua', 'Ishbosheth', 'Jonathan'],
    answer: 'Jonathan',
    explanation:
      'Jonathan might have seen David as a rival for the throne. Instead he gave him his own robe, sword, bow, and belt.',
    source: '1 Samuel 18:3',
  },
  {
    key: 'solomon-understanding-heart',
    subject: 'bible',
    question: 'What did the young King Solomon ask God to give him?',
    options: [
      'A long and peaceful life',
      'A great and loyal army',
      'An understanding heart',
      'A palace of cedar wood',
    ],
    answer: 'An understanding heart',
    explanation:
      'He wanted it in order to judge the people well, and said plainly that he felt like a little child before so large a task.',
    source: '1 Kings 3:9',
  },
  {
    key: 'elijah-fed-by-ravens',
    subject: 'bible',
    question: 'Which birds brought food to Elijah while he was hiding by the brook?',
    options: ['Ravens', 'Doves', 'Sparrows', 'Quails'],
    answer: 'Ravens',
    explanation:
      'They brought bread and meat each morning and evening. By the law of Moses the raven was an unclean bird, which makes it an unexpected helper.',
    source: '1 Kings 17:6',
  },
  {
    key: 'elijah-still-small-voice',
    subject: 'bible',
    question:
      'What came after the wind, the earthquake, and the fire when Elijah stood on the mountain?',
    options: [
      'A flock of ravens',
      'A still small voice',
      'A long trumpet call',
      'A hard summer rain',
    ],
    answer: 'A still small voice',
    explanation:
      'Elijah was worn out and had lost hope. Before this meeting he was given sleep, bread, and water, and afterward he was given a companion.',
    source: '1 Kings 19:11-12',
  },
  {
    key: 'naaman-jordan',
    subject: 'bible',
    question: 'In which river did Naaman, the Syrian commander, wash seven times?',
    options: ['The Nile', 'The Abanah', 'The Euphrates', 'The Jordan'],
    answer: 'The Jordan',
    explanation:
      'At first he was angry, because he thought the rivers of Damascus were better. His own servants talked him into trying the simple thing.',
    source: '2 Kings 5:14',
  },
  {
    key: 'cyrus-exiles-return',
    subject: 'bible',
    question: 'Which king let the exiles from Judah go home to rebuild the temple?',
    options: ['Sennacherib', 'Nebuchadnezzar', 'Cyrus of Persia', 'Hiram of Tyre'],
    answer: 'Cyrus of Persia',
    explanation:
      'His proclamation is told at the opening of Ezra. He also sent back the temple vessels that Nebuchadnezzar had carried away.',
    source: 'Ezra 1:1-3',
  },
  {
    key: 'nehemiah-cupbearer',
    subject: 'bible',
    question: 'What work did Nehemiah do before he went to rebuild the wall of Jerusalem?',
    options: [
      'He was cupbearer to the king',
      'He was a captain of the guard',
      'He was a scribe in the temple',
      'He was a merchant in Babylon',
    ],
    answer: 'He was cupbearer to the king',
    explanation:
      'A cupbearer served the king’s wine and was someone the king trusted. When the king saw sadness in Nehemiah’s face he asked about it, and everything began there.',
    source: 'Nehemiah 1:11',
  },
  {
    key: 'mordecai-raised-esther',
    subject: 'bible',
    question: 'Who raised Esther after her parents had died?',
    options: ['Haman', 'Mordecai', 'Hegai', 'Ahasuerus'],
    answer: 'Mordecai',
    explanation:
      'Mordecai was her older cousin and took her in as his own daughter. Later it was he who encouraged her to speak to the king for her people.',
    source: 'Esther 2:7',
  },
  {
    key: 'psalm-23-shepherd',
    subject: 'bible',
    question: 'To what is the Lord compared in the first verse of Psalm 23?',
    options: ['A fortress', 'A potter', 'An eagle', 'A shepherd'],
    answer: 'A shepherd',
    explanation:
      'The psalm carries David’s name, and David had kept sheep as a boy. In its fourth verse, in the dark valley, the psalm turns from talking about God to talking to God.',
    source: 'Psalm 23:1',
  },
  {
    key: 'proverbs-ant',
    subject: 'bible',
    question:
      'Which small creature does Proverbs tell us to watch in order to learn wise ways of working?',
    options: ['The ant', 'The moth', 'The snail', 'The sparrow'],
    answer: 'The ant',
    explanation:
      'Proverbs notices that ants lay up food in summer although no overseer tells them to. Much of the wisdom of the Bible begins with looking closely at small things.',
    source: 'Proverbs 6:6-8',
  },
  {
    key: 'jeremiah-potter-house',
    subject: 'bible',
    question: 'Which worker did Jeremiah watch when he was told to go and hear God’s words there?',
    options: ['A weaver', 'A blacksmith', 'A potter', 'A carpenter'],
    answer: 'A potter',
    explanation:
      'The vessel on the wheel was spoiled, and the potter made the same clay into another one. The prophet learned his message by watching someone work.',
    source: 'Jeremiah 18:2-4',
  },
  {
    key: 'daniel-lions',
    subject: 'bible',
    question: 'Where was Daniel thrown because he went on praying to his God?',
    options: [
      'Into a fiery furnace',
      'Into a den of lions',
      'Into a muddy cistern',
      'Into a raging sea',
    ],
    answer: 'Into a den of lions',
    explanation:
      'The fiery furnace belongs to his three friends Shadrach, Meshach, and Abednego. Daniel by this time was no longer young, having served under several kings.',
    source: 'Daniel 6:16',
  },
  {
    key: 'micah-walk-humbly',
    subject: 'bible',
    question: 'Micah says that God asks people to act justly, to love mercy, and to do what else?',
    options: [
      'To fast on holy days',
      'To rebuild the temple',
      'To honor the king',
      'To walk humbly with God',
    ],
    answer: 'To walk humbly with God',
    explanation:
      'The verse answers someone who wonders which costly sacrifice would be enough. The reply is a way of living and not a price.',
    source: 'Micah 6:8',
  },
]
