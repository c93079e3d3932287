import { queryOptions } from '@tanstack/react-query'
import { call, urlOf } from '#web/lib/api.ts'
import { transcriptCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** The service that drafts transcripts, if one is set up. */
export const speechQuery = endpointQuery(transcriptCalls.speech, { staleTime: 60_000 })

/** The timed lines of a story's transcript. */
export function linesQuery(id: number) {
  return queryOptions({
    queryKey: [urlOf(transcriptCalls.lines, { params: { id } })],
    queryFn: ({ signal }) => call(transcriptCalls.lines, { params: { id }, signal }),
  })
}

const DRAFTING_POLL_MS = 10_000

/** The state of the transcript of the member's own story. */
export function ownTranscriptQuery(id: number) {
  return queryOptions({
    queryKey: [urlOf(transcriptCalls.getOwn, { params: { id } })],
    queryFn: ({ signal }) => call(transcriptCalls.getOwn, { params: { id }, signal }),
    // A live event usually arrives sooner; polling covers a missing live connection.
    refetchInterval: ({ state }) => (state.data?.state === 'queued' ? DRAFTING_POLL_MS : false),
  })
}
