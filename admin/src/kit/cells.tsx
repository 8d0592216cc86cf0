import Box from '@mui/material/Box'
import TableCell from '@mui/material/TableCell'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { ScreenReaderOnly } from './ScreenReaderOnly.js'

/** Cells that phones leave out; what they say stands under the row's name there. */
export const wideCell = { display: { xs: 'none', md: 'table-cell' } } as const

/** Head of the column that holds the buttons or the menu of each row. */
export function ActionsHeadCell() {
  const translate = useTranslate()
  return (
    <TableCell align="right" sx={{ width: '1%' }}>
      <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
        {translate('kit.actions')}
      </Box>
      <Box component="span" sx={{ display: { md: 'none' } }}>
        <ScreenReaderOnly>{translate('kit.actions')}</ScreenReaderOnly>
      </Box>
    </TableCell>
  )
}

/** The buttons or the menu at the end of a row. */
export const ActionsCell = ({ children }: { children: ReactNode }) => (
  <TableCell align="right" sx={{ py: 0.75, pl: 0, whiteSpace: 'nowrap' }}>
    {children}
  </TableCell>
)
