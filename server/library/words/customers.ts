// Business words about customers, selling and being found.
import type { LibraryWord } from '../types.ts'

export const customerWords: LibraryWord[] = [
  {
    key: 'target-market',
    word: 'Target market',
    meaning: 'The group of people a product or service is meant for.',
    example:
      'The shoe repairer’s target market is commuters, so he opens at six-thirty beside the station.',
  },
  {
    key: 'niche',
    word: 'Niche',
    meaning: 'A small, specialized part of a market.',
    example:
      'Repairing accordions is a narrow niche, yet people drive four hours to reach his bench.',
  },
  {
    key: 'value-proposition',
    word: 'Value proposition',
    meaning: 'A clear statement of why a customer would choose this product or service.',
    example: 'The laundry’s value proposition is simple: in by nine, folded by five.',
  },
  {
    key: 'brand',
    word: 'Brand',
    meaning: 'The name, look, and reputation by which people recognize a business.',
    example:
      'After thirty years, the green van with the painted ladder had become the window cleaner’s brand.',
  },
  {
    key: 'word-of-mouth',
    word: 'Word of mouth',
    meaning: 'News of a business that is passed on by people talking to one another.',
    example:
      'The piano teacher has never advertised; every one of her pupils came by word of mouth.',
  },
  {
    key: 'referral',
    word: 'Referral',
    meaning: 'A new customer sent by someone who already knows the business.',
    example:
      'The midwife down the street sends so many referrals that the baby store bakes her a cake each year.',
  },
  {
    key: 'testimonial',
    word: 'Testimonial',
    meaning: 'A customer’s own statement about a good experience with a business.',
    example:
      'He asked permission before putting Mrs. Ortega’s testimonial about her kitchen on his website.',
  },
  {
    key: 'loyalty-program',
    word: 'Loyalty program',
    meaning: 'A reward for customers who come back often.',
    example:
      'The coffee cart’s loyalty program is a paper card: nine stamps, and the tenth cup is free.',
  },
  {
    key: 'customer-retention',
    word: 'Customer retention',
    meaning: 'Keeping the customers one already has.',
    example:
      'A call one week after each repair did more for customer retention than any advertisement.',
  },
  {
    key: 'churn',
    word: 'Churn',
    meaning: 'The rate at which customers stop buying or cancel.',
    example:
      'The vegetable box had high churn in August until families were allowed to pause for vacation.',
  },
  {
    key: 'lead',
    word: 'Lead',
    meaning: 'A person or business that has shown interest and might become a customer.',
    example:
      'At the home show the deck builder collected forty leads and called each of them within a week.',
  },
  {
    key: 'prospect',
    word: 'Prospect',
    meaning: 'A possible customer who fits what a business offers and seems likely to buy.',
    example:
      'A couple with an engagement ring and a date in June is a real prospect for the wedding florist.',
  },
  {
    key: 'conversion-rate',
    word: 'Conversion rate',
    meaning: 'The share of interested people who go on to buy or sign up.',
    example:
      'Of fifty people who asked about pottery class, ten enrolled, for a conversion rate of 20 percent.',
  },
  {
    key: 'sales-funnel',
    word: 'Sales funnel',
    meaning:
      'The steps from first hearing of a business to buying from it, with fewer people at each step.',
    example:
      'Drawing her sales funnel on a napkin, the photographer saw that most people left at the price page.',
  },
  {
    key: 'elevator-pitch',
    word: 'Elevator pitch',
    meaning: 'A description of a business or idea short enough to give during an elevator ride.',
    example:
      'Her elevator pitch takes one breath: she teaches older people to use their phones, at their own table.',
  },
  {
    key: 'estimate',
    word: 'Estimate',
    meaning: 'A careful guess, usually in writing, of what a job will cost.',
    example:
      'The tree service gives a free estimate and says beforehand what could make it change.',
  },
  {
    key: 'upselling',
    word: 'Upselling',
    meaning: 'Suggesting a better or larger version of what a customer is about to buy.',
    example:
      'The bicycle shop does some upselling, but only when a rider will truly need the stronger wheels.',
  },
  {
    key: 'loss-leader',
    word: 'Loss leader',
    meaning: 'An item sold below cost in order to bring customers in.',
    example:
      'The garden center uses tomato seedlings as a loss leader, since few people leave without soil and a pot.',
  },
  {
    key: 'market-research',
    word: 'Market research',
    meaning: 'Finding out what customers need and what is already offered to them.',
    example: 'Her market research was a clipboard and two Saturdays outside the old grocery store.',
  },
  {
    key: 'focus-group',
    word: 'Focus group',
    meaning: 'A small group of people who are asked to talk about a product or idea.',
    example: 'The bookstore gave eight teenagers pizza and held a focus group about its back room.',
  },
  {
    key: 'demographics',
    word: 'Demographics',
    meaning: 'Facts about a group of people, such as age, income, and household size.',
    example:
      'The neighborhood’s demographics had changed, so the church moved its luncheon to a time young parents could manage.',
  },
  {
    key: 'positioning',
    word: 'Positioning',
    meaning: 'The place a business wants to hold in people’s minds compared with its competitors.',
    example:
      'The two bakeries get along because their positioning differs: one is quick and cheap, the other slow and sour.',
  },
  {
    key: 'call-to-action',
    word: 'Call to action',
    meaning: 'Words that tell a reader what to do next.',
    example:
      'The flyer for the rummage sale was lovely but had no call to action, not even a date.',
  },
  {
    key: 'press-release',
    word: 'Press release',
    meaning: 'A short announcement written for newspapers and other news outlets.',
    example:
      'One honest press release about the shop’s fiftieth year brought a reporter and a photographer.',
  },
  {
    key: 'warranty',
    word: 'Warranty',
    meaning: 'A promise to repair or replace something if it fails within a certain time.',
    example:
      'The furnace company honors its warranty even when the paperwork is lost, because it keeps its own records.',
  },
  {
    key: 'refund-policy',
    word: 'Refund policy',
    meaning: 'The rules for when and how customers can get their money back.',
    example:
      'The toy store’s refund policy hangs beside the register in letters a grandmother can read.',
  },
  {
    key: 'repeat-customer',
    word: 'Repeat customer',
    meaning: 'Someone who comes back to buy again.',
    example: 'The barber knows each repeat customer by name and most of their dogs.',
  },
  {
    key: 'point-of-sale',
    word: 'Point of sale',
    meaning: 'The place where a customer pays for a purchase.',
    example:
      'A basket of pencils at the point of sale pays for the school supply store’s electricity.',
  },
  {
    key: 'foot-traffic',
    word: 'Foot traffic',
    meaning: 'The number of people who walk past or into a place.',
    example: 'Foot traffic tripled on market days, so the tea room set two tables on the sidewalk.',
  },
  {
    key: 'customer-lifetime-value',
    word: 'Customer lifetime value',
    meaning: 'The total a business can expect to earn from one customer over the years.',
    example: 'Thinking of customer lifetime value, the optician fixes loose screws for nothing.',
  },
  {
    key: 'market-share',
    word: 'Market share',
    meaning: 'The part of all sales in a market that belongs to one business.',
    example:
      'The village’s only pharmacy lost some market share to mail order but kept the people who like to ask questions.',
  },
]
