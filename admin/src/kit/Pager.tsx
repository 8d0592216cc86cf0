import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { formatInteger } from './format.js'
import { Icon } from './Icon.js'

export interface PagerProps {
  total: number
  /** From 0. */
  page: number
  perPage: number
  onPage: (page: number) => void
}

/** Goes through the pages of a table; nothing while one page holds everything. */
export function Pager({ total, page, perPage, onPage }: PagerProps) {
  const translate = useTranslate()
  if (total <= perPage) return null
  const last = Math.ceil(total / perPage) - 1
  return (
    <Box
      component="nav"
      aria-label={translate('kit.pager.label')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 0.5,
        px: 1.5,
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="textSecondary" role="status" sx={{ mr: 1 }}>
        {translate('kit.pager.shown', {
          from: formatInteger(page * perPage + 1),
          to: formatInteger(Math.min((page + 1) * perPage, total)),
          total: formatInteger(total),
        })}
      </Typography>
      <IconButton
        aria-label={translate('kit.pager.previous')}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <Icon icon={ChevronLeft} />
      </IconButton>
      <IconButton
        aria-label={translate('kit.pager.next')}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <Icon icon={ChevronRight} />
      </IconButton>
    </Box>
  )
}
