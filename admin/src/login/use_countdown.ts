import { useEffect, useState } from 'react'

/** Time (s) before another email can be requested, because the first one may still be on its way. */
export const RESEND_SECONDS = 30

/** Counts down from `seconds`. `restart` starts over. */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return {
    left,
    restart: () => {
      setNow(Date.now())
      setEnd(Date.now() + seconds * 1000)
    },
  }
}
