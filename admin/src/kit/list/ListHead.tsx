import Box from '@mui/material/Box'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { BulkBar } from './BulkBar.js'

interface ListHeadProps {
  /** What can be done with the rows that are selected, while any are. */
  bulk: ReactNode
  /** The toolbar. */
  children: ReactNode
}

/** Where the room below the page's own bars begins. */
export const belowPageBars = 'calc(var(--bar-height, 0px) + 56px)'

/**
 * Stays in sight above the rows. The bar for what is selected lies over the toolbar, which keeps its place:
 * rows that moved under the pointer would take the second press of two for another one.
 */
export function ListHead({ bulk, children }: ListHeadProps) {
  const head = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = head.current
    if (!element) return
    // The heads of the columns stand below it, however many lines the filters take.
    const watch = new ResizeObserver(() =>
      element.parentElement?.style.setProperty('--list-head', `${element.offsetHeight}px`)
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return (
    <Box
      ref={head}
      sx={{
        // A phone has no room to spare: there only the bar stays.
        position: { xs: bulk ? 'sticky' : 'relative', md: 'sticky' },
        top: { xs: bulk ? belowPageBars : 'auto', md: belowPageBars },
        zIndex: 4,
        mt: -1,
        pt: 1,
        pb: 1.5,
        bgcolor: 'background.default',
      }}
    >
      <Box sx={{ position: 'relative' }}>
        <Box sx={{ visibility: bulk ? 'hidden' : undefined }}>{children}</Box>
        {bulk && <BulkBar>{bulk}</BulkBar>}
      </Box>
    </Box>
  )
}
