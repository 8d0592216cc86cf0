import { useEffect, useState } from 'react'

/** Pause (ms) in typing before the server is asked. */
const PAUSE = 180

/** Returns the latest text that stayed the same for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
