import Typography from '@mui/material/Typography'
import { formatInteger } from '@crossdock/admin/kit'
import { useListContext, useTranslate } from 'ra-core'

/** The server's limit per request. A request changes all assets or none, so no more assets can be selected. */
export const MOST = 1000

/** Says that not all rows of the marked range are selected, because the range exceeds the limit. */
export function MostSelected() {
  const translate = useTranslate()
  const { selectedIds, total = 0 } = useListContext()
  const { length } = selectedIds
  if (length < MOST || total <= MOST) return null
  return (
    <Typography role="status" variant="body2" color="textSecondary">
      {translate(length > MOST ? 'assets.tooMany' : 'assets.mostSelected', {
        most: formatInteger(MOST),
      })}
    </Typography>
  )
}
