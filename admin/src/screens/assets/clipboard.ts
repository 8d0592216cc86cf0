import type { Asset } from '@crossdock/client'
import { useApi } from '@crossdock/admin/kit'
import { useSyncExternalStore } from 'react'

/** Assets that were cut or copied, to be pasted into a folder. */
export interface Clip {
  mode: 'cut' | 'copy'
  assets: readonly Asset[]
}

class Clipboard {
  #clip: Clip | undefined
  #listeners = new Set<() => void>()
  clip = () => this.#clip
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  put(clip: Clip | undefined) {
    this.#clip = clip
    for (const listener of this.#listeners) listener()
  }
}

const kept = new WeakMap<AbortSignal, Clipboard>()

// One clipboard per person on the page, so that the next person cannot paste these assets.
function clipboardOf(signal: AbortSignal): Clipboard {
  const known = kept.get(signal)
  if (known) return known
  const clipboard = new Clipboard()
  signal.addEventListener('abort', () => clipboard.put(undefined), { once: true })
  kept.set(signal, clipboard)
  return clipboard
}

/** The clipboard's content and a function that sets it. */
export function useClipboard() {
  const clipboard = clipboardOf(useApi().signOutSignal())
  const clip = useSyncExternalStore(clipboard.subscribe, clipboard.clip)
  return { clip, put: (next: Clip | undefined) => clipboard.put(next) }
}
