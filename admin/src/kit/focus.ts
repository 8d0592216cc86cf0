/** Returns whether no element has the focus, because the focused one was removed. Tab would start at the page's top. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body

/**
 * Moves a lost focus to a row of the screen's list, else to the list, else to the beginning of the screen.
 * Does nothing while an element has the focus.
 */
export function restoreFocus(list: HTMLElement | null = document.querySelector('[data-list]')) {
  if (!isFocusLost()) return
  const row = list?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
  const place = row ?? list ?? document.getElementById('main')
  place?.focus({ preventScroll: true })
}
