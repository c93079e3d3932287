/** The pages that show the room itself. */
export const ROOM_PAGES: readonly string[] = ['/live', '/sfx-members']

/** Shown to a person whom a host or co-host has removed. */
export const REMOVED = {
  title: 'You are no longer in the room',
  text: 'A host removed you from this session. You can join the next one.',
} as const
