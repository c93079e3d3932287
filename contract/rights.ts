/** The rights of members of the team; each admin call names one of them. */
export const RIGHTS = [
  'stories',
  'guidance',
  'daily',
  'host',
  'mail',
  'treasurer',
  'settings',
  'people',
  'keeper',
] as const

export type Right = (typeof RIGHTS)[number]

/** The names of the rights that people see, and what each right opens. */
export const RIGHT_WORDS: Record<Right, { name: string; opens: string }> = {
  stories: {
    name: 'Stories',
    opens: 'Review stories, prayer requests, transcripts and reports, and manage tags',
  },
  guidance: { name: 'Guidance', opens: 'Read and answer guidance requests' },
  daily: { name: 'Daily content', opens: 'Publish messages, reflections and trivia' },
  host: { name: 'Live room', opens: 'Go on air, record, and set the schedule' },
  mail: { name: 'Email', opens: 'Write to members, and see bounces and delivery' },
  treasurer: { name: 'Money', opens: 'Sell resources, and see orders and revenue' },
  settings: { name: 'Settings', opens: 'Change the site’s name, logo and pages' },
  people: { name: 'People', opens: 'See names and email addresses, and suspend accounts' },
  keeper: {
    name: 'Team',
    opens: 'Give and take rights, read the audit log, connect services, and check the server',
  },
}

/** Common sets of rights, the largest first. */
export const PRESETS = {
  owner: RIGHTS,
  pastor: ['stories', 'guidance', 'daily', 'host', 'mail'],
  treasurer: ['treasurer'],
  helper: ['stories', 'guidance'],
} as const satisfies Record<string, readonly Right[]>
export type Preset = keyof typeof PRESETS

/** The preset with exactly these rights. */
export function presetOf(rights: readonly Right[]): Preset | undefined {
  const names = Object.keys(PRESETS) as Preset[]
  return names.find((name) => {
    const preset: readonly Right[] = PRESETS[name]
    return preset.length === rights.length && preset.every((right) => rights.includes(right))
  })
}
