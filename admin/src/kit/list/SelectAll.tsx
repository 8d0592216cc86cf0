import Button from '@mui/material/Button'
import { useInfinitePaginationContext, useListContext, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { formatInteger } from '../format.js'

interface SelectAllProps {
  /** The rest is being read. */
  isAsked: boolean
  setAsked: (isAsked: boolean) => void
}

/** Of a list that goes on: reads the rest of it, and selects all of it. */
export function SelectAll({ isAsked, setAsked }: SelectAllProps) {
  const translate = useTranslate()
  const { data = [], total = 0, isFetching, error, onSelect } = useListContext()
  const { hasNextPage, fetchNextPage } = useInfinitePaginationContext()
  useEffect(() => {
    if (!isAsked || isFetching) return
    if (error) setAsked(false)
    else if (hasNextPage) void fetchNextPage()
    else {
      setAsked(false)
      onSelect(data.map(({ id }) => id))
    }
  }, [isAsked, isFetching, hasNextPage, error, data, fetchNextPage, onSelect, setAsked])
  if (!hasNextPage && !isAsked) return null
  return (
    <Button size="small" disabled={isAsked} onClick={() => setAsked(true)}>
      {isAsked
        ? translate('kit.list.loadingMore')
        : translate('kit.list.selectAll', { total: formatInteger(total) })}
    </Button>
  )
}
