import { crisisLanguage, plainWords, recognizer } from '#web/lib/crisis-words.ts'

/** Why a text may be hard to read: it mentions suicide or self-harm, or violence. */
export type Hardness = 'crisis' | 'violence'

/** Written as `plainWords` normalizes: lower case, no accents, single spaces. English, then Spanish. */
const VIOLENCE = recognizer([
  'rap(?:e|ed|es|ing|ist)',
  'molest\\w*',
  'incest',
  '(?:sexual|sexually|physical|physically|child|emotional|emotionally) (?:abus\\w*|assault\\w*)',
  '(?:domestic|family) (?:violence|abuse)',
  "(?:was|been|being|were|got|is|he's|she's) (?:abused|assaulted|beaten|strangled|stabbed|tortured|trafficked)(?! by (?:the )?(?:odds|traffic))",
  '(?:abused|abuses|abusing|assaulted|beats|strangled|stabbed|choked|tortured|punched|punches) (?:me|her|him|us|them|my)',
  '(?:he|she|husband|wife|father|dad|mother|mom|boyfriend|girlfriend|partner|brother|uncle|they) (?:hit|hits|beat|beats|chokes|kicked|kicks|slapped|slaps) (?:me|her|him|us|them|my)',
  '(?:want|wanted|going|plan|planning) to (?:kill|hurt|shoot|stab) (?:him|her|them|someone|somebody|people|my (?:husband|wife|father|mother|boss|brother|sister|son|daughter|kids|children))',
  '(?:murder|murdered|murders|murdering|murderer)',
  '(?:shot|killed) (?:my|his|her|our|their) (?:husband|wife|father|mother|brother|sister|son|daughter|child|children|baby|friend)',
  '(?:gun|knife) (?:to|at|against) (?:my|her|his) (?:head|throat|neck)',
  'me (?:viol(?:o|aron|aba)|abus(?:o|aron|aba)|golpe(?:a|o|aba|aron)|peg(?:a|o|aba|aron)|maltrat(?:a|o|aba|aron))',
  '(?:fui|fue|era|soy) (?:violad|abusad|golpead|maltratad)[oa]',
  'abuso (?:sexual|infantil)',
  'violencia (?:domestica|familiar|de genero|sexual)',
  'asesin(?:o|aron|ato|ado|ada)',
  '(?:quiero|queria|voy a) matar(?:lo|la|los|las)',
])

/**
 * Whether a text may be hard to read, and why. The check runs on the device; nothing is stored, sent
 * or counted. It only decides how a text is first shown to an administrator.
 */
export function hardnessOf(text: string): Hardness | undefined {
  if (crisisLanguage(text)) return 'crisis'
  return VIOLENCE.test(plainWords(text)) ? 'violence' : undefined
}
