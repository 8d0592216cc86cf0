import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { ScreenReaderOnly } from './ScreenReaderOnly.js'

const Busy = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate()
  return (
    <div role="status" aria-label={translate('kit.loading')}>
      {children}
    </div>
  )
}

/** Rows of a table or list that is loading. */
export const RowsSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <Busy>
    {Array.from({ length: rows }, (_, row) => (
      <Box
        key={row}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          px: { xs: 2, sm: 2.5 },
          py: 1.25,
          borderTop: row ? 1 : 0,
          borderColor: 'divider',
        }}
      >
        <Skeleton width={24} height={24} />
        <Skeleton width={`${34 - (row % 3) * 6}%`} height={14} />
        <Box sx={{ flex: 1 }} />
        <Skeleton width="12%" height={14} />
        <Skeleton width="9%" height={14} />
      </Box>
    ))}
  </Busy>
)

/** Cards of a grid that is loading. */
export const CardsSkeleton = ({ cards = 6 }: { cards?: number }) => (
  <Busy>
    <CardGrid>
      {Array.from({ length: cards }, (_, card) => (
        <Card key={card} sx={{ p: 2.25 }}>
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
            <Skeleton width={36} height={36} />
            <Box sx={{ flex: 1 }}>
              <Skeleton width="60%" height={14} />
              <Skeleton width="35%" height={12} sx={{ mt: 1 }} />
            </Box>
          </Box>
          <Skeleton height={12} sx={{ mt: 2.5 }} />
          <Skeleton width="75%" height={12} sx={{ mt: 1 }} />
        </Card>
      ))}
    </CardGrid>
  </Busy>
)

// With an unreachable server this screen may stay for long, and a page needs a heading.
const PlaceOfTitle = () => {
  const translate = useTranslate()
  return (
    <ScreenReaderOnly>
      <h1>{translate('kit.loading')}</h1>
    </ScreenReaderOnly>
  )
}

/** A whole screen that is loading: header, numbers, one block. */
export const PageSkeleton = () => (
  <Busy>
    <PlaceOfTitle />
    <Skeleton width={180} height={26} />
    <Skeleton width={280} height={14} sx={{ mt: 1.25, mb: 3.5 }} />
    <Card>
      {Array.from({ length: 6 }, (_, row) => (
        <Box key={row} sx={{ px: 2.5, py: 2 }}>
          <Skeleton width={`${52 - (row % 3) * 9}%`} height={14} />
        </Box>
      ))}
    </Card>
  </Busy>
)

/** A grid of cards: one column on phones, three on desktops. */
export const cardGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
} as const

export const CardGrid = ({ children }: { children: ReactNode }) => (
  <Box sx={cardGrid}>{children}</Box>
)
