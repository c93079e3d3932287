/** Answers of the API that came with the page, in the shape that `server/http/page-answers.ts` writes. */
type FirstAnswers = Record<string, { status: number; total: string | null; body: unknown }>

const ELEMENT_ID = 'first-answers'

let answers: FirstAnswers | undefined

/** What the server has answered to a read of this address already, while that is still new. */
export function firstAnswer(url: string): FirstAnswers[string] | undefined {
  answers ??= readAnswers()
  return answers[url]
}

/** Whether the page came with answers that are still new. */
export function hasFirstAnswers(): boolean {
  answers ??= readAnswers()
  return Object.keys(answers).length > 0
}

/** From now on the server is asked: the first page is there, or something has changed. */
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
