import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './states.js'

export interface LoadedListProps<T> {
  /** The result of useRead. */
  read: UseQueryResult<T[], Error>
  skeleton: ReactNode
  empty: ReactNode
  /** An error without frame, for use inside a Section or dialog. */
  plain?: boolean
  children: (items: T[]) => ReactNode
}

/** A list in its four states: loading, failed with a retry button, empty, or loaded. */
export function LoadedList<T>({ read, skeleton, empty, plain, children }: LoadedListProps<T>) {
  if (read.isPending) return skeleton
  if (read.error) {
    return <ErrorState plain={plain} error={read.error} onRetry={() => void read.refetch()} />
  }
  return read.data.length === 0 ? empty : children(read.data)
}
