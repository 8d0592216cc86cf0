import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { X } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.js'

/** What can be done with the rows that are selected, in place of the toolbar. */
export function BulkBar({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { selectedIds, data = [], onSelect, onUnselectItems } = useListContext()
  const count = selectedIds.length
  const onPage = data.map(({ id }) => id)
  const isWhole = onPage.every((id) => selectedIds.includes(id))
  return (
    <Box
      role="group"
      aria-label={translate('kit.list.bulk')}
      sx={{
        position: 'sticky',
        top: 'calc(var(--bar-height, 0px) + 64px)',
        zIndex: 3,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        minHeight: 52,
        px: 1.5,
        py: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        bgcolor: (theme) => theme.palette.surface.selected,
      }}
    >
      <Typography role="status" sx={{ fontWeight: 500, px: 0.5 }}>
        {translate('kit.list.selected', { smart_count: count })}
      </Typography>
      {!isWhole && (
        <Button size="small" onClick={() => onSelect([...new Set([...selectedIds, ...onPage])])}>
          {translate('kit.list.selectPage')}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      {children}
      <Button size="small" startIcon={<Icon icon={X} />} onClick={() => onUnselectItems()}>
        {translate('kit.list.unselect')}
      </Button>
    </Box>
  )
}
