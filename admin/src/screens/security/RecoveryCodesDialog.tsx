import type { RecoveryCodes } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { ConfirmDialog, PlainDialog, useAction, useUnsaved } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { RecoveryCodeList } from '../../login/held/RecoveryCodeList.js'

/** Creates recovery codes after a confirmation and shows them once. Closing without saving them asks first. */
export default function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.second.${key}`)
  const make = useAction<RecoveryCodes>(() => ({ path: 'recovery-codes' }), {
    invalidates: ['second-factor'],
    error: { fallback: translate('security.failed') },
  })
  const isKept = useRef(false)
  const guard = useUnsaved({
    isDirty: () => make.data !== undefined && !isKept.current,
    discard: onClose,
    texts: () => ({ key: 'security.second.unkept' }),
  })
  if (!make.data) {
    return (
      <ConfirmDialog
        open
        title={text('makeAsk')}
        description={text('makeText')}
        confirmLabel={text('make')}
        pending={make.isPending}
        onConfirm={() => make.mutate()}
        onClose={onClose}
      />
    )
  }
  return (
    <PlainDialog
      title={text('made')}
      description={text('madeText')}
      onClose={() => guard(onClose)}
      footer={
        <Button
          variant="contained"
          onClick={() => {
            isKept.current = true
            onClose()
          }}
        >
          {text('kept')}
        </Button>
      }
    >
      <Box sx={{ px: 3, pb: 3 }}>
        <RecoveryCodeList codes={make.data.codes} onKept={() => (isKept.current = true)} />
      </Box>
    </PlainDialog>
  )
}
