import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { formatInteger } from '../format.js'
import { Icon } from '../Icon.js'

const SIZES = [25, 50, 100]

/** The shown range, the total, and the page buttons. */
export function ListPager() {
  const translate = useTranslate()
  const { total = 0, page, perPage, setPage, setPerPage } = useListContext()
  if (total === 0) return null
  const last = Math.ceil(total / perPage)
  const sizes = SIZES.includes(perPage) ? SIZES : [perPage, ...SIZES]
  return (
    <Box
      component="nav"
      aria-label={translate('kit.pager.label')}
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 48, pl: 2.5, pr: 1.5 }}
    >
      <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1 }}>
        {translate('kit.pager.shown', {
          from: formatInteger((page - 1) * perPage + 1),
          to: formatInteger(Math.min(page * perPage, total)),
          total: formatInteger(total),
        })}
      </Typography>
      {total > SIZES[0]! && (
        <Select
          size="small"
          value={perPage}
          onChange={({ target }) => setPerPage(Number(target.value))}
          SelectDisplayProps={{ 'aria-label': translate('kit.list.perPage') }}
          sx={{ mr: 0.5, '&.MuiInputBase-sizeSmall': { minHeight: 30 } }}
        >
          {sizes.map((size) => (
            <MenuItem key={size} value={size}>
              {translate('kit.list.rows', { smart_count: size, count: size })}
            </MenuItem>
          ))}
        </Select>
      )}
      {last > 1 && (
        <>
          <IconButton
            aria-label={translate('kit.pager.previous')}
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            <Icon icon={ChevronLeft} />
          </IconButton>
          <IconButton
            aria-label={translate('kit.pager.next')}
            disabled={page >= last}
            onClick={() => setPage(page + 1)}
          >
            <Icon icon={ChevronRight} />
          </IconButton>
        </>
      )}
    </Box>
  )
}
