import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { RotateCcw } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useSelectedAssets } from '../use_selected_assets.js'
import { useRestore } from '../use_restore.js'

/** Restores the selected assets. After a refusal all stay selected. */
export function RestoreBulk() {
  const translate = useTranslate()
  const { onSelect } = useListContext<Asset>()
  const chosen = useSelectedAssets()
  const restore = useRestore()
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<Icon icon={RotateCcw} />}
      disabled={restore.isPending}
      onClick={() => restore.mutate(chosen, { onSuccess: () => onSelect([]) })}
    >
      {translate('assets.action.restore')}
    </Button>
  )
}
