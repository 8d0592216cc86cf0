import { useEffect, useState } from 'react'

/** How long a person pauses before the server is asked, in milliseconds. */
const PAUSE = 180

/** A text once it has stayed the same for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
