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

let createdRecord: string | undefined

/** Focuses a record that a dialog has created, once the dialog has closed and the list shows the record. */
export const focusCreated = (id: string): void => void (createdRecord = id)

/** Sets the focus after a dialog has closed: on the created record, else where it was. */
export function focusAfterDialog(): void {
  restoreFocus()
  if (createdRecord !== undefined) focusOnceShown(createdRecord)
  createdRecord = undefined
}

/** Focuses a record's row as soon as it appears, unless the person does something else first. */
function focusOnceShown(id: string) {
  const focus = () => {
    const row = document.querySelector<HTMLElement>(`[data-list] [data-record="${CSS.escape(id)}"]`)
    row?.focus()
    if (row) stop()
  }
  const observer = new MutationObserver(focus)
  const ends = new AbortController()
  const stop = () => (observer.disconnect(), ends.abort())
  for (const act of ['keydown', 'pointerdown']) {
    window.addEventListener(act, stop, { capture: true, signal: ends.signal })
  }
  observer.observe(document.body, { childList: true, subtree: true })
  focus()
}
