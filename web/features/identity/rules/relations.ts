const MEN =
  'husband|fiancé|boyfriend|son|brother|dad|daddy|father|papa|stepson|stepdad|stepfather|stepbrother|uncle|nephew|grandpa|granddad|grandfather|grandson|godson|godfather'
const WOMEN =
  'wife|fiancée|girlfriend|daughter|sister|mom|mum|mama|mother|stepdaughter|stepmom|stepmother|stepsister|aunt|auntie|niece|grandma|grandmother|granny|nana|granddaughter|goddaughter|godmother'
const OTHERS =
  'spouse|partner|fiance|ex|sibling|twin|cousin|friend|buddy|neighbor|neighbour|roommate|boss|manager|supervisor|foreman|lead|coworker|co-worker|colleague|intern|assistant|employee|landlord|pastor|priest|deacon|elder|minister|reverend|rabbi|bishop|preacher|chaplain|director|leader|sponsor|sponsee|mentor|teacher|professor|coach|counselor|therapist|doctor|dentist|nurse|caseworker|caretaker|caregiver|lawyer|student|baby'

/** People that writers refer to with 'my' and a name. */
export const RELATION = `(?:ex-)?(?:${MEN}|${WOMEN}|${OTHERS})(?:-in-law)?`
export const RELATIONS =
  'kids|children|sons|daughters|boys|girls|twins|parents|grandparents|grandkids|grandchildren|brothers|sisters|friends|cousins|aunts|uncles|neighbors|nephews|nieces'

export const MALE = new RegExp(`^(?:ex-)?(?:${MEN})(?:-in-law)?$`, 'i')
export const FEMALE = new RegExp(`^(?:ex-)?(?:${WOMEN})(?:-in-law)?$`, 'i')
