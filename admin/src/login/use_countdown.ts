import { useEffect, useState } from 'react'

/** Mails take a moment; whoever asks again sooner only gets two. */
export const RESEND_SECONDS = 30

/** Seconds left of `seconds`; `restart` begins anew. */
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
