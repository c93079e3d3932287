// Business words about money and keeping the books.
import type { LibraryWord } from '../types.ts'

export const moneyWords: LibraryWord[] = [
  {
    key: 'revenue',
    word: 'Revenue',
    meaning: 'All the money a business earns from its sales before any costs are taken out.',
    example:
      'The flower shop’s revenue doubled in the week before Mother’s Day, and so did its spending on roses.',
  },
  {
    key: 'expense',
    word: 'Expense',
    meaning: 'A cost that a business has in order to do its work.',
    example: 'Gas for the two trucks is the painting crew’s largest expense after wages.',
  },
  {
    key: 'profit',
    word: 'Profit',
    meaning: 'The money that remains after all costs have been subtracted from revenue.',
    example:
      'After two slow winters the diner made a small profit, and Rosa put it into a new oven.',
  },
  {
    key: 'gross-margin',
    word: 'Gross margin',
    meaning: 'The share of each sale that is left after paying for the goods that were sold.',
    example:
      'The yarn shop has a gross margin of 45 percent, so 45 cents of every dollar goes toward rent, wages, and the rest.',
  },
  {
    key: 'net-income',
    word: 'Net income',
    meaning: 'What a business has earned once every expense, including taxes, is subtracted.',
    example:
      'The garage brought in a good deal last year, but its net income was modest after the new lift.',
  },
  {
    key: 'cash-flow',
    word: 'Cash flow',
    meaning: 'The movement of money into and out of a business over a period of time.',
    example:
      'The roofers were fully booked, yet cash flow was tight because customers paid six weeks after the work was done.',
  },
  {
    key: 'budget',
    word: 'Budget',
    meaning: 'A plan for how much money is expected to come in and how it will be spent.',
    example:
      'The church council sets its budget in November so that the heating bill surprises nobody.',
  },
  {
    key: 'invoice',
    word: 'Invoice',
    meaning:
      'A document that lists what was delivered or done and asks the customer to pay for it.',
    example:
      'Marcus sends each invoice on the day a job is finished, while the customer still remembers it gladly.',
  },
  {
    key: 'receipt',
    word: 'Receipt',
    meaning: 'A written record that a payment has been made.',
    example: 'She keeps every receipt from the lumber yard in one envelope for tax time.',
  },
  {
    key: 'accounts-receivable',
    word: 'Accounts receivable',
    meaning: 'Money that customers owe a business for goods or work they have already received.',
    example:
      'On Fridays the print shop goes through its accounts receivable and calls anyone who is more than a month late.',
  },
  {
    key: 'accounts-payable',
    word: 'Accounts payable',
    meaning: 'Money a business owes to its suppliers for things it has already received.',
    example: 'The bakery’s accounts payable include last month’s flour and a repair to the mixer.',
  },
  {
    key: 'asset',
    word: 'Asset',
    meaning: 'Something of value that a business owns or controls.',
    example:
      'The family’s most useful asset is not the new truck but the old workshop behind the house.',
  },
  {
    key: 'liability',
    word: 'Liability',
    meaning: 'Something a business owes to someone else.',
    example:
      'Deposits for next summer’s weddings count as a liability until the catering has been done.',
  },
  {
    key: 'equity',
    word: 'Equity',
    meaning: 'The part of a business that belongs to its owners after all debts are subtracted.',
    example: 'Each loan payment on the building adds a little to the sisters’ equity in the shop.',
  },
  {
    key: 'balance-sheet',
    word: 'Balance sheet',
    meaning: 'A statement of what an organization owns and owes on one particular day.',
    example:
      'Before lending money for the new roof, the bank asked to see the church’s balance sheet.',
  },
  {
    key: 'income-statement',
    word: 'Income statement',
    meaning: 'A report of what was earned and spent over a period such as a month or a year.',
    example:
      'The income statement showed that the café earns most of its money before ten in the morning.',
  },
  {
    key: 'fixed-cost',
    word: 'Fixed cost',
    meaning: 'A cost that stays the same no matter how much is sold.',
    example:
      'Insurance is a fixed cost for the barber: he pays it whether the chairs are full or empty.',
  },
  {
    key: 'variable-cost',
    word: 'Variable cost',
    meaning: 'A cost that rises and falls with the amount made or sold.',
    example:
      'Wax and wicks are variable costs, so the candle maker spends more on them before Christmas.',
  },
  {
    key: 'overhead',
    word: 'Overhead',
    meaning:
      'The ongoing costs of running a business that do not belong to any single product or job.',
    example:
      'By sharing an office and a phone line, the two plumbers cut their overhead by a third.',
  },
  {
    key: 'break-even-point',
    word: 'Break-even point',
    meaning: 'The amount of sales at which income exactly covers costs.',
    example: 'The food stand reaches its break-even point at about seventy lunches a day.',
  },
  {
    key: 'markup',
    word: 'Markup',
    meaning: 'The amount added to the cost of an item to set its selling price.',
    example:
      'The gift shop buys mugs for eight dollars, adds a markup of six, and sells them for fourteen.',
  },
  {
    key: 'depreciation',
    word: 'Depreciation',
    meaning:
      'Counting the cost of something long-lasting a part at a time over the years it is used.',
    example:
      'The bookkeeper records depreciation on the delivery van, though no money leaves the bank for it.',
  },
  {
    key: 'principal',
    word: 'Principal',
    meaning: 'The amount of a loan itself, without the interest.',
    example:
      'In a good month she sends the bank a little extra and asks that it go toward the principal.',
  },
  {
    key: 'interest',
    word: 'Interest',
    meaning: 'The price paid for using borrowed money, or earned for lending it.',
    example:
      'The nursery compared the interest at two banks before borrowing for a second greenhouse.',
  },
  {
    key: 'collateral',
    word: 'Collateral',
    meaning: 'Property promised to a lender in case a loan is not repaid.',
    example:
      'The brothers used their tractor as collateral and kept the house out of the agreement.',
  },
  {
    key: 'petty-cash',
    word: 'Petty cash',
    meaning: 'A small amount of money kept on hand for minor purchases.',
    example: 'Stamps and coffee filters come out of petty cash, and every slip goes into the tin.',
  },
  {
    key: 'bookkeeping',
    word: 'Bookkeeping',
    meaning: 'The regular recording of the money that comes in and goes out.',
    example:
      'Half an hour of bookkeeping each evening spares the tailor a lost weekend every spring.',
  },
  {
    key: 'cash-reserve',
    word: 'Cash reserve',
    meaning: 'Money set aside for slow times and surprises.',
    example:
      'When the freezer failed in July, the ice cream shop paid for a new one from its cash reserve.',
  },
  {
    key: 'reconciliation',
    word: 'Reconciliation',
    meaning: 'Comparing one’s own records with the bank’s to see that they agree.',
    example:
      'At the monthly reconciliation, the treasurer found a check for the youth trip that had never been deposited.',
  },
  {
    key: 'restricted-fund',
    word: 'Restricted fund',
    meaning: 'Donated money that may be used only for the purpose the giver has named.',
    example:
      'Gifts for the food pantry go into a restricted fund and cannot be used to repair the organ.',
  },
  {
    key: 'audit',
    word: 'Audit',
    meaning: 'A careful, independent check of an organization’s financial records.',
    example:
      'The congregation asks for an audit each year, not from distrust but to protect its treasurer.',
  },
]
