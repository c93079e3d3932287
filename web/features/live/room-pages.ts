/** Where the room itself is. */
export const ROOM_PAGES: readonly string[] = ['/live', '/sfx-members']

/** To somebody whom a host or co-host has removed. */
export const REMOVED = {
  title: 'You are no longer in the room',
  text: 'A host removed you from this session. You can join the next one.',
} as const
