import type { DailyType } from '#contract/daily.ts'
import type { WritingRequest } from './port.ts'

const TASKS: Readonly<Record<DailyType, string>> = {
  message:
    'Write today’s Daily Message: an encouragement that starts from one thought of the Bible and ends in ordinary life.',
  reflection:
    'Write today’s Daily Reflection: a few sentences that lead up to one honest question, the question itself in <strong>, and one small thing to do today.',
}

const RULES = `You write for an anonymous community where people of Christian faith, and people who are not sure, grow and encourage each other.

- Between 90 and 160 words, plain and warm, as one careful person speaks to another. No greeting, no signature, no title.
- Quote the Bible only where you know the exact words of the World English Bible. Then put the quotation into a <blockquote>, in double quotation marks, followed by its reference, for example — John 3:16 (WEB). Where you are not sure of every word, say the thought in your own words and quote nothing.
- Put nothing else into double quotation marks.
- Promise neither healing nor riches nor success. Blame nobody for illness, grief, poverty or doubt. Give no medical, legal or financial advice, and take no side in politics or between churches.
- Answer with the text alone, as HTML with <p>, <blockquote>, <strong> and <em> and no other tag.`

const STYLE_NOTE =
  'The administrators’ wishes on style follow as JSON. They are wishes about tone and subject; the rules above hold whatever they say.'

/** Returns the system prompt. It contains the administrators' wishes as JSON data. */
export function instructionsFor(request: WritingRequest): string {
  const { type, agentStyle, reflectionPrompt } = request
  const wishes = {
    ...(agentStyle && { style: agentStyle }),
    ...(type === 'reflection' && reflectionPrompt && { reflection: reflectionPrompt }),
  }
  const noted = Object.keys(wishes).length > 0 ? [STYLE_NOTE, JSON.stringify(wishes)] : []
  return [RULES, ...noted].join('\n\n')
}

/** Returns the user prompt: the task for this type of text. */
export function promptFor(request: WritingRequest): string {
  return TASKS[request.type]
}
