/**
 * The key that different spellings of a tag share: ignores Unicode form, case and repeated spaces.
 */
export function tagKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
}
