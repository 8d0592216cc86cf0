import type { Retention } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import {
  ApiError,
  ConfirmDialog,
  errorText,
  fieldErrors,
  SaveButton,
  useAction,
  useFields,
  useOnce,
  usePermissions,
  useUnsavedFields,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { type FormEvent } from 'react'
import { RetentionRow } from './RetentionRow.js'
import { changesOf, enteredDays } from './retention_form.js'

interface Changes {
  rules: { kind: string; days: number | null }[]
  confirm?: boolean
}

/** A field for each kind of record. Asks before a change that deletes existing records. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`retention.${key}`)
  const mayWrite = usePermissions().can('retention.write')
  const form = useFields({ path: 'tenant/retention', stored: retention, enter: enteredDays })
  const { base, fields } = form
  const save = useAction<Retention, Changes>(
    (body) => ({ path: 'tenant/retention', method: 'PUT', body }),
    {
      invalidates: ['tenant/retention', 'assets/trash'],
      success: { title: text('saved') },
      error: false,
      ifMatch: form.ifMatch,
      onSuccess: form.saved,
    }
  )
  const once = useOnce(true, save.isPending)
  const rules = changesOf(base, fields)
  useUnsavedFields({
    isChanged: rules?.length !== 0,
    isSaving: save.isPending,
    discard: form.discard,
  })
  const refusal = save.error instanceof ApiError && save.error.code === 'E_DELETES' && save.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rules && rules.length > 0) once(() => save.mutate({ rules }))
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2, containerType: 'inline-size' }}
    >
      {base.records.map((rule) => (
        <RetentionRow
          key={rule.kind}
          rule={rule}
          run={retention.lastRuns.find(({ kind }) => kind === rule.kind)}
          due={retention.due.find(({ kind }) => kind === rule.kind)}
          disabled={!mayWrite}
          value={fields[rule.kind] ?? ''}
          onChange={(days) => {
            form.set({ [rule.kind]: days })
            if (!save.isPending) save.reset()
          }}
        />
      ))}
      {save.error && !refusal && (
        <Alert severity="error">{errorText(save.error, translate, text('saveFailed'))}</Alert>
      )}
      {mayWrite && (
        <SaveButton disabled={!rules || rules.length === 0 || save.isPending}>
          {text('save')}
        </SaveButton>
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
