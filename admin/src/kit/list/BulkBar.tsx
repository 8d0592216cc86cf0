import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { X } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { formatInteger } from '../format.js'
import { Icon } from '../Icon.js'
import { useListSetup } from './context.js'
import { SelectAll } from './SelectAll.js'

/** What can be done with the rows that are selected, in place of the toolbar. */
export function BulkBar({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { selectedIds, data = [], onSelect, onUnselectItems } = useListContext()
  const count = selectedIds.length
  const { isEndless } = useListSetup()
  const onPage = data.map(({ id }) => id)
  const selected = new Set(selectedIds)
  // What is read meanwhile is not selected yet.
  const [isReading, setReading] = useState(false)
  const isWhole = onPage.every((id) => selected.has(id))
  return (
    <Box
      role="group"
      aria-label={translate('kit.list.bulk')}
      sx={{
        containerType: 'inline-size',
        containerName: 'bulk',
        position: 'sticky',
        top: 'calc(var(--bar-height, 0px) + 64px)',
        zIndex: 3,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        // As high as the toolbar: a second press would meet another row else.
        minHeight: 44,
        px: 1.5,
        py: 0.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        bgcolor: (theme) => theme.palette.surface.selected,
      }}
    >
      <Typography role="status" sx={{ fontWeight: 500, px: 0.5 }}>
        {translate('kit.list.selected', { count: formatInteger(count) })}
      </Typography>
      {!isWhole && !isReading && (
        <Button size="small" onClick={() => onSelect([...new Set([...selectedIds, ...onPage])])}>
          {translate('kit.list.selectPage')}
        </Button>
      )}
      {isEndless && (isWhole || isReading) && (
        <SelectAll isAsked={isReading} setAsked={setReading} />
      )}
      <Box sx={{ flex: 1 }} />
      {children}
      <Button size="small" startIcon={<Icon icon={X} />} onClick={() => onUnselectItems()}>
        {translate('kit.list.unselect')}
      </Button>
    </Box>
  )
}
