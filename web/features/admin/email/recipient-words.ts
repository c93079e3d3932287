import type { Mailing, RecipientGroup, RecipientGroups } from '#contract/email.ts'

/** The recipient groups, in the order of the menu. */
export const GROUP_LABELS: Record<RecipientGroup, string> = {
  everyone: 'Everyone',
  access: 'Members with access to the live room',
  buyers: 'Buyers of a product',
  inactive: 'Not seen for 30 days',
}

/** Who is in a group; undefined if its label already says it. */
export function groupHelp(
  group: RecipientGroup,
  groups: RecipientGroups | undefined,
): string | undefined {
  switch (group) {
    case 'everyone':
      return undefined
    case 'access':
      return groups?.membership
        ? `Members with access through “${groups.membership}” right now, and your team.`
        : undefined
    case 'buyers':
      return 'Everyone who bought it and wasn’t refunded.'
    case 'inactive':
      return 'Members who haven’t signed in or opened a page for at least 30 days.'
  }
}

/** The recipients of a broadcast, in words. */
export function groupWords(
  { group, productId }: Pick<Mailing, 'group' | 'productId'>,
  groups: RecipientGroups | undefined,
): string {
  if (group !== 'buyers') return GROUP_LABELS[group]
  const title = groups?.products.find(({ id }) => id === productId)?.title
  return title === undefined ? GROUP_LABELS.buyers : `Buyers of “${title}”`
}
