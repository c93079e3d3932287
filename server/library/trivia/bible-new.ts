// Questions about the New Testament, checked against the World English Bible.
import type { LibraryQuestion } from '../types.ts'

export const newTestamentQuestions: LibraryQuestion[] = [
  {
    key: 'gabriel-nazareth',
    subject: 'bible',
    question: 'In which town of Galilee was Mary living when the angel Gabriel came to her?',
    options: ['Capernaum', 'Nazareth', 'Bethsaida', 'Cana'],
    answer: 'Nazareth',
    explanation:
      'Nazareth was a small place that the Old Testament never mentions. Jesus grew up there, and so people called him Jesus of Nazareth.',
    source: 'Luke 1:26-27',
  },
  {
    key: 'third-gift-myrrh',
    subject: 'bible',
    question: 'The wise men brought gold, frankincense, and which third gift?',
    options: ['Cinnamon', 'Spikenard', 'Saffron', 'Myrrh'],
    answer: 'Myrrh',
    explanation:
      'Myrrh is a fragrant resin that was used in perfume and in preparing the dead for burial. Matthew names three gifts but never says how many visitors there were.',
    source: 'Matthew 2:11',
  },
  {
    key: 'flight-into-egypt',
    subject: 'bible',
    question: 'To which country did Joseph flee with Mary and the young Jesus?',
    options: ['Egypt', 'Syria', 'Arabia', 'Cyprus'],
    answer: 'Egypt',
    explanation:
      'They left at night because King Herod was looking for the child. Jesus spent part of his early life as a refugee.',
    source: 'Matthew 2:13-14',
  },
  {
    key: 'john-baptist-food',
    subject: 'bible',
    question: 'What did John the Baptist eat in the wilderness?',
    options: [
      'Barley bread and salt',
      'Figs and goat’s milk',
      'Locusts and wild honey',
      'Dried fish and olives',
    ],
    answer: 'Locusts and wild honey',
    explanation:
      'It was food that could be found without owning a field. His clothing of camel’s hair and his leather belt recall the prophet Elijah.',
    source: 'Matthew 3:4',
  },
  {
    key: 'andrew-peters-brother',
    subject: 'bible',
    question: 'Which disciple was the brother of Simon Peter?',
    options: ['Thomas', 'Philip', 'Bartholomew', 'Andrew'],
    answer: 'Andrew',
    explanation:
      'The two were casting a net when Jesus called them. In John’s Gospel it is Andrew who first brings Peter to Jesus.',
    source: 'Matthew 4:18',
  },
  {
    key: 'wise-builder-rock',
    subject: 'bible',
    question:
      'In the story that closes the Sermon on the Mount, where did the wise man build his house?',
    options: ['On sand', 'On rock', 'On clay', 'On a wall'],
    answer: 'On rock',
    explanation:
      'The same rain and wind come to both houses in the story. The difference is not in the weather but in what lies underneath.',
    source: 'Matthew 7:24-25',
  },
  {
    key: 'matthew-tax-collector',
    subject: 'bible',
    question: 'Where was Matthew sitting when Jesus told him to follow?',
    options: ['At the tax office', 'At a potter’s wheel', 'At the city gate', 'At a fishing boat'],
    answer: 'At the tax office',
    explanation:
      'Tax collectors worked for the ruling power and were widely disliked. Soon afterward Jesus sat at table with many of them.',
    source: 'Matthew 9:9',
  },
  {
    key: 'kingdom-mustard-seed',
    subject: 'bible',
    question: 'Which small seed did Jesus use as a picture of the Kingdom of Heaven?',
    options: ['A cumin seed', 'A flax seed', 'A mustard seed', 'A sesame seed'],
    answer: 'A mustard seed',
    explanation:
      'In the parable it grows until birds can lodge in its branches. The beginning is very small, and the shelter it gives later is for others.',
    source: 'Matthew 13:31-32',
  },
  {
    key: 'friends-open-roof',
    subject: 'bible',
    question: 'How did friends bring a paralyzed man to Jesus when the house was too crowded?',
    options: ['Over the garden wall', 'Through the roof', 'By a back stairway', 'Through a window'],
    answer: 'Through the roof',
    explanation:
      'Four people carried him and opened the roof to let his mat down. Mark says that Jesus saw the faith of all of them.',
    source: 'Mark 2:3-4',
  },
  {
    key: 'asleep-in-the-storm',
    subject: 'bible',
    question: 'What was Jesus doing in the boat when the storm came up?',
    options: [
      'Mending a torn net',
      'Reading from a scroll',
      'Teaching the Twelve',
      'Sleeping on a cushion',
    ],
    answer: 'Sleeping on a cushion',
    explanation:
      'Mark says that he was in the stern. The disciples woke him with an honest and frightened question, and he answered it by calming the sea.',
    source: 'Mark 4:38',
  },
  {
    key: 'widows-two-coins',
    subject: 'bible',
    question: 'What did the poor widow put into the temple treasury while Jesus watched?',
    options: ['Two small coins', 'A silver bracelet', 'A jar of lamp oil', 'A pair of doves'],
    answer: 'Two small coins',
    explanation:
      'They were among the smallest coins in use. Jesus told his disciples that she had given more than all the others, because it was all she had.',
    source: 'Mark 12:42',
  },
  {
    key: 'good-samaritan-helper',
    subject: 'bible',
    question: 'In the parable, who stopped to help the man whom robbers had left half dead?',
    options: ['A priest', 'A centurion', 'A Samaritan', 'A Levite'],
    answer: 'A Samaritan',
    explanation:
      'Jews and Samaritans mostly avoided each other, so the first hearers would not have expected this helper. Jesus told the story to answer the question of who counts as a neighbor.',
    source: 'Luke 10:33-34',
  },
  {
    key: 'martha-busy-serving',
    subject: 'bible',
    question: 'While Mary sat listening to Jesus, which sister was busy with all the serving?',
    options: ['Joanna', 'Martha', 'Salome', 'Susanna'],
    answer: 'Martha',
    explanation:
      'Jesus speaks her name twice when he answers her, and gently. Elsewhere, in John’s Gospel, it is Martha who says plainly that she believes Jesus is the Christ.',
    source: 'Luke 10:39-40',
  },
  {
    key: 'prodigal-feeding-pigs',
    subject: 'bible',
    question: 'What work did the younger son in Jesus’ parable find after he had spent everything?',
    options: ['Feeding pigs', 'Carrying water', 'Treading grapes', 'Shearing sheep'],
    answer: 'Feeding pigs',
    explanation:
      'Pigs were unclean animals by the law of Moses, so the first hearers would have felt how far from home he was. His father ran to meet him while he was still a long way off.',
    source: 'Luke 15:15',
  },
  {
    key: 'zacchaeus-tree',
    subject: 'bible',
    question: 'What kind of tree did Zacchaeus climb so that he could see Jesus?',
    options: ['An almond', 'A cedar', 'An olive', 'A sycamore'],
    answer: 'A sycamore',
    explanation:
      'Zacchaeus was short and the crowd was in the way. The tree is not the American sycamore but a kind of fig with low, strong branches.',
    source: 'Luke 19:4',
  },
  {
    key: 'simon-of-cyrene',
    subject: 'bible',
    question: 'Who was made to carry the cross for Jesus on the way out of the city?',
    options: ['Lazarus of Bethany', 'Philip of Bethsaida', 'Simon of Cyrene', 'Judas of Galilee'],
    answer: 'Simon of Cyrene',
    explanation:
      'Cyrene was a city in North Africa, in what is now Libya. Mark names Simon’s sons Alexander and Rufus, perhaps because his first readers knew them.',
    source: 'Mark 15:21',
  },
  {
    key: 'road-to-emmaus',
    subject: 'bible',
    question: 'Toward which village were two disciples walking when the risen Jesus joined them?',
    options: ['Emmaus', 'Bethphage', 'Bethany', 'Sychar'],
    answer: 'Emmaus',
    explanation:
      'They talked with him along the road without knowing who he was. They recognized him at supper, when he broke the bread.',
    source: 'Luke 24:13-15',
  },
  {
    key: 'wedding-at-cana',
    subject: 'bible',
    question: 'At what kind of gathering did Jesus turn water into wine?',
    options: ['A Passover meal', 'A harvest festival', 'A wedding feast', 'A royal banquet'],
    answer: 'A wedding feast',
    explanation:
      'It happened at Cana in Galilee, and John calls it the first of the signs of Jesus. The man in charge of the feast did not know where the good wine came from, but the servants did.',
    source: 'John 2:1-11',
  },
  {
    key: 'nicodemus-by-night',
    subject: 'bible',
    question: 'Which Pharisee came to Jesus by night with his questions?',
    options: ['Gamaliel', 'Nicodemus', 'Caiaphas', 'Zacchaeus'],
    answer: 'Nicodemus',
    explanation:
      'He appears twice more in John’s Gospel: once to ask for a fair hearing for Jesus, and once to bring spices for his burial.',
    source: 'John 3:1-2',
  },
  {
    key: 'samaritan-woman-drink',
    subject: 'bible',
    question: 'What did Jesus ask of the Samaritan woman at Jacob’s well?',
    options: ['A loaf of bread', 'A place to sleep', 'A jar of oil', 'A drink of water'],
    answer: 'A drink of water',
    explanation:
      'He was tired from the journey, and it was about midday. She was surprised that he asked her at all, and one of the longest conversations in the Gospels followed.',
    source: 'John 4:6-7',
  },
  {
    key: 'boy-with-loaves',
    subject: 'bible',
    question: 'In John’s Gospel, who had the five loaves and two fish that fed a great crowd?',
    options: ['A boy', 'A widow', 'A baker', 'A soldier'],
    answer: 'A boy',
    explanation:
      'The loaves were of barley, the bread of poorer households. All four Gospels tell of the meal, but only John mentions the boy.',
    source: 'John 6:9',
  },
  {
    key: 'jesus-washes-feet',
    subject: 'bible',
    question: 'What did Jesus do with a basin and a towel at his last supper with the disciples?',
    options: [
      'He cleaned their lamps',
      'He washed their feet',
      'He bathed their eyes',
      'He rinsed their cups',
    ],
    answer: 'He washed their feet',
    explanation:
      'Washing dusty feet was usually a servant’s task. Many churches remember it each year on the Thursday before Easter.',
    source: 'John 13:5',
  },
  {
    key: 'mistaken-for-gardener',
    subject: 'bible',
    question:
      'Whom did Mary Magdalene think she was speaking to when she first met the risen Jesus?',
    options: ['A shepherd', 'A soldier', 'The gardener', 'The high priest'],
    answer: 'The gardener',
    explanation: 'She was weeping outside the tomb. She knew him when he said her name.',
    source: 'John 20:15-16',
  },
  {
    key: 'breakfast-on-the-shore',
    subject: 'bible',
    question:
      'What was laid on the fire of coals when the disciples came ashore to the risen Jesus?',
    options: ['Fish and bread', 'Lamb and herbs', 'Figs and raisins', 'Beans and lentils'],
    answer: 'Fish and bread',
    explanation:
      'They had worked all night and caught nothing until he spoke to them. After breakfast he talked with Peter, who had denied him beside another fire of coals.',
    source: 'John 21:9',
  },
  {
    key: 'barnabas-encouragement',
    subject: 'bible',
    question: 'According to Acts, what does the name Barnabas mean?',
    options: [
      'Servant of the Temple',
      'Brother of the King',
      'Keeper of the Vineyard',
      'Son of Encouragement',
    ],
    answer: 'Son of Encouragement',
    explanation:
      'It was a nickname the apostles gave him, and he lived up to it. When others were still afraid of Saul, Barnabas spoke up for him.',
    source: 'Acts 4:36',
  },
  {
    key: 'saul-road-damascus',
    subject: 'bible',
    question: 'Near which city did a light from the sky shine around Saul?',
    options: ['Antioch', 'Damascus', 'Caesarea', 'Ephesus'],
    answer: 'Damascus',
    explanation:
      'Saul, later called Paul, lost his sight and had to be led by the hand. A disciple named Ananias went to him and called him brother.',
    source: 'Acts 9:3',
  },
  {
    key: 'dorcas-garments',
    subject: 'bible',
    question: 'What did the widows of Joppa show Peter that Dorcas had made?',
    options: ['Lamps and vessels', 'Bread and cakes', 'Coats and garments', 'Mats and baskets'],
    answer: 'Coats and garments',
    explanation:
      'Dorcas was also called Tabitha; both names mean gazelle, one in Greek and one in Aramaic. Church sewing groups still take her name.',
    source: 'Acts 9:39',
  },
  {
    key: 'first-called-christians',
    subject: 'bible',
    question: 'In which city were the disciples first called Christians?',
    options: ['Antioch', 'Corinth', 'Jerusalem', 'Rome'],
    answer: 'Antioch',
    explanation:
      'Antioch in Syria was one of the largest cities of the Roman Empire. The church there was the one that sent Paul and Barnabas out on their first journey.',
    source: 'Acts 11:26',
  },
  {
    key: 'lydia-purple',
    subject: 'bible',
    question: 'Lydia, who welcomed Paul in Philippi, was a seller of what?',
    options: ['Silver', 'Spices', 'Pottery', 'Purple'],
    answer: 'Purple',
    explanation:
      'Purple dye was costly, and cloth dyed with it was a luxury. Lydia had her own household, and it was at her house that Paul met the believers again after his night in prison.',
    source: 'Acts 16:14',
  },
  {
    key: 'paul-tentmaker',
    subject: 'bible',
    question: 'Which trade did Paul share with his friends Aquila and Priscilla?',
    options: ['Carpentry', 'Tentmaking', 'Stonecutting', 'Silverwork'],
    answer: 'Tentmaking',
    explanation:
      'Paul lived and worked with them in Corinth. People who earn their living at a trade while serving a church are still sometimes called tentmakers.',
    source: 'Acts 18:3',
  },
  {
    key: 'greatest-is-love',
    subject: 'bible',
    question: 'Of the three things Paul says remain, which one does he call the greatest?',
    options: ['Faith', 'Hope', 'Love', 'Wisdom'],
    answer: 'Love',
    explanation:
      'The other two are faith and hope. The chapter is often read at weddings, but Paul wrote it to a church whose members were quarreling.',
    source: '1 Corinthians 13:13',
  },
  {
    key: 'shield-of-faith',
    subject: 'bible',
    question: 'In the armor of God described in Ephesians, which piece stands for faith?',
    options: ['The helmet', 'The sword', 'The belt', 'The shield'],
    answer: 'The shield',
    explanation:
      'Roman soldiers carried a large shield that covered much of the body. Nearly everything in the list protects; the one weapon is the sword, which stands for God’s word.',
    source: 'Ephesians 6:16',
  },
  {
    key: 'tongue-like-rudder',
    subject: 'bible',
    question: 'To show how much the tongue can do, James compares it to which part of a ship?',
    options: ['The rudder', 'The anchor', 'The mast', 'The sail'],
    answer: 'The rudder',
    explanation:
      'A rudder is small and yet turns a large ship in a strong wind. James also compares the tongue to a bit in a horse’s mouth and to a spark in a forest.',
    source: 'James 3:4-5',
  },
  {
    key: 'john-on-patmos',
    subject: 'bible',
    question: 'On which island was John when he received the visions of Revelation?',
    options: ['Crete', 'Malta', 'Patmos', 'Cyprus'],
    answer: 'Patmos',
    explanation:
      'Patmos is a small island in the Aegean Sea, off the coast of present-day Turkey. The seven churches he wrote to were on the mainland nearby.',
    source: 'Revelation 1:9',
  },
]
