import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon, usePermissions } from '@crossdock/admin/kit'
import { RotateCcw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRestore } from './use_restore.js'

/** Restores an asset from its page, for people with permission. */
export function RestoreButton({ asset }: { asset: Pick<Asset, 'id' | 'name'> }) {
  const translate = useTranslate()
  const restore = useRestore()
  if (!usePermissions().can('assets.write')) return null
  return (
    <Button
      variant="contained"
      startIcon={<Icon icon={RotateCcw} />}
      disabled={restore.isPending}
      onClick={() => restore.mutate([asset])}
    >
      {translate('assets.action.restore')}
    </Button>
  )
}
