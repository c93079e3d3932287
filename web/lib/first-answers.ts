/** Answers of the API that came with the page, in the shape that `server/http/page-answers.ts` writes. */
type FirstAnswers = Record<string, { status: number; total: string | null; body: unknown }>

const ELEMENT_ID = 'first-answers'

let answers: FirstAnswers | undefined

/** The answer that came with the page for this address, until `endFirstAnswers`. */
export function firstAnswer(url: string): FirstAnswers[string] | undefined {
  answers ??= readAnswers()
  return answers[url]
}

/** Whether the page came with answers that can still be used. */
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
  // Our server wrote it with the page.
  return JSON.parse(element.textContent ?? '{}') as FirstAnswers
}
