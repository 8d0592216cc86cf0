import type { Asset } from '@crossdock/client'
import IconButton from '@mui/material/IconButton'
import { Icon, useAction } from '@crossdock/admin/kit'
import { Star } from 'lucide-react'
import { useTranslate } from 'ra-core'

/** Stars a file or folder for this person, or removes the star. */
export function StarButton({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const { id, name } = asset
  const star = useAction<Asset, boolean>(
    (starred) => ({ path: `assets/${id}/star`, method: starred ? 'PUT' : 'DELETE' }),
    { invalidates: ['assets'], error: { fallback: translate('assets.star.failed') } }
  )
  const starred = star.isPending ? star.variables : asset.starred
  return (
    <IconButton
      size="small"
      aria-pressed={starred}
      aria-label={translate('assets.star.label', { name })}
      onClick={(event) => {
        event.stopPropagation()
        star.mutate(!starred)
      }}
      sx={{
        color: starred ? 'warning.main' : 'text.secondary',
        '& svg': { fill: starred ? 'currentColor' : 'none' },
      }}
    >
      <Icon icon={Star} />
    </IconButton>
  )
}
