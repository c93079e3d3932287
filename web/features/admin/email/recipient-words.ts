import type { Mailing, RecipientGroup, RecipientGroups } from '#contract/email.ts'

/** In the order in which they are offered. */
export const GROUP_LABELS: Record<RecipientGroup, string> = {
  everyone: 'Everyone',
  access: 'Members with access to the live room',
  buyers: 'Buyers of a product',
  inactive: 'Not seen for 30 days',
}

/** Who is in a group; undefined where its label says it all. */
export function groupHelp(
  group: RecipientGroup,
  groups: RecipientGroups | undefined,
): string | undefined {
  switch (group) {
    case 'everyone':
      return undefined
    case 'access':
      return groups?.membership
        ? `Members whose “${groups.membership}” gives access now, and your team.`
        : undefined
    case 'buyers':
      return 'Everyone who bought it and wasn’t refunded.'
    case 'inactive':
      return 'Members who haven’t signed in or opened a page for at least 30 days.'
  }
}

/** Whom a broadcast is for. */
export function groupWords(
  { group, productId }: Pick<Mailing, 'group' | 'productId'>,
  groups: RecipientGroups | undefined,
): string {
  if (group !== 'buyers') return GROUP_LABELS[group]
  const title = groups?.products.find(({ id }) => id === productId)?.title
  return title === undefined ? GROUP_LABELS.buyers : `Buyers of “${title}”`
}
