// Business words about starting, making and steering a venture.
import type { LibraryWord } from '../types.ts'

export const buildingWords: LibraryWord[] = [
  {
    key: 'business-plan',
    word: 'Business plan',
    meaning:
      'A written description of what a business will do, for whom, and how it will pay its way.',
    example:
      'Her business plan for the sewing studio was six pages long, and the last page was all numbers.',
  },
  {
    key: 'mission-statement',
    word: 'Mission statement',
    meaning: 'A short statement of why an organization exists.',
    example:
      'The thrift store’s mission statement fits on the door: good clothes, fair prices, open hands.',
  },
  {
    key: 'bootstrapping',
    word: 'Bootstrapping',
    meaning:
      'Building a business with one’s own money and early sales instead of outside investors.',
    example:
      'By bootstrapping, the soap maker grew slowly from one market table to two and owed nobody.',
  },
  {
    key: 'seed-capital',
    word: 'Seed capital',
    meaning: 'The first money used to get a new business started.',
    example:
      'An aunt’s loan of three thousand dollars was the seed capital for the mobile bike repair.',
  },
  {
    key: 'prototype',
    word: 'Prototype',
    meaning: 'An early model of something, made in order to test and improve it.',
    example:
      'The first prototype of the folding pew was made from scrap plywood and pinched three fingers.',
  },
  {
    key: 'pilot',
    word: 'Pilot',
    meaning: 'A small trial of a plan before it is carried out in full.',
    example:
      'The parish ran its meal delivery as a pilot on two streets before offering it to the whole town.',
  },
  {
    key: 'minimum-viable-product',
    word: 'Minimum viable product',
    meaning:
      'The simplest version of a product that real customers can use and its maker can learn from.',
    example:
      'The minimum viable product of her lunch service was one soup, sold on one day, to one office.',
  },
  {
    key: 'supply-chain',
    word: 'Supply chain',
    meaning: 'All the steps and companies that bring a product from raw material to customer.',
    example:
      'When a bridge closed, the café learned how long the supply chain behind a cup of coffee is.',
  },
  {
    key: 'vendor',
    word: 'Vendor',
    meaning: 'A person or company that sells goods or services to a business or its customers.',
    example: 'The caterer uses two egg vendors, in case one of them has a bad week.',
  },
  {
    key: 'wholesale',
    word: 'Wholesale',
    meaning:
      'Selling in quantity to shops and other businesses, usually at a lower price for each item.',
    example:
      'The beekeeper sells jars at the market on Saturdays and wholesale to three grocers on Mondays.',
  },
  {
    key: 'inventory',
    word: 'Inventory',
    meaning: 'The goods and materials a business has on hand to use or sell.',
    example: 'Every January the whole family counts inventory, down to the last box of hinges.',
  },
  {
    key: 'lead-time',
    word: 'Lead time',
    meaning: 'The time between placing an order and receiving it.',
    example: 'With a lead time of ten weeks for windows, the builder orders them before he digs.',
  },
  {
    key: 'bottleneck',
    word: 'Bottleneck',
    meaning: 'The slowest step in a process, which holds back everything else.',
    example: 'The oven was not the bottleneck; it was the single sink where all the pans waited.',
  },
  {
    key: 'capacity',
    word: 'Capacity',
    meaning: 'The most that a business can make or handle in a given time.',
    example: 'The upholsterer’s capacity is four chairs a week, and she has learned to say so.',
  },
  {
    key: 'economies-of-scale',
    word: 'Economies of scale',
    meaning: 'The savings that come from making or buying in larger amounts.',
    example:
      'By ordering paper together, five small churches found economies of scale that none had alone.',
  },
  {
    key: 'opportunity-cost',
    word: 'Opportunity cost',
    meaning: 'The value of the best thing given up when one choice is made over another.',
    example: 'The opportunity cost of opening on Sundays was the only day the family ate together.',
  },
  {
    key: 'sunk-cost',
    word: 'Sunk cost',
    meaning: 'Money or effort already spent that cannot be recovered.',
    example:
      'The old website was a sunk cost, so they stopped mending it and began with something simpler.',
  },
  {
    key: 'pivot',
    word: 'Pivot',
    meaning: 'A marked change of direction in what a business does or whom it serves.',
    example: 'The dress shop made a pivot to alterations when customers kept asking for hems.',
  },
  {
    key: 'franchise',
    word: 'Franchise',
    meaning:
      'The right to run a business under another company’s name and methods in return for fees.',
    example:
      'He bought a franchise of a tutoring center, because he wanted to teach more than to invent.',
  },
  {
    key: 'cooperative',
    word: 'Cooperative',
    meaning: 'A business owned and governed by its members, who share in its benefits.',
    example:
      'Twelve dairy farms formed a cooperative and bought a bottling line that none could afford alone.',
  },
  {
    key: 'nonprofit',
    word: 'Nonprofit',
    meaning:
      'An organization that uses any surplus for its purpose instead of paying it to owners.',
    example:
      'The tool library became a nonprofit, so whatever is left at year’s end buys more tools.',
  },
  {
    key: 'trademark',
    word: 'Trademark',
    meaning: 'A name, logo, or other sign that marks whose goods or services these are.',
    example:
      'Before painting the sign, the sisters checked that no other bakery held the name as a trademark.',
  },
  {
    key: 'patent',
    word: 'Patent',
    meaning:
      'A right to keep others from making, using, or selling an invention for a limited time.',
    example: 'The retired machinist holds a patent on a jar opener for people with weak hands.',
  },
  {
    key: 'copyright',
    word: 'Copyright',
    meaning: 'The legal right of authors and artists to control the copying of their works.',
    example: 'The choir bought its music properly, since the songs were still under copyright.',
  },
  {
    key: 'limited-liability-company',
    word: 'Limited liability company',
    meaning:
      'A form of business that is legally separate from its owners and limits their personal risk.',
    example:
      'Once he hired a helper, the handyman set up a limited liability company with a lawyer’s advice.',
  },
  {
    key: 'liability-insurance',
    word: 'Liability insurance',
    meaning:
      'Insurance that pays when one is legally responsible for harm to others or their property.',
    example:
      'The summer fair could not open its bounce house without proof of liability insurance.',
  },
  {
    key: 'contingency-plan',
    word: 'Contingency plan',
    meaning: 'A plan for what to do if something does not go as expected.',
    example:
      'The contingency plan for the outdoor wedding was the barn, swept and strung with lights.',
  },
  {
    key: 'due-diligence',
    word: 'Due diligence',
    meaning: 'The careful checking that is done before an agreement is made.',
    example:
      'Her due diligence on the café included three years of tax returns and a rainy Tuesday at the counter.',
  },
  {
    key: 'milestone',
    word: 'Milestone',
    meaning: 'An important point in a project that shows how far it has come.',
    example:
      'The first milestone in restoring the steeple was simply getting the scaffold up safely.',
  },
  {
    key: 'standard-operating-procedure',
    word: 'Standard operating procedure',
    meaning: 'Written steps for doing a routine task the same way each time.',
    example:
      'A standard operating procedure taped inside the cupboard shows anyone how to close the kitchen.',
  },
  {
    key: 'quality-control',
    word: 'Quality control',
    meaning: 'Checking products or work to see that they meet a set standard.',
    example: 'Quality control at the candle workshop is Grandpa, who burns one from every batch.',
  },
]
