/**
 * A ref for the open tab: an address may open one that stands beyond the edge of a narrow screen.
 * Only its row is scrolled, and the page stays where it is.
 */
export function showInRow(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (!tab || !row) return
  const end = tab.offsetLeft + tab.offsetWidth
  if (tab.offsetLeft < row.scrollLeft) row.scrollLeft = tab.offsetLeft
  else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth
}
