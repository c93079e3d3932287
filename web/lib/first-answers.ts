/** API answers embedded in the page, in the format that `server/http/page-answers.ts` writes. */
type FirstAnswers = Record<string, { status: number; total: string | null; body: unknown }>

const ELEMENT_ID = 'first-answers'

let answers: FirstAnswers | undefined

/** The answer embedded in the page for this URL, until `endFirstAnswers` is called. */
export function firstAnswer(url: string): FirstAnswers[string] | undefined {
  answers ??= readAnswers()
  return answers[url]
}

/** Whether the page has embedded answers that can still be used. */
export function hasFirstAnswers(): boolean {
  answers ??= readAnswers()
  return Object.keys(answers).length > 0
}

/** Discards the answers once the first view is shown or something has changed. */
export function endFirstAnswers(): void {
  answers = {}
}

function readAnswers(): FirstAnswers {
  const element = globalThis.document?.getElementById(ELEMENT_ID)
  if (!element) return {}
  element.remove()
  // Our own server wrote this JSON.
  return JSON.parse(element.textContent ?? '{}') as FirstAnswers
}
