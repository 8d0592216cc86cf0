import type { Promotion } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'

/** Warnings to read before promoting. */
export function PlanWarnings({ warnings }: Pick<Promotion, 'warnings'>) {
  const translate = useTranslate()
  if (warnings.length === 0) return null
  return (
    <Alert severity="warning" aria-label={translate('flows.promotion.warnings')}>
      <Box component="ul" sx={{ m: 0, pl: 2, overflowWrap: 'anywhere' }}>
        {warnings.map(({ message }, at) => (
          <li key={at}>{message}</li>
        ))}
      </Box>
    </Alert>
  )
}
