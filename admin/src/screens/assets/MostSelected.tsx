import Typography from '@mui/material/Typography'
import { formatInteger } from '@crossdock/admin/kit'
import { useListContext, useTranslate } from 'ra-core'

/** So many the server takes in one request, which is done to all of them or to none: so many can be selected. */
export const MOST = 1000

/** Says that not all that was meant is selected: the range somebody has marked may end elsewhere. */
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
