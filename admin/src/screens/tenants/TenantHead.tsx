import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatInteger } from '@crossdock/admin/kit'
import { useListContext, useTranslate } from 'ra-core'

/** The title of the list and the number of tenants. */
export function TenantHead() {
  const translate = useTranslate()
  const { total } = useListContext()
  return (
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
      <Typography variant="h2">{translate('tenants.all')}</Typography>
      {total !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {translate('tenants.total', { count: formatInteger(total) })}
        </Typography>
      )}
    </Box>
  )
}
