/** The accessible name of the bell, including the number of unread notifications. */
export function bellName(unread: number): string {
  return unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
}
