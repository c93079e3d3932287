import { EyeOff } from 'lucide-react'
import type { ReactElement } from 'react'

export function GuidanceIntro(): ReactElement {
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <h2 id="ask-for-guidance">Ask for Guidance</h2>
      <p className="text-ink-quiet">
        Ask our team of spiritual leaders about what’s on your heart.
      </p>
      <p className="flex gap-2.5">
        <EyeOff aria-hidden size={20} className="mt-0.5 shrink-0 text-primary" />
        <span>
          You are anonymous to the team as well: they see your category and your words, but nothing
          that identifies you.
        </span>
      </p>
    </div>
  )
}
