import { lazyPart } from './lazyPart.js'

/** The question for what is around every screen: its code comes when the first one is there. */
export const LazyConfirmDialog = lazyPart(async () => {
  const { ConfirmDialog } = await import('./ConfirmDialog.js')
  return { default: ConfirmDialog }
})
