import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatInteger } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { AssetList } from './use_folder_contents.js'

/** The end of a list that goes on: loads by itself when it comes near, or by its button. */
export function LoadMore({ list }: { list: AssetList }) {
  const translate = useTranslate()
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, isFetching, isLoadingMore, loadMore } = list
  const load = useRef(loadMore)
  load.current = loadMore
  // Who asks while something is on its way may be passed over, and an end that stays in sight is told of but once.
  useEffect(() => {
    if (!end.current || !hasMore || isFetching) return
    const watch = new IntersectionObserver(
      // Several turns may be told of at once, oldest first: only the last is how it is now.
      (turns) => {
        if (turns.at(-1)?.isIntersecting) load.current()
      },
      { rootMargin: '400px' }
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [hasMore, isFetching])

  if (!hasMore) return null
  const figures = { shown: formatInteger(list.items.length), total: formatInteger(list.total) }
  return (
    <Box
      ref={end}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        px: 2.5,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="textSecondary" role="status">
        {translate('assets.shown', figures)}
      </Typography>
      <Button size="small" variant="outlined" disabled={isLoadingMore} onClick={loadMore}>
        {translate(isLoadingMore ? 'assets.loadingMore' : 'assets.loadMore')}
      </Button>
    </Box>
  )
}
