/** What had the focus has gone, and the keyboard would start from the top of the page. */
export const isLost = () => !document.activeElement || document.activeElement === document.body

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

let made: string | undefined

/** What was just made in a dialog gets the focus in the list once both are done: the dialog and the list. */
export const focusMade = (id: string): void => void (made = id)

/** The focus behind a dialog that has closed: on what was made in it, else where it was. */
export function focusBehindDialog(): void {
  placeFocus()
  if (made !== undefined) focusOnceShown(made)
  made = undefined
}

/** Gives a record's row the focus as soon as it is there, unless the person does something else first. */
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
