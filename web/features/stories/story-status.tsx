import type { ReactElement } from 'react'
import type { Story } from '#contract/stories.ts'
import { Badge } from '#web/ui/badge.tsx'

/** The moderation status of the viewer's own story. Renders nothing for a published one. */
export function StoryStatusBadge({ story }: { story: Story }): ReactElement | null {
  if (story.status === 'approved') return null
  if (story.status === 'pending') return <StateBadge variant="gold" label="For Approval" />
  return <StateBadge variant="destructive" label="Needs a change" />
}

function StateBadge(props: { variant: 'gold' | 'destructive'; label: string }): ReactElement {
  return (
    <Badge variant={props.variant} className="self-start">
      {props.label}
    </Badge>
  )
}
