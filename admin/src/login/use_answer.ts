import { useEffect, useState } from 'react'
import { API, sendRequest } from '../data/wire.js'

/** Reads GET /api/{path}. Undefined until the answer has arrived, after a failure, and without a path. */
export function useAnswer<T>(path: string | undefined): T | undefined {
  const [known, setKnown] = useState<{ path: string; answer: T }>()
  useEffect(() => {
    if (path === undefined) return
    const left = new AbortController()
    sendRequest(`${API}/${path}`, { signal: left.signal }).then(
      ({ json }) => setKnown({ path, answer: json as T }),
      () => undefined
    )
    return () => left.abort()
  }, [path])
  return known?.path === path ? known?.answer : undefined
}
