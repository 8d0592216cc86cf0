import { localStorageStore, type Store } from 'ra-core'

/** Preferences in local storage. Signing out clears them except the chosen theme and language. */
export function createStore(): Store {
  const store = localStorageStore()
  return {
    ...store,
    reset() {
      const kept = ['theme', 'locale'].map((key) => [key, store.getItem(key)] as const)
      store.reset()
      for (const [key, value] of kept) if (value !== undefined) store.setItem(key, value)
    },
  }
}
