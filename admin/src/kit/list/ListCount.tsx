import Typography from '@mui/material/Typography'
import { useListContext, useTranslate } from 'ra-core'
import { formatInteger } from '../format.js'

/** The number of rows, at the end of a list without pages. */
export function ListCount() {
  const translate = useTranslate()
  const { total = 0 } = useListContext()
  return (
    <Typography variant="body2" color="textSecondary" role="status" sx={{ px: 2.5, py: 1.75 }}>
      {translate('kit.list.rows', { smart_count: total, count: formatInteger(total) })}
    </Typography>
  )
}
