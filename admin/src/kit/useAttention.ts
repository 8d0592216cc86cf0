import { useEffect } from 'react'
import type { AttentionSource, AttentionState } from './dashboard.js'
import { useRead } from './data/useRead.js'

/** As lists that change by themselves are asked while the server tells nothing. */
const POLL = 30_000

/** Reads a list of problems and tells how many there are. */
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

/** `known` of a source that shows with `useAttention` what stands at a path. */
export const knownList =
  (path: string): AttentionSource['known'] =>
  (read) => {
    const list = read<readonly unknown[]>(path)
    return list && { count: list.length }
  }
