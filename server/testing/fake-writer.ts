import type { DailyWriter, WritingRequest } from '#server/ports/ai/port.ts'

/** An AI provider that answers as the test specifies, and records its requests. */
export interface FakeWriter extends DailyWriter {
  readonly requests: WritingRequest[]
}

export function fakeWriter(
  answer: (request: WritingRequest) => string | Promise<string>,
): FakeWriter {
  const requests: WritingRequest[] = []
  return {
    source: 'provider',
    model: 'fake-model-1',
    requests,
    write: async (request) => {
      requests.push(request)
      return { html: await answer(request), libraryKey: null }
    },
  }
}
