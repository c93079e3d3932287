/** Names that don't reveal what the app is for, as members see them. */
export const NEUTRAL_NAMES = { notes: 'Notes', journal: 'Journal', daily: 'Daily' } as const

export type NeutralName = keyof typeof NEUTRAL_NAMES
