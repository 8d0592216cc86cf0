import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { X } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { formatInteger } from '../format.js'
import { Icon } from '../Icon.js'
import { useListSetup } from './context.js'
import { useFit } from './fit.js'
import { SelectAll } from './SelectAll.js'

/** The actions for selected rows, over the toolbar so that the rows do not move. */
export function BulkBar({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { selectedIds, data = [], onSelect, onUnselectItems } = useListContext()
  const { isEndless } = useListSetup()
  const bar = useFit()
  const onPage = data.map(({ id }) => id)
  const selected = new Set(selectedIds)
  const isWhole = onPage.every((id) => selected.has(id))
  return (
    <Box
      ref={bar}
      role="group"
      aria-label={translate('kit.list.bulk')}
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        // Content wider than the bar is hidden step by step instead of moving the rows.
        overflow: 'hidden',
        whiteSpace: 'nowrap',
        '& > *': { flex: 'none' },
        // The words stay for screen readers.
        '&:not([data-fit=words])': { gap: 0.5, px: 1 },
        '&:not([data-fit=words]) .MuiButton-root:has(.MuiButton-startIcon)': {
          minWidth: 0,
          px: '7px',
          fontSize: 0,
          '& .MuiButton-startIcon': { m: 0 },
        },
        '&:is([data-fit=words], [data-fit=icons]) .in-menu': { display: 'none' },
        '&:is([data-fit=menu], [data-fit=least]) .in-bar': { display: 'none' },
        '&[data-fit=least]': { overflowX: 'auto' },
        '&[data-fit=least] .extra': { display: 'none' },
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        bgcolor: (theme) => theme.palette.surface.selected,
      }}
    >
      <Typography role="status" sx={{ fontWeight: 500, px: 0.5 }}>
        {translate('kit.list.selected', { count: formatInteger(selectedIds.length) })}
      </Typography>
      {isEndless && <SelectAll />}
      {!isEndless && !isWhole && (
        <Button
          size="small"
          className="extra"
          onClick={() => onSelect([...new Set([...selectedIds, ...onPage])])}
        >
          {translate('kit.list.selectPage')}
        </Button>
      )}
      <Box sx={{ '&&': { flex: 1 } }} />
      {children}
      <Button
        size="small"
        title={translate('kit.list.unselect')}
        startIcon={<Icon icon={X} />}
        onClick={() => onUnselectItems()}
      >
        {translate('kit.list.unselect')}
      </Button>
    </Box>
  )
}
