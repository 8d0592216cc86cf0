import type { DamagedVersions } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { lazyPart, useDialogAddress, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const DamagedDialog = lazyPart(() => import('./DamagedDialog.js'))

/** The maximum number of versions that the server lists. */
const MOST = 100

/** Warns about damaged stored versions; hidden while none are known. */
export function DamagedBanner() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.damaged.${key}`, values)
  const { data } = useRead<DamagedVersions>('assets/damaged')
  const { value, open, close } = useDialogAddress('show')
  const versions = data?.versions ?? []
  if (versions.length === 0) return null
  const count = { smart_count: versions.length }
  return (
    <>
      <Alert
        severity="error"
        sx={{ mb: 2 }}
        action={
          <Button color="inherit" size="small" onClick={() => open('damaged')}>
            {text('show')}
          </Button>
        }
      >
        {text(versions.length < MOST ? 'banner' : 'bannerMost', count)}
      </Alert>
      {value === 'damaged' && <DamagedDialog versions={versions} onClose={close} />}
    </>
  )
}
