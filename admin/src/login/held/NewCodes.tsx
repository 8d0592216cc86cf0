import type { RecoveryCodes } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { errorText, useApi } from '@crossdock/admin/kit'
import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { RecoveryCodeList } from './RecoveryCodeList.js'

/** Recovery codes in addition to the first passkey, shown only once. */
export function NewCodes({ onDone }: { onDone: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.second.${key}`)
  const api = useApi()
  const make = useMutation({
    mutationFn: () => api.action<RecoveryCodes>({ path: 'recovery-codes' }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {make.error && (
        <Alert severity="error">
          {errorText(make.error, translate, translate('security.failed'))}
        </Alert>
      )}
      {make.data ? (
        <>
          <RecoveryCodeList codes={make.data.codes} />
          <Button variant="contained" size="large" onClick={onDone}>
            {text('kept')}
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="contained"
            size="large"
            autoFocus
            disabled={make.isPending}
            onClick={() => make.mutate()}
          >
            {text('make')}
          </Button>
          <Button onClick={onDone}>{translate('security.held.codes.later')}</Button>
        </>
      )}
    </Box>
  )
}
