import Card from '@mui/material/Card'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import type { SxProps, Theme } from '@mui/material/styles'
import { mono, useEnvironments, useSession } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { CopyButton } from '../pieces/CopyLine.js'

const readOnly: SxProps<Theme> = { bgcolor: ({ palette }) => palette.surface.inset }

/** Shows the organization and environment of a new agent; they cannot be changed here. */
export function Place() {
  const translate = useTranslate()
  const text = (key: string) => translate(`agents.deploy.${key}`)
  const { data: session } = useSession()
  const { chosen } = useEnvironments()
  const tenantId = session?.tenant?.id ?? ''
  return (
    <Card sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.75 }}>
      <TextField
        label={text('tenantId')}
        value={tenantId}
        fullWidth
        slotProps={{
          htmlInput: { readOnly: true },
          input: {
            sx: { ...readOnly, fontFamily: mono, fontSize: '0.8125rem' },
            endAdornment: (
              <InputAdornment position="end">
                <CopyButton value={tenantId} what={text('copyTenant')} />
              </InputAdornment>
            ),
          },
        }}
      />
      <TextField
        label={text('environment')}
        value={chosen?.displayName ?? ''}
        fullWidth
        slotProps={{ htmlInput: { readOnly: true }, input: { sx: readOnly } }}
      />
    </Card>
  )
}
