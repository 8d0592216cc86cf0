import { useEffect, useState } from 'react'

/** A value after it has not changed for a moment. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
