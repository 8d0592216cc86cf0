import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { FieldRow, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { sendFileModes } from '../model.js'
import { FileChoice } from './FileChoice.js'
import type { Trial } from './trial.js'

interface TrialInputsProps {
  /** Label of the file input. */
  label: string
  trial: Trial
  /** Names of the parameters to enter. */
  params: readonly string[]
  onChange: (trial: Trial) => void
  /** Shown when no file is selected. */
  hint?: string
  /** Focuses the file input when a dialog opens. */
  autoFocus?: boolean
}

/** Selects the test file and how to send it. */
export function TrialInputs({ label, trial, params, onChange, hint, autoFocus }: TrialInputsProps) {
  const translate = useTranslate()
  const id = useId()
  const canRead = usePermissions().can('assets.read')
  const { file, sendFile } = trial
  return (
    <>
      {canRead ? (
        <FieldRow>
          <FileChoice
            label={label}
            value={file}
            onChange={(chosen) => onChange({ ...trial, file: chosen })}
            hint={file ? undefined : hint}
            autoFocus={autoFocus}
          />
          {file && (
            <TextField
              select
              id={id}
              label={translate('integrations.preview.sendFile')}
              value={sendFile}
              onChange={(event) =>
                onChange({ ...trial, sendFile: event.target.value as Trial['sendFile'] })
              }
            >
              {sendFileModes.map((mode) => (
                <MenuItem key={mode} value={mode}>
                  {translate(`integrations.call.sendFileMode.${mode}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
        </FieldRow>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {translate('integrations.preview.noAccess')}
        </Typography>
      )}
      <ParamInputs trial={trial} params={params} onChange={onChange} />
    </>
  )
}

/** Inputs for the values that a workflow step would give. */
export function ParamInputs({
  trial,
  params,
  onChange,
}: Pick<TrialInputsProps, 'trial' | 'params' | 'onChange'>) {
  const translate = useTranslate()
  const id = useId()
  return (
    <>
      {params.map((name) => (
        <TextField
          key={name}
          id={`${id}-${name}`}
          label={translate('integrations.preview.param', { name })}
          helperText={translate('integrations.preview.paramHint')}
          value={trial.params[name] ?? ''}
          onChange={(event) =>
            onChange({ ...trial, params: { ...trial.params, [name]: event.target.value } })
          }
          // These inputs belong to the preview: Enter must not save.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          autoComplete="off"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
      ))}
    </>
  )
}
