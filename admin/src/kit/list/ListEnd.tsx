import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useInfinitePaginationContext, useListContext, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { formatInteger } from '../format.js'

/** The end of an endless list: loads more when it comes near the view, or by its button. */
export function ListEnd() {
  const translate = useTranslate()
  const { data, total = 0, isFetching } = useListContext()
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfinitePaginationContext()
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(fetchNextPage)
  load.current = fetchNextPage
  // Observe again after each load: a request during a running one may be ignored, and the observer reports an end that
  // stays in view only once.
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetching) return
    const watch = new IntersectionObserver(
      // Several changes may arrive at once, oldest first. Only the last is current.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) void load.current()
      },
      { rootMargin: '600px' }
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [hasNextPage, isFetching])

  const shown = data?.length ?? 0
  if (shown === 0) return null
  return (
    <Box
      ref={end}
      sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 48, pl: 2.5, pr: 1.5 }}
    >
      <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1 }}>
        {translate('kit.pager.shown', {
          from: formatInteger(1),
          to: formatInteger(shown),
          total: formatInteger(total),
        })}
      </Typography>
      {hasNextPage && (
        <Button
          size="small"
          variant="outlined"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {translate('kit.list.loadMore')}
        </Button>
      )}
    </Box>
  )
}
