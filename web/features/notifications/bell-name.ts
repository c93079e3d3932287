/** The name of the bell for those who do not see its number. */
export function bellName(unread: number): string {
  return unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
}
