import { useEffect } from 'react'
import type { AttentionSource, AttentionState } from './dashboard.js'
import { useRead } from './data/useRead.js'

/** The polling interval (ms) while the event stream is disconnected, as for other live lists. */
const POLL = 30_000

/** Reads a list of problems and reports how many there are. */
export function useAttention<T>(
  path: string,
  onState: (state: AttentionState) => void
): readonly T[] {
  const { data, error } = useRead<T[]>(path, { refetchInterval: POLL })
  useEffect(() => {
    if (data) onState({ count: data.length })
    else if (error) onState({ count: 0, error })
  }, [data, error, onState])
  return data ?? []
}

/** Returns the `known` of an attention source whose component uses `useAttention` with the same path. */
export const knownList =
  (path: string): AttentionSource['known'] =>
  (read) => {
    const list = read<readonly unknown[]>(path)
    return list && { count: list.length }
  }
