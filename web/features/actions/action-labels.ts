import { Activity, Droplets, HandHeart, type LucideIcon, Sparkles, Sprout } from 'lucide-react'
import type { ActionType } from '#contract/actions.ts'

interface ActionLabel {
  label: string
  /** An example of what to do today. */
  hint: string
  icon: LucideIcon
}

export const ACTION_LABELS: Record<ActionType, ActionLabel> = {
  hydration: { label: 'Hydration', hint: 'Drink a glass of water', icon: Droplets },
  prayer: { label: 'Prayer', hint: 'Spend a few minutes with God', icon: HandHeart },
  movement: { label: 'Movement', hint: 'Walk, stretch or dance', icon: Activity },
  growth: { label: 'Growth', hint: 'Learn one new thing', icon: Sprout },
  selfcare: { label: 'Self-Care', hint: 'Do something kind for yourself', icon: Sparkles },
}
