// Questions about learning, habits and getting along with oneself and others.
import type { LibraryQuestion } from '../types.ts'

export const growthQuestions: LibraryQuestion[] = [
  {
    key: 'growth-mindset-name',
    subject: 'growth',
    question: 'What did psychologist Carol Dweck call the belief that abilities can be developed?',
    options: ['A growth mindset', 'A fixed mindset', 'A positive bias', 'A winning streak'],
    answer: 'A growth mindset',
    explanation:
      'Its opposite, a fixed mindset, treats ability as something one simply has or lacks. Nobody holds only one of the two; most of us have some of each, depending on the subject.',
    source: 'Carol S. Dweck, Mindset (2006)',
  },
  {
    key: 'testing-beats-rereading',
    subject: 'growth',
    question:
      'In memory experiments, which way of studying a text helped people recall more a week later?',
    options: [
      'Reading it once again',
      'Underlining the text',
      'Testing themselves',
      'Listening to it once',
    ],
    answer: 'Testing themselves',
    explanation:
      'Pulling something out of memory strengthens it more than looking at it once again. Rereading feels easier, which is why we tend to trust it too much.',
    source: 'Roediger and Karpicke, “Test-Enhanced Learning,” Psychological Science (2006)',
  },
  {
    key: 'spacing-effect',
    subject: 'growth',
    question: 'You have two hours to learn some new words. Which plan usually helps memory most?',
    options: [
      'All of it in one long evening',
      'Short sessions on several days',
      'One long night without sleep',
      'Two hours right before the test',
    ],
    answer: 'Short sessions on several days',
    explanation:
      'This is called the spacing effect. Hermann Ebbinghaus described it after long tests of his own memory with lists of meaningless syllables.',
    source: 'Hermann Ebbinghaus, Memory (1885)',
  },
  {
    key: 'if-then-plans',
    subject: 'growth',
    question: 'Which form of plan has research found to help people do what they intend?',
    options: [
      'A plan kept secret from everyone',
      'A plan with a very high penalty',
      'A plan without any details',
      'A plan in the form of if and then',
    ],
    answer: 'A plan in the form of if and then',
    explanation:
      'For example: if I pour my morning coffee, then I will write one line in my journal. Tying an action to a moment means there is less to decide when the moment comes.',
    source: 'Peter M. Gollwitzer, “Implementation Intentions,” American Psychologist (1999)',
  },
  {
    key: 'planning-fallacy',
    subject: 'growth',
    question: 'What is the planning fallacy?',
    options: [
      'Underestimating how long a task will take',
      'Writing plans that are far too full of detail',
      'Believing that plans are never needed',
      'Copying plans made by someone else',
    ],
    answer: 'Underestimating how long a task will take',
    explanation:
      'Daniel Kahneman and Amos Tversky gave it its name. A good remedy is to ask how long similar tasks really took, instead of how long this one ought to take.',
    source: 'Buehler, Griffin, and Ross, “Exploring the ‘Planning Fallacy’” (1994)',
  },
  {
    key: 'confirmation-bias',
    subject: 'growth',
    question: 'What is the tendency to look for evidence that supports what we already believe?',
    options: ['Hindsight bias', 'Confirmation bias', 'Negativity bias', 'Recency bias'],
    answer: 'Confirmation bias',
    explanation:
      'Peter Wason showed it with a simple puzzle about three numbers. Asking what would show me that I am wrong is a good habit, and a humbling one.',
    source: 'Peter C. Wason, Quarterly Journal of Experimental Psychology (1960)',
  },
  {
    key: 'sunk-cost-effect',
    subject: 'growth',
    question:
      'Someone keeps reading a book he dislikes because he paid for it. Which effect does this show?',
    options: [
      'The halo effect',
      'The placebo effect',
      'The sunk cost effect',
      'The spotlight effect',
    ],
    answer: 'The sunk cost effect',
    explanation:
      'What has been spent cannot be brought back by going on. It is kinder and wiser to ask what the next hour is worth.',
    source: 'Arkes and Blumer, “The Psychology of Sunk Cost” (1985)',
  },
  {
    key: 'bystander-effect',
    subject: 'growth',
    question:
      'In classic experiments on emergencies, what happened when people thought that others were present too?',
    options: [
      'Each person helped much faster',
      'Each person was less likely to help',
      'Each person called for the police',
      'Each person helped only friends',
    ],
    answer: 'Each person was less likely to help',
    explanation:
      'This is called the bystander effect: everyone waits for someone else. If you need help in a crowd, it is good to turn to one person and ask directly.',
    source: 'Darley and Latané, “Bystander Intervention in Emergencies” (1968)',
  },
  {
    key: 'flow-state',
    subject: 'growth',
    question: 'What is the name for being so absorbed in an activity that one forgets the time?',
    options: ['Rest', 'Drift', 'Trance', 'Flow'],
    answer: 'Flow',
    explanation:
      'Mihaly Csikszentmihalyi found it in climbers, surgeons, musicians, and people at everyday work. It comes most easily when a task is neither too hard nor too easy.',
    source: 'Mihaly Csikszentmihalyi, Flow (1990)',
  },
  {
    key: 'self-compassion',
    subject: 'growth',
    question: 'As researchers use the word, what does self-compassion mean?',
    options: [
      'Treating yourself like a good friend',
      'Thinking yourself better than others',
      'Giving yourself whatever you desire',
      'Blaming circumstances for mistakes',
    ],
    answer: 'Treating yourself like a good friend',
    explanation:
      'Kristin Neff describes three parts: kindness toward oneself, knowing that all people struggle, and seeing one’s pain without drowning in it. It is not the same as thinking highly of oneself.',
    source: 'Kristin D. Neff, “Self-Compassion,” Self and Identity (2003)',
  },
  {
    key: 'missing-one-day-habit',
    subject: 'growth',
    question:
      'In a study of everyday habits, what did missing a single day do to the forming of a habit?',
    options: [
      'It undid the whole habit',
      'It doubled the time it needed',
      'It made hardly any difference',
      'It made the habit stronger',
    ],
    answer: 'It made hardly any difference',
    explanation:
      'Phillippa Lally and her colleagues followed people for twelve weeks as they tried to form a daily habit. How long it took differed widely from person to person, so there is no fixed number of days.',
    source: 'Lally and others, “How Are Habits Formed” (2010)',
  },
  {
    key: 'gratitude-study',
    subject: 'growth',
    question:
      'In a well-known study, people who did what each week felt better about their lives as a whole?',
    options: [
      'Wrote down things to be thankful for',
      'Wrote down the faults of other people',
      'Wrote down what had annoyed them',
      'Wrote down the money they spent',
    ],
    answer: 'Wrote down things to be thankful for',
    explanation:
      'They were compared with people who listed hassles or ordinary events. The effect is modest, and gratitude does not replace help when life is heavy, but it costs only a few lines.',
    source: 'Emmons and McCullough, “Counting Blessings Versus Burdens” (2003)',
  },
  {
    key: 'sleep-helps-memory',
    subject: 'growth',
    question:
      'In a classic experiment, people forgot less of what they had learned when what came next?',
    options: [
      'An hour of exercise',
      'A few hours of sleep',
      'A few hours of work',
      'A large warm meal',
    ],
    answer: 'A few hours of sleep',
    explanation:
      'Two students lived in the laboratory and learned lists of syllables, some before sleep and some before waking hours. Sleep is not lost time for a mind that is learning.',
    source: 'Jenkins and Dallenbach, “Obliviscence During Sleep and Waking” (1924)',
  },
  {
    key: 'task-switching-cost',
    subject: 'growth',
    question: 'What have experiments found about switching back and forth between two tasks?',
    options: [
      'It saves time on both tasks',
      'It improves careful thinking',
      'It has no effect on speed',
      'It costs time at every switch',
    ],
    answer: 'It costs time at every switch',
    explanation:
      'The mind has to put away one set of rules and take up another. The cost grows as the tasks become more complicated.',
    source:
      'Rubinstein, Meyer, and Evans, “Executive Control of Cognitive Processes in Task Switching” (2001)',
  },
  {
    key: 'walking-and-ideas',
    subject: 'growth',
    question:
      'In a series of experiments published in 2014, what helped people come up with more creative ideas?',
    options: ['Walking', 'Fasting', 'Hurrying', 'Competing'],
    answer: 'Walking',
    explanation:
      'It helped even indoors on a treadmill facing a blank wall. For problems with only one right answer, walking did not give the same advantage.',
    source: 'Oppezzo and Schwartz, “Give Your Ideas Some Legs” (2014)',
  },
  {
    key: 'good-relationships-study',
    subject: 'growth',
    question:
      'In the long Harvard study of adult life, what was strongly linked with health and happiness in old age?',
    options: ['A high income', 'Public honors', 'Good relationships', 'Top school grades'],
    answer: 'Good relationships',
    explanation:
      'The study began in 1938 and followed its participants for decades. What mattered was the warmth of the ties and not their number, and some people found them late in life.',
    source: 'Robert Waldinger and Marc Schulz, The Good Life (2023)',
  },
  {
    key: 'active-listening',
    subject: 'growth',
    question: 'What does someone do who practices active listening?',
    options: [
      'Offers advice as soon as possible',
      'Tries to understand before answering',
      'Tells a similar story from her own life',
      'Waits silently until it is over',
    ],
    answer: 'Tries to understand before answering',
    explanation:
      'Carl Rogers and Richard Farson made the term known. A listener may say back, in other words, what she has heard, so that the speaker can tell whether it has arrived.',
    source: 'Carl R. Rogers and Richard E. Farson, Active Listening (1957)',
  },
  {
    key: 'i-messages',
    subject: 'growth',
    question: 'Which sentence is an I-message, as Thomas Gordon taught it?',
    options: [
      'You never think of anyone else',
      'You should know this by now',
      'I feel worried when it gets late',
      'It is your fault that we are late',
    ],
    answer: 'I feel worried when it gets late',
    explanation:
      'An I-message says what happens in the speaker and leaves out the verdict on the other person. It is easier to hear, because there is nothing in it to defend oneself against.',
    source: 'Thomas Gordon, Parent Effectiveness Training (1970)',
  },
  {
    key: 'smart-goal-s',
    subject: 'growth',
    question: 'In the phrase SMART goals, what does the letter S stand for?',
    options: ['Specific', 'Sensible', 'Sincere', 'Successful'],
    answer: 'Specific',
    explanation:
      'A specific goal says what will be done: a short walk after lunch, for example, and not just getting fit. The other letters have been given various meanings over the years.',
    source:
      'George T. Doran, “There’s a S.M.A.R.T. Way to Write Management’s Goals and Objectives” (1981)',
  },
  {
    key: 'urgent-and-important',
    subject: 'growth',
    question:
      'A well-known way of sorting tasks asks whether each is urgent and whether it is what?',
    options: ['Pleasant', 'Popular', 'Profitable', 'Important'],
    answer: 'Important',
    explanation:
      'It is often called the Eisenhower matrix. In a speech to church leaders in 1954, President Eisenhower quoted a college president who said that the urgent is not important and the important is never urgent.',
    source: 'Dwight D. Eisenhower, address in Evanston, Illinois (August 19, 1954)',
  },
  {
    key: 'serenity-prayer-wisdom',
    subject: 'growth',
    question:
      'The Serenity Prayer asks for serenity to accept, courage to change, and wisdom for what?',
    options: [
      'To teach the ignorant',
      'To know the difference',
      'To foresee the future',
      'To win every argument',
    ],
    answer: 'To know the difference',
    explanation:
      'The difference is between what cannot be changed and what can. The prayer is usually credited to the theologian Reinhold Niebuhr and has been loved in recovery groups since the 1940s.',
    source: 'The Serenity Prayer, usually attributed to Reinhold Niebuhr',
  },
  {
    key: 'frankl-search-for-meaning',
    subject: 'growth',
    question: 'What did the psychiatrist Viktor Frankl see as the deepest human motive?',
    options: [
      'The search for comfort',
      'The search for power',
      'The search for meaning',
      'The search for fame',
    ],
    answer: 'The search for meaning',
    explanation:
      'Frankl survived four concentration camps and afterward worked again as a doctor in Vienna. He wrote that meaning can be found in work, in love, and even in the way suffering is borne.',
    source: 'Viktor E. Frankl, Man’s Search for Meaning (1946)',
  },
  {
    key: 'aristotle-courage-mean',
    subject: 'growth',
    question: 'Aristotle saw courage as the middle way between cowardice and what?',
    options: ['Rashness', 'Laziness', 'Sadness', 'Stinginess'],
    answer: 'Rashness',
    explanation:
      'For Aristotle many virtues lie between too much and too little. Generosity, for instance, stands between wastefulness and stinginess.',
    source: 'Aristotle, Nicomachean Ethics, Books II and III',
  },
  {
    key: 'epictetus-in-our-power',
    subject: 'growth',
    question: 'With which distinction does the handbook of Epictetus begin?',
    options: [
      'What is old and what is new',
      'What is beautiful and what is not',
      'What is near and what is far',
      'What is up to us and what is not',
    ],
    answer: 'What is up to us and what is not',
    explanation:
      'Epictetus had been born into slavery and became one of the great Stoic teachers. He counted our judgments and choices as our own, but not our reputation or our possessions.',
    source: 'Epictetus, Enchiridion, Chapter 1',
  },
  {
    key: 'seneca-shortness-of-life',
    subject: 'growth',
    question: 'In his essay on the shortness of life, what does Seneca say about our time?',
    options: [
      'It passes slowly for the wise',
      'It is long enough if well used',
      'It should all be spent at labor',
      'It belongs to the emperor alone',
    ],
    answer: 'It is long enough if well used',
    explanation:
      'Seneca noticed that people guard their money closely but give their hours away to anyone. He was writing for a busy official in charge of Rome’s grain supply.',
    source: 'Seneca, On the Shortness of Life (about AD 49)',
  },
  {
    key: 'socrates-asks-questions',
    subject: 'growth',
    question:
      'Which philosopher, on trial in Athens, would not promise to give up asking questions?',
    options: ['Epicurus', 'Pythagoras', 'Socrates', 'Heraclitus'],
    answer: 'Socrates',
    explanation:
      'Plato gives an account of the trial, which took place in 399 BC. Socrates compared himself to a gadfly that keeps a large, sleepy horse awake.',
    source: 'Plato, Apology 29d-30e',
  },
  {
    key: 'augustine-restless-heart',
    subject: 'growth',
    question: 'Which book opens by saying that our heart is restless until it rests in God?',
    options: [
      'Augustine’s Confessions',
      'Milton’s Paradise Lost',
      'Dante’s Divine Comedy',
      'Pascal’s Pensées',
    ],
    answer: 'Augustine’s Confessions',
    explanation:
      'Augustine wrote it around the year 400 as one long prayer about his own life. It is often called the first autobiography of the Western world.',
    source: 'Augustine, Confessions, Book I, Chapter 1',
  },
  {
    key: 'benedict-first-word',
    subject: 'growth',
    question: 'With which invitation does the Rule of Saint Benedict begin?',
    options: ['Labor', 'Rejoice', 'Hurry', 'Listen'],
    answer: 'Listen',
    explanation:
      'Benedict asks the reader to listen with the ear of the heart. Monasteries have lived by his short book since the sixth century.',
    source: 'The Rule of Saint Benedict, Prologue (sixth century)',
  },
  {
    key: 'brother-lawrence-kitchen',
    subject: 'growth',
    question: 'In which part of the monastery did Brother Lawrence learn to pray while he worked?',
    options: ['The library', 'The kitchen', 'The bell tower', 'The vineyard'],
    answer: 'The kitchen',
    explanation:
      'He cooked for a house of Carmelites in Paris and said that he disliked the work at first. He is remembered for finding God as near among the pots and pans as in the chapel.',
    source: 'Brother Lawrence, The Practice of the Presence of God (1692)',
  },
  {
    key: 'memory-palace',
    subject: 'growth',
    question:
      'Ancient speakers memorized a long speech by imagining each point of it placed where?',
    options: [
      'In the rooms of a building',
      'In the letters of a name',
      'On the fingers of one hand',
      'In the verses of a hymn',
    ],
    answer: 'In the rooms of a building',
    explanation:
      'They then walked through the place in imagination and met their points one after another. Cicero says that the poet Simonides discovered the method, and memory champions still use it.',
    source: 'Cicero, On the Orator, Book II (55 BC)',
  },
]
