import type { ConnectionTest, ExternalSystem } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { PlainDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { ConnectionResult } from './ConnectionResult.js'

interface TestConnectionDialogProps {
  system: ExternalSystem
  onClose: () => void
}

/** Tests the connection to a system when the dialog opens, and again for each entered path. */
export default function TestConnectionDialog({ system, onClose }: TestConnectionDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.connection.${key}`, values)
  const [path, setPath] = useState('')
  const { mutate, data, error, isPending, isIdle } = useAction<ConnectionTest, string>(
    (below) => ({
      path: `integrations/systems/${system.id}/test`,
      body: below === '' ? {} : { path: below },
    }),
    {
      invalidates: [
        'integrations/logs',
        'integrations/systems/failing',
        'integrations/systems/health',
      ],
      error: false,
    }
  )
  useEffect(() => mutate(''), [mutate])
  const isBusy = isPending || isIdle

  return (
    <PlainDialog
      title={text('title', { name: system.name })}
      description={system.baseUrl}
      onClose={onClose}
      footer={
        <>
          {data?.logId && (
            <Button
              component={Link}
              to={`/integrations?tab=activity&log=${encodeURIComponent(data.logId)}`}
            >
              {text('log')}
            </Button>
          )}
          <Button onClick={() => mutate(path)} disabled={isBusy}>
            {text('again')}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {translate('kit.close')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, px: 3, pb: 3, pt: 0.5 }}>
        <TextField
          label={text('path')}
          helperText={text('pathHint')}
          value={path}
          onChange={({ target }) => setPath(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && !isBusy && mutate(path)}
          autoComplete="off"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <ConnectionResult test={data} error={error} isPending={isBusy} />
      </Box>
    </PlainDialog>
  )
}
