import type { Retention } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ApiError,
  ConfirmDialog,
  errorText,
  fieldErrors,
  useAction,
  useOnce,
  usePermissions,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState, type FormEvent } from 'react'
import { KeptRow } from './KeptRow.js'
import { changesOf, entered } from './retention_form.js'

interface Changes {
  rules: { kind: string; days: number | null }[]
  confirm?: boolean
}

/** A field of each kind of record. Asks before what deletes records that are there. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`retention.${key}`)
  const mayWrite = usePermissions().can('retention.write')
  const [fields, setFields] = useState(entered(retention))
  const save = useAction<Retention, Changes>(
    (body) => ({ path: 'tenant/retention', method: 'PUT', body }),
    {
      invalidates: ['tenant/retention', 'assets/trash'],
      success: { title: text('saved') },
      error: false,
    }
  )
  const once = useOnce(true, save.isPending)
  const rules = changesOf(retention, fields)
  const refusal = save.error instanceof ApiError && save.error.code === 'E_DELETES' && save.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rules) once(() => save.mutate({ rules }))
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {retention.records.map((kept) => (
        <KeptRow
          key={kept.kind}
          kept={kept}
          run={retention.lastRuns.find(({ kind }) => kind === kept.kind)}
          due={retention.due.find(({ kind }) => kind === kept.kind)}
          disabled={!mayWrite}
          value={fields[kept.kind] ?? ''}
          onChange={(days) => {
            setFields({ ...fields, [kept.kind]: days })
            save.reset()
          }}
        />
      ))}
      {save.error && !refusal && (
        <Alert severity="error">{errorText(save.error, translate, text('saveFailed'))}</Alert>
      )}
      {mayWrite && (
        <Button
          type="submit"
          variant="contained"
          sx={{ justifySelf: 'start' }}
          disabled={!rules || rules.length === 0 || save.isPending}
        >
          {text('save')}
        </Button>
      )}
      <ConfirmDialog
        open={Boolean(refusal)}
        destructive
        title={text('deletes')}
        description={refusal ? Object.values(fieldErrors(refusal)).join(' ') : undefined}
        confirmLabel={text('deleteThem')}
        pending={save.isPending}
        onConfirm={() => save.mutate({ rules: rules ?? [], confirm: true })}
        onClose={() => save.reset()}
      />
    </Box>
  )
}
