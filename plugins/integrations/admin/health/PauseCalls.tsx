import type { ExternalSystem, SystemCircuit } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { ConfirmDialog, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { pauseOf } from './HealthLine.js'
import { useCircuit } from './use_circuit.js'

const useRule = ({ id }: ExternalSystem) =>
  useRead<SystemCircuit>(['integrations/systems', id, 'circuit'], { refetchInterval: 30_000 })

/** Says that calls to a system are paused, and why. People with write access can resume them. */
export function PauseNotice({ system, canWrite }: { system: ExternalSystem; canWrite: boolean }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.health.${key}`, values)
  const { data } = useRule(system)
  const circuit = useCircuit(system)
  const pause = data && pauseOf(data, text)
  if (!pause) return null
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2, overflowWrap: 'anywhere' }}
      action={
        canWrite && (
          <Button
            size="small"
            disabled={circuit.isPending}
            onClick={() => circuit.mutate({ state: 'closed' })}
          >
            {text('resume')}
          </Button>
        )
      }
    >
      {[pause, data.reason].filter(Boolean).join(' ')}
    </Alert>
  )
}

/** Pauses the calls to a system manually, with a reason that all viewers see. */
export function PauseButton({ system }: { system: ExternalSystem }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.health.${key}`, values)
  const { data } = useRule(system)
  const [reason, setReason] = useState<string>()
  const close = () => setReason(undefined)
  const circuit = useCircuit(system, close)
  if (data?.state !== 'closed') return null
  return (
    <>
      <Button variant="outlined" onClick={() => setReason('')}>
        {text('pause')}
      </Button>
      <ConfirmDialog
        open={reason !== undefined}
        title={text('pauseOf', { name: system.name })}
        description={
          <>
            {text('pauseText')}
            <TextField
              fullWidth
              label={text('why')}
              value={reason ?? ''}
              onChange={({ target }) => setReason(target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
              sx={{ mt: 2 }}
            />
          </>
        }
        confirmLabel={text('pause')}
        pending={circuit.isPending}
        onConfirm={() => circuit.mutate({ state: 'open', ...(reason ? { reason } : {}) })}
        onClose={close}
      />
    </>
  )
}
