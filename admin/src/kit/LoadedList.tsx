import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './states.js'

export interface LoadedListProps<T> {
  /** What useRead gave. */
  read: UseQueryResult<T[], Error>
  skeleton: ReactNode
  empty: ReactNode
  /** An error without frame, for use inside a Section or dialog. */
  plain?: boolean
  children: (items: T[]) => ReactNode
}

/** A list in its four states: on its way, failed with a way to try again, empty, or there. */
export function LoadedList<T>({ read, skeleton, empty, plain, children }: LoadedListProps<T>) {
  if (read.isPending) return skeleton
  if (read.error) {
    return <ErrorState plain={plain} error={read.error} onRetry={() => void read.refetch()} />
  }
  return read.data.length === 0 ? empty : children(read.data)
}
