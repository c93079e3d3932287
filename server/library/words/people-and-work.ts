// Business words about people working together.
import type { LibraryWord } from '../types.ts'

export const workWords: LibraryWord[] = [
  {
    key: 'delegation',
    word: 'Delegation',
    meaning: 'Handing a task to someone else together with the authority to carry it out.',
    example:
      'Delegation came hard to the head baker until she let Tom plan the Saturday bread by himself.',
  },
  {
    key: 'mentor',
    word: 'Mentor',
    meaning: 'An experienced person who advises and encourages someone less experienced.',
    example: 'A retired electrician became her mentor and met with her on Tuesdays over coffee.',
  },
  {
    key: 'apprenticeship',
    word: 'Apprenticeship',
    meaning: 'A period of learning a trade by working beside someone who knows it.',
    example: 'His apprenticeship at the cabinet shop began with a month of sharpening chisels.',
  },
  {
    key: 'onboarding',
    word: 'Onboarding',
    meaning: 'Helping a new worker or volunteer settle in and learn the job.',
    example:
      'Good onboarding at the café means that nobody works the register alone in the first week.',
  },
  {
    key: 'job-description',
    word: 'Job description',
    meaning: 'A written account of the duties and requirements of a position.',
    example:
      'Before hiring a secretary, the parish wrote a job description so that everyone expected the same thing.',
  },
  {
    key: 'stakeholder',
    word: 'Stakeholder',
    meaning: 'Anyone who is affected by what an organization does or has an interest in it.',
    example:
      'When the day-care center moved, its stakeholders included the parents, the staff, and the new neighbors.',
  },
  {
    key: 'feedback',
    word: 'Feedback',
    meaning: 'Information given to someone about how a piece of work is going or was received.',
    example:
      'The choir director asked for feedback after the concert and wrote down every word of it.',
  },
  {
    key: 'accountability',
    word: 'Accountability',
    meaning: 'Being answerable to others for what one has agreed to do.',
    example:
      'For the sake of accountability, two people count the offering and both sign the sheet.',
  },
  {
    key: 'succession-plan',
    word: 'Succession plan',
    meaning: 'A plan for who will take over when a leader or owner steps down.',
    example:
      'The hardware store’s succession plan gives the daughter five years beside her father before he retires.',
  },
  {
    key: 'staff-turnover',
    word: 'Staff turnover',
    meaning: 'The rate at which workers leave an organization and are replaced.',
    example: 'Staff turnover at the restaurant fell after the schedule was posted two weeks ahead.',
  },
  {
    key: 'payroll',
    word: 'Payroll',
    meaning: 'The list of people an employer pays, or the total amount they are paid.',
    example:
      'The landscaper does payroll on Thursday nights so that the crew is paid by Friday noon.',
  },
  {
    key: 'net-pay',
    word: 'Net pay',
    meaning: 'What a worker takes home after taxes and other deductions.',
    example: 'She based the family budget on her net pay and not on the figure in the job offer.',
  },
  {
    key: 'overtime',
    word: 'Overtime',
    meaning: 'Time worked beyond the normal hours, often at a higher rate of pay.',
    example: 'Harvest means overtime at the orchard, and the owner brings supper out to the rows.',
  },
  {
    key: 'benefits',
    word: 'Benefits',
    meaning:
      'Things of value an employer provides in addition to pay, such as insurance or paid leave.',
    example:
      'The small dental office cannot match city wages, but its benefits include four-day weeks in summer.',
  },
  {
    key: 'independent-contractor',
    word: 'Independent contractor',
    meaning: 'A self-employed person who is hired for a particular job and decides how to do it.',
    example:
      'The church hired an independent contractor to repair the stained glass over the door.',
  },
  {
    key: 'partnership',
    word: 'Partnership',
    meaning: 'A business owned and run by two or more people who share its profits and its risks.',
    example:
      'Before starting their catering partnership, the two friends wrote down what would happen if one wanted to leave.',
  },
  {
    key: 'board-of-directors',
    word: 'Board of directors',
    meaning: 'A group chosen to oversee an organization and make its major decisions.',
    example:
      'The shelter’s board of directors meets every month in the library of the Methodist church.',
  },
  {
    key: 'quorum',
    word: 'Quorum',
    meaning:
      'The smallest number of members who must be present for a group to make valid decisions.',
    example:
      'Snow kept so many at home that the committee had no quorum, so they drank their coffee and went back.',
  },
  {
    key: 'agenda',
    word: 'Agenda',
    meaning: 'A list of the things to be dealt with at a meeting.',
    example:
      'With only three items on the agenda, the family meeting about the farm ended before dinner.',
  },
  {
    key: 'minutes',
    word: 'Minutes',
    meaning: 'The written record of what was discussed and decided at a meeting.',
    example:
      'The minutes from March settled the question of who had offered to paint the fellowship hall.',
  },
  {
    key: 'consensus',
    word: 'Consensus',
    meaning:
      'A decision that everyone in a group can accept, even if it was not each one’s first choice.',
    example:
      'It took three meetings to reach consensus on the opening hours, and nobody has complained since.',
  },
  {
    key: 'conflict-of-interest',
    word: 'Conflict of interest',
    meaning: 'A situation in which someone’s private interest could affect a duty to others.',
    example:
      'Because his cousin had bid on the parking lot, the deacon named the conflict of interest and did not vote.',
  },
  {
    key: 'employee-handbook',
    word: 'Employee handbook',
    meaning: 'A document that explains an employer’s rules, policies, and expectations.',
    example:
      'The new employee handbook says plainly how to ask for a day off and whom to call when sick.',
  },
  {
    key: 'cross-training',
    word: 'Cross-training',
    meaning:
      'Teaching people to do one another’s jobs so that the work does not depend on one person.',
    example:
      'Thanks to cross-training, the dry cleaner stayed open while the presser was home with a new baby.',
  },
  {
    key: 'burnout',
    word: 'Burnout',
    meaning: 'Deep exhaustion caused by work stress that has gone on too long without relief.',
    example:
      'After seeing signs of burnout in the youth leader, the elders found her a helper and a month of rest.',
  },
  {
    key: 'morale',
    word: 'Morale',
    meaning: 'The spirit and confidence of a group of people working together.',
    example: 'Morale at the repair shop rose when the owner began thanking people by name.',
  },
  {
    key: 'sabbatical',
    word: 'Sabbatical',
    meaning: 'A longer leave from work for rest, study, or renewal.',
    example:
      'In her seventh year the pastor took a sabbatical, and three lay readers led the evening services.',
  },
  {
    key: 'fiduciary-duty',
    word: 'Fiduciary duty',
    meaning: 'The legal duty to act in the interest of those whose money or affairs one manages.',
    example:
      'As a trustee of the scholarship fund, Elena has a fiduciary duty to the students it was set up for.',
  },
  {
    key: 'performance-review',
    word: 'Performance review',
    meaning: 'A regular conversation about how someone’s work is going and what would help.',
    example:
      'At his performance review the young mechanic asked to learn more about brakes, and his boss agreed.',
  },
  {
    key: 'mediation',
    word: 'Mediation',
    meaning: 'Settling a disagreement with the help of a neutral person who does not decide it.',
    example:
      'The brothers tried mediation over the shop’s lease and were spared a year of lawyers.',
  },
  {
    key: 'stewardship',
    word: 'Stewardship',
    meaning: 'The careful management of something that has been entrusted to one’s care.',
    example:
      'To the third generation at the dairy, stewardship means leaving the soil better than they found it.',
  },
]
