// Questions about money, work and running a small business.
import type { LibraryQuestion } from '../types.ts'

export const businessQuestions: LibraryQuestion[] = [
  {
    key: 'net-profit-after-expenses',
    subject: 'business',
    question: 'What is left after a business subtracts all of its expenses from its revenue?',
    options: ['Gross sales', 'Market share', 'Net profit', 'Working capital'],
    answer: 'Net profit',
    explanation:
      'A shop can sell a great deal and still keep very little. That is why net profit is called the bottom line: it stands at the bottom of the income statement.',
    source: 'Standard accounting term',
  },
  {
    key: 'liability-what-is-owed',
    subject: 'business',
    question: 'What do accountants call something that a business owes to others?',
    options: ['A liability', 'An asset', 'A dividend', 'A margin'],
    answer: 'A liability',
    explanation:
      'Loans, unpaid bills, and deposits that customers have paid in advance are all liabilities. What a business owns is called its assets.',
    source: 'Standard accounting term',
  },
  {
    key: 'accounting-equation',
    subject: 'business',
    question: 'How does the basic accounting equation go? Assets equal liabilities plus what?',
    options: ['Revenue', 'Inventory', 'Overhead', 'Equity'],
    answer: 'Equity',
    explanation:
      'Everything a business has was paid for either with borrowed money or with the owners’ share. The two sides must always balance, which is where the balance sheet gets its name.',
    source: 'Standard accounting principle',
  },
  {
    key: 'break-even-point',
    subject: 'business',
    question: 'At the break-even point, total revenue is exactly equal to what?',
    options: ['Total assets', 'Total costs', 'Total loans', 'Total wages'],
    answer: 'Total costs',
    explanation:
      'Below that point a business loses money, and above it profit begins. Knowing the number tells an owner how much has to be sold just to stay open.',
    source: 'Standard accounting term',
  },
  {
    key: 'bakery-fixed-cost',
    subject: 'business',
    question: 'Which of these is a fixed cost for a bakery?',
    options: [
      'Flour for the bread',
      'Paper bags for loaves',
      'Boxes for the cakes',
      'Rent for the building',
    ],
    answer: 'Rent for the building',
    explanation:
      'A fixed cost stays the same whether the bakery sells ten loaves or a thousand. Flour, bags, and boxes are variable costs, because they rise and fall with sales.',
    source: 'Standard accounting term',
  },
  {
    key: 'gross-profit-meaning',
    subject: 'business',
    question: 'Sales minus the cost of the goods sold gives which figure?',
    options: ['Gross profit', 'Net worth', 'Cash reserve', 'Total equity'],
    answer: 'Gross profit',
    explanation:
      'Gross profit has to cover rent, wages, insurance, and everything else. Only what remains after that is net profit.',
    source: 'Standard accounting term',
  },
  {
    key: 'candle-gross-margin',
    subject: 'business',
    question:
      'A shop buys a candle for $6 and sells it for $10. What share of the selling price is gross profit?',
    options: ['20 percent', '30 percent', '40 percent', '60 percent'],
    answer: '40 percent',
    explanation:
      'The gross profit is $4, and $4 is 40 percent of $10. This is called the gross margin; it is always measured against the selling price and not against the cost.',
    source: 'Standard accounting calculation',
  },
  {
    key: 'pacioli-double-entry',
    subject: 'business',
    question: 'Who wrote the first printed description of double-entry bookkeeping, in 1494?',
    options: ['Leonardo Fibonacci', 'Luca Pacioli', 'Marco Polo', 'Galileo Galilei'],
    answer: 'Luca Pacioli',
    explanation:
      'Pacioli was a Franciscan friar and mathematician, and a friend of Leonardo da Vinci. He did not invent the method but described what the merchants of Venice already did.',
    source: 'Luca Pacioli, Summa de arithmetica (1494)',
  },
  {
    key: 'adam-smith-pin-factory',
    subject: 'business',
    question: 'Which workplace did Adam Smith describe to show how dividing work raises output?',
    options: ['A pin factory', 'A glassworks', 'A cotton mill', 'A shipyard'],
    answer: 'A pin factory',
    explanation:
      'Ten people, each doing one or two steps, made far more pins than ten working separately. Smith also warned that doing a single simple task all one’s life can dull the mind.',
    source: 'Adam Smith, The Wealth of Nations (1776), Book I, Chapter 1',
  },
  {
    key: 'drucker-purpose-of-business',
    subject: 'business',
    question: 'According to Peter Drucker, the purpose of a business is to create what?',
    options: ['A monopoly', 'A brand', 'A fortune', 'A customer'],
    answer: 'A customer',
    explanation:
      'Drucker saw profit as a necessary test of whether a business is sound, but not as its reason for being. A business exists because it is useful to someone.',
    source: 'Peter F. Drucker, The Practice of Management (1954)',
  },
  {
    key: 'swot-letter-o',
    subject: 'business',
    question: 'In a SWOT analysis, what does the letter O stand for?',
    options: ['Objectives', 'Opportunities', 'Operations', 'Organization'],
    answer: 'Opportunities',
    explanation:
      'The letters stand for strengths, weaknesses, opportunities, and threats. The first two are about what lies within an organization, the last two about the world around it.',
    source: 'Standard management term',
  },
  {
    key: 'supply-falls-price-rises',
    subject: 'business',
    question:
      'In an ordinary market, what tends to happen to a price when supply falls and demand stays the same?',
    options: ['It drops', 'It stays fixed', 'It rises', 'It disappears'],
    answer: 'It rises',
    explanation:
      'When a late frost spoils part of the peach crop, the peaches that are left usually cost more. Alfred Marshall compared supply and demand to the two blades of a pair of scissors.',
    source: 'Alfred Marshall, Principles of Economics (1890)',
  },
  {
    key: 'opportunity-cost-meaning',
    subject: 'business',
    question: 'What is the name for the value of the best alternative you give up when you choose?',
    options: ['Opportunity cost', 'Carrying cost', 'Marginal cost', 'Replacement cost'],
    answer: 'Opportunity cost',
    explanation:
      'An hour spent on one job cannot be spent on another, even when no money changes hands. Thinking this way makes the hidden price of a choice visible.',
    source: 'Standard economics term',
  },
  {
    key: 'compound-interest-meaning',
    subject: 'business',
    question: 'What makes compound interest different from simple interest?',
    options: [
      'It is paid only to banks',
      'It is always tax free',
      'It never changes its rate',
      'It earns interest on interest',
    ],
    answer: 'It earns interest on interest',
    explanation:
      'Simple interest is figured only on the amount first lent or saved. Compounding helps a saver over the years, and for the same reason it makes an unpaid debt grow.',
    source: 'Standard finance term',
  },
  {
    key: 'fifo-stock-rotation',
    subject: 'business',
    question: 'A grocer stocks shelves by the FIFO rule. What does FIFO mean?',
    options: [
      'Fixed income, fixed outlay',
      'First in, first out',
      'Fast item, front of store',
      'Full inventory, full order',
    ],
    answer: 'First in, first out',
    explanation:
      'The oldest stock is sold before the newer, so that less food goes to waste. Accountants use the same name for one way of putting a value on inventory.',
    source: 'Standard inventory term',
  },
  {
    key: 'invoice-asks-for-payment',
    subject: 'business',
    question: 'Which document does a business send to ask a customer for payment?',
    options: ['A receipt', 'A ledger', 'An invoice', 'A charter'],
    answer: 'An invoice',
    explanation:
      'An invoice says what is owed and by when. A receipt comes afterward and shows that the money has been paid.',
    source: 'Standard business term',
  },
  {
    key: 'depreciation-meaning',
    subject: 'business',
    question:
      'What is it called when the cost of a delivery van is spread over the years it is used?',
    options: ['Depreciation', 'Liquidation', 'Consolidation', 'Capitalization'],
    answer: 'Depreciation',
    explanation:
      'The van helps earn money for years, so its cost is counted a part at a time. When the same is done with something that cannot be touched, such as a patent, it is called amortization.',
    source: 'Standard accounting term',
  },
  {
    key: 'dividend-meaning',
    subject: 'business',
    question: 'What is a payment of a company’s profit to its shareholders called?',
    options: ['A premium', 'A dividend', 'A commission', 'A royalty'],
    answer: 'A dividend',
    explanation:
      'A company may also keep its profit to use in the business, which is called retained earnings. A commission is paid to a seller, and a royalty to the owner of a work.',
    source: 'Standard finance term',
  },
  {
    key: 'limited-liability-meaning',
    subject: 'business',
    question: 'What does limited liability normally protect when a company cannot pay its debts?',
    options: [
      'The supplier’s unpaid bills',
      'The company’s bank loans',
      'The company’s trade name',
      'The owners’ personal property',
    ],
    answer: 'The owners’ personal property',
    explanation:
      'Owners usually risk only what they have put into the company. The protection has limits: someone who signs a personal guarantee is still bound by it.',
    source: 'Standard legal term',
  },
  {
    key: 'sole-proprietorship-meaning',
    subject: 'business',
    question:
      'What is a business called that has a single owner and is not legally separate from that person?',
    options: [
      'A general partnership',
      'A public corporation',
      'A sole proprietorship',
      'A joint venture',
    ],
    answer: 'A sole proprietorship',
    explanation:
      'It is the simplest form to begin with, and many trades and crafts start this way. The other side is that the owner answers personally for its debts.',
    source: 'Standard legal term',
  },
  {
    key: 'rochdale-cooperative',
    subject: 'business',
    question:
      'The Rochdale Pioneers opened a small store in England in 1844. Which kind of business did it become a model for?',
    options: ['The franchise', 'The cooperative', 'The pawnshop', 'The auction house'],
    answer: 'The cooperative',
    explanation:
      'A cooperative is owned by its members, who share in its surplus. The Pioneers, many of them weavers, began with goods such as flour, sugar, butter, and oatmeal.',
    source: 'Rochdale Society of Equitable Pioneers (founded 1844)',
  },
  {
    key: 'b2b-meaning',
    subject: 'business',
    question: 'A firm that sells only B2B has which customers?',
    options: ['Other businesses', 'Young families', 'Tourists abroad', 'Local students'],
    answer: 'Other businesses',
    explanation:
      'B2B is short for business to business; a mill that sells flour to bakeries is an example. Selling to people for their own use is called B2C, business to consumer.',
    source: 'Standard marketing term',
  },
  {
    key: 'trademark-protects-brand',
    subject: 'business',
    question: 'Which kind of protection covers a brand’s name and logo?',
    options: ['A patent', 'A copyright', 'A franchise', 'A trademark'],
    answer: 'A trademark',
    explanation:
      'A trademark tells buyers who stands behind the goods. Patents are for inventions, and copyright is for works such as books, songs, and photographs.',
    source: 'Standard legal term',
  },
  {
    key: 'patent-protects-invention',
    subject: 'business',
    question:
      'An inventor wants to keep others from copying her new kind of hinge. What should she apply for?',
    options: ['A trademark', 'A copyright', 'A patent', 'A warranty'],
    answer: 'A patent',
    explanation:
      'A patent lasts for a limited time, and in return the inventor must publish how the invention works. After it ends, anyone may use the idea.',
    source: 'Standard legal term',
  },
  {
    key: 'economies-of-scale-meaning',
    subject: 'business',
    question:
      'When making more of something lowers the cost of each one, what is the effect called?',
    options: [
      'Economies of scale',
      'Balance of trade',
      'Elasticity of demand',
      'Velocity of money',
    ],
    answer: 'Economies of scale',
    explanation:
      'One large oven heated for a hundred loaves costs less per loaf than the same oven heated for ten. Beyond a certain size, the gain can turn into confusion and waste.',
    source: 'Standard economics term',
  },
  {
    key: 'pareto-principle',
    subject: 'business',
    question: 'What is the rule of thumb that a few causes often bring about most of the results?',
    options: ['Gresham’s law', 'The Pareto principle', 'The Peter principle', 'Parkinson’s law'],
    answer: 'The Pareto principle',
    explanation:
      'It is also called the 80/20 rule, though the numbers are only a rough guide. Joseph Juran named it after Vilfredo Pareto, an economist who had studied how land and income were shared.',
    source: 'Standard quality-management term, introduced by Joseph M. Juran',
  },
  {
    key: 'parkinsons-law',
    subject: 'business',
    question: 'According to Parkinson’s law, work expands to fill what?',
    options: ['The money budgeted', 'The floor space', 'The silences left', 'The time available'],
    answer: 'The time available',
    explanation:
      'C. Northcote Parkinson, a historian, wrote it half in jest about government offices. A modest deadline is one friendly answer to it.',
    source: 'C. Northcote Parkinson, Parkinson’s Law (1957)',
  },
  {
    key: 'kaizen-meaning',
    subject: 'business',
    question: 'In a workshop that practices kaizen, what are people looking for?',
    options: [
      'One bold new product',
      'Small, steady improvements',
      'The lowest possible wages',
      'A larger and newer building',
    ],
    answer: 'Small, steady improvements',
    explanation:
      'Kaizen is Japanese for improvement. The idea is that the people who do the work are often the first to see how it could go better.',
    source: 'Masaaki Imai, Kaizen: The Key to Japan’s Competitive Success (1986)',
  },
  {
    key: 'collateral-meaning',
    subject: 'business',
    question: 'What is property called that a borrower pledges as security for a loan?',
    options: ['Principal', 'Equity', 'Collateral', 'Annuity'],
    answer: 'Collateral',
    explanation:
      'If the loan is not repaid, the lender may take the pledged property. It is wise to know exactly what has been pledged before signing.',
    source: 'Standard finance term',
  },
  {
    key: 'net-30-terms',
    subject: 'business',
    question: 'An invoice says Net 30. When is the full amount due?',
    options: [
      'Within 30 days',
      'In 30 installments',
      'After 30 percent off',
      'On the 30th of June',
    ],
    answer: 'Within 30 days',
    explanation:
      'The days are normally counted from the date of the invoice. Terms like this are a small loan from the seller, which is why late payment can hurt a small shop.',
    source: 'Standard trade credit term',
  },
  {
    key: 'balance-sheet-one-date',
    subject: 'business',
    question: 'Which statement shows what a business owns and owes on a single date?',
    options: [
      'The income statement',
      'The sales forecast',
      'The payroll register',
      'The balance sheet',
    ],
    answer: 'The balance sheet',
    explanation:
      'It is often compared to a photograph. The income statement is more like a film: it shows what came in and went out over a month or a year.',
    source: 'Standard accounting term',
  },
  {
    key: 'loss-leader-meaning',
    subject: 'business',
    question: 'What do shops call an item sold below cost to bring customers through the door?',
    options: ['A loss leader', 'A back order', 'A price taker', 'A cash cow'],
    answer: 'A loss leader',
    explanation:
      'The shop hopes that people who come for the bargain will buy other things as well. For a small store it works only if the rest of the basket earns enough.',
    source: 'Standard retail term',
  },
  {
    key: 'franklin-time-is-money',
    subject: 'business',
    question: 'Who told a young tradesman, in an essay of 1748, to remember that time is money?',
    options: ['Thomas Jefferson', 'Benjamin Franklin', 'Samuel Johnson', 'Alexander Hamilton'],
    answer: 'Benjamin Franklin',
    explanation:
      'Franklin had been a printer and shopkeeper himself. In the same essay he says that a tradesman’s credit depends on being known to pay on time.',
    source: 'Benjamin Franklin, Advice to a Young Tradesman (1748)',
  },
  {
    key: 'plan-do-check-act',
    subject: 'business',
    question:
      'A well-known cycle for improving work begins Plan, Do, Check. What is the fourth step?',
    options: ['Ask', 'Aim', 'Act', 'Add'],
    answer: 'Act',
    explanation:
      'Acting means keeping what worked, changing what did not, and then going around again. The idea goes back to Walter Shewhart and was made famous by W. Edwards Deming.',
    source: 'Plan-Do-Check-Act cycle, as used in ISO 9001',
  },
]
