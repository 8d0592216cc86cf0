import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon, lazyPart } from '@crossdock/admin/kit'
import { Trash2 } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSelectedAssets } from '../use_selected_assets.js'

const PurgeDialog = lazyPart(() => import('./PurgeDialog.js'))

/** Permanently deletes the selected assets in the trash. Assets that the server refuses stay selected. */
export function PurgeBulk() {
  const translate = useTranslate()
  const { onSelect } = useListContext<Asset>()
  const chosen = useSelectedAssets()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="error"
        startIcon={<Icon icon={Trash2} />}
        onClick={() => setAsked(true)}
      >
        {translate('assets.purge.action')}
      </Button>
      {isAsked && (
        <PurgeDialog
          assets={chosen}
          onDone={(refused) => onSelect(refused.map(({ id }) => id))}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
