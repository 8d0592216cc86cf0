import type { Share } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon, lazyPart } from '@crossdock/admin/kit'
import { Ban } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { isOpen } from './model.js'

const RevokeDialog = lazyPart(() => import('./RevokeDialog.js'))

/** Revokes all selected links. */
export function SharesBulk() {
  const translate = useTranslate()
  const { data = [], selectedIds, onSelect } = useListContext<Share>()
  const [isAsked, setAsked] = useState(false)
  const chosen = data.filter((share) => selectedIds.includes(share.id) && isOpen(share))
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="error"
        startIcon={<Icon icon={Ban} />}
        disabled={chosen.length === 0}
        onClick={() => setAsked(true)}
      >
        {translate('shares.revoke.action')}
      </Button>
      {isAsked && (
        <RevokeDialog
          shares={chosen}
          onRevoked={() => onSelect([])}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
