import Box from '@mui/material/Box'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { BulkBar } from './BulkBar.js'

interface ListHeadProps {
  /** The actions for selected rows, while any are selected. */
  bulk: ReactNode
  /** The toolbar. */
  children: ReactNode
}

/** The top offset below the page's sticky bars. */
export const belowPageBars = 'calc(var(--bar-height, 0px) + 56px)'

/**
 * Stays in view above the rows. The bulk bar covers the toolbar without changing its height: if rows moved
 * under the pointer, the second press would hit another row.
 */
export function ListHead({ bulk, children }: ListHeadProps) {
  const head = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = head.current
    if (!element) return
    // The column heads stick below this, however many lines the filters take.
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
        // Phones have little room, so only the bulk bar stays in view.
        position: { xs: bulk ? 'sticky' : 'relative', md: 'sticky' },
        top: { xs: bulk ? belowPageBars : 'auto', md: belowPageBars },
        zIndex: 4,
        mt: -1.5,
        pt: 1,
        pb: 1,
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
