import { BookOpen, type LucideIcon, PenLine, Sparkles } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DailySource } from '#contract/daily.ts'
import { sourceLabel } from '#web/features/admin/daily/labels.ts'
import { Badge } from '#web/ui/badge.tsx'

const ICONS: Record<DailySource, LucideIcon> = {
  manual: PenLine,
  provider: Sparkles,
  library: BookOpen,
}

interface SourceBadgeProps {
  source: DailySource
  /** The AI provider's model, if it is known to have written this text. */
  model?: string | null | undefined
}

/** A badge that says who wrote a text. */
export function SourceBadge({ source, model }: SourceBadgeProps): ReactElement {
  const Icon = ICONS[source]
  return (
    <Badge variant="neutral">
      <Icon aria-hidden size={16} className="shrink-0" />
      {sourceLabel(source, model)}
    </Badge>
  )
}
