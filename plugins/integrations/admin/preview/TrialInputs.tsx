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
  /** Of the choice of a file. */
  label: string
  trial: Trial
  onChange: (trial: Trial) => void
  /** Said of no file. */
  hint?: string
}

/** The file an endpoint is tried with, and how that is sent. */
export function TrialInputs({ label, trial, onChange, hint }: TrialInputsProps) {
  const translate = useTranslate()
  const id = useId()
  const canRead = usePermissions().can('assets.read')
  if (!canRead) {
    return (
      <Typography variant="body2" color="textSecondary">
        {translate('integrations.preview.noAccess')}
      </Typography>
    )
  }
  const { file, sendFile } = trial
  return (
    <FieldRow>
      <FileChoice
        label={label}
        value={file}
        onChange={(chosen) => onChange({ ...trial, file: chosen })}
        hint={file ? undefined : hint}
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
  )
}
