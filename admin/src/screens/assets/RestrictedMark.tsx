import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import { Icon, Tooltip } from '@crossdock/admin/kit'
import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'

/** A lock after the name of a restricted asset. */
export function RestrictedMark({ asset: { access } }: { asset: Pick<Asset, 'access'> }) {
  const translate = useTranslate()
  if (access !== 'restricted') return null
  const label = translate('assets.access.restrictedText')
  return (
    <Tooltip title={label}>
      <Box
        component="span"
        role="img"
        aria-label={label}
        sx={{ flex: 'none', display: 'inline-flex', color: 'text.secondary' }}
      >
        <Icon icon={Lock} size={14} />
      </Box>
    </Tooltip>
  )
}
