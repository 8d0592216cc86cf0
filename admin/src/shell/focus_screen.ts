/** To the beginning of the screen: where what had the focus has gone, and nothing is nearer. */
export const focusScreen = () => document.getElementById('main')?.focus({ preventScroll: true })
