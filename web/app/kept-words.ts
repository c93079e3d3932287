import { z } from 'zod'
import type { KeptCall } from '#web/lib/outbox/kept-call.ts'

/** A kept call, described for the person who made it. */
export interface KeptWords {
  title: string
  /** What they wrote or chose; empty if the title says everything. */
  text: string
}

const Body = z
  .object({
    title: z.string(),
    content: z.string(),
    notes: z.string().nullable(),
    mood: z.string(),
    actionType: z.string(),
    actionContent: z.string(),
    completed: z.boolean(),
  })
  .partial()
  .catch({})

/** Describes a call to the person who made it, including everything they wrote. */
export function keptWords(call: Pick<KeptCall, 'method' | 'url' | 'body'>): KeptWords {
  const body = Body.parse(call.body ?? {})
  const path = call.url.split('?')[0] ?? ''
  if (path.startsWith('/api/stories/replies')) return { title: 'Reply', text: body.content ?? '' }
  if (path.startsWith('/api/stories'))
    return { title: 'Story', text: lines(body.title, body.content) }
  if (path.endsWith('/pray')) return { title: 'Prayer', text: '' }
  if (path.startsWith('/api/prayer-requests')) {
    return { title: 'Prayer request', text: body.content ?? '' }
  }
  if (path.startsWith('/api/moods')) return { title: 'Mood', text: lines(body.mood, body.notes) }
  if (path.startsWith('/api/guidance')) {
    return { title: 'Guidance request', text: body.content ?? '' }
  }
  if (path === '/api/daily-myactions') {
    return { title: 'New action', text: body.actionContent ?? '' }
  }
  if (path.startsWith('/api/daily-')) {
    const isUndone = call.method === 'DELETE' || body.completed === false
    const name = body.actionType ?? actionIn(path)
    return { title: isUndone ? 'Action, not done after all' : 'Action done', text: name }
  }
  return { title: 'Change', text: '' }
}

function lines(...texts: (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n\n')
}

/** The system action that a path ends with; empty for a personal action, which has a number. */
function actionIn(path: string): string {
  return /\/([a-z]+)$/.exec(path)?.[1] ?? ''
}
