import { useEffect, useRef } from 'react'

/** Elements that do not use the keys of the list for themselves. */
const FREE = 'body, #main, h1, [data-list], thead *'

/** Sends keys to the list while no control has the focus, as in file managers. */
export function useFreeKeys(press: (key: string) => boolean) {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return
      if (!(target instanceof Element) || !target.matches(FREE)) return
      if (document.querySelector('[aria-modal=true]')) return
      if (latest.current(key)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
