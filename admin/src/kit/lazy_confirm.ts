import { lazyPart } from './lazyPart.js'

/** The confirmation dialog of the shell. Its code loads after the first screen. */
export const LazyConfirmDialog = lazyPart(async () => {
  const { ConfirmDialog } = await import('./ConfirmDialog.js')
  return { default: ConfirmDialog }
})
