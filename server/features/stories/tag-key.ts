/** What two spellings of one tag have in common: form and case do not count, nor do more blanks. */
export function tagKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
}
