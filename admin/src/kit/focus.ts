/** What had the focus has gone, and the keyboard would start from the top of the page. */
const isLost = () => !document.activeElement || document.activeElement === document.body

/**
 * Gives a lost focus a place: a row of the screen's list, else the list, else the beginning of the screen.
 * Does nothing while something has it.
 */
export function placeFocus(list: HTMLElement | null = document.querySelector('[data-list]')) {
  if (!isLost()) return
  const row = list?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
  const place = row ?? list ?? document.getElementById('main')
  place?.focus({ preventScroll: true })
}
