import { useEffect, useState } from 'react'

/** What a value has come to, once it was left alone for a moment. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
