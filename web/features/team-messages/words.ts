import type { TeamMessage } from '#contract/team-messages.ts'

/** The subject of a message, in one line. */
export function messageWords({ kind, about, title }: TeamMessage): string {
  switch (kind) {
    case 'warning':
      return about === 'story' && title ? `About your story “${title}”` : `About your ${about}`
    case 'report-kept':
      return `We reviewed the ${about} you reported and kept it.`
    case 'report-removed':
      return `We removed the ${about} you reported. Thank you for telling us.`
  }
}
