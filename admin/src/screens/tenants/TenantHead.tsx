import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatInteger } from '@crossdock/admin/kit'
import { useListContext, useTranslate } from 'ra-core'

/** What the card shows, and how many there are. */
export function TenantHead() {
  const translate = useTranslate()
  const { total = 0 } = useListContext()
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, pt: 2, pb: 1.5 }}>
      <Typography variant="h2">{translate('tenants.all')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
        {translate('tenants.total', { count: formatInteger(total) })}
      </Typography>
    </Box>
  )
}
