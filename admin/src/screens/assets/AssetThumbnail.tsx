import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import { Icon } from '@crossdock/admin/kit'
import { assetIcon } from './model.js'

/** What a file or folder looks like in the grid: the icon of its kind. */
export function AssetThumbnail({ asset }: { asset: Asset }) {
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        height: 112,
        borderBottom: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        bgcolor: (theme) => theme.palette.surface.inset,
      }}
    >
      <Icon icon={assetIcon(asset)} size={34} />
    </Box>
  )
}
