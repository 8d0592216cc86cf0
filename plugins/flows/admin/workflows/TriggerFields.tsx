import Typography from '@mui/material/Typography'
import { FieldRow } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { CheckboxGroupInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { fileEvents } from './model.js'
import { FieldGroup } from './FieldGroup.js'
import type { WorkflowForm } from './workflow_form.js'

/** What sets the workflow off, by trigger type. */
export function TriggerFields() {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const type = useWatch<WorkflowForm, 'triggerType'>({ name: 'triggerType' })
  return (
    <FieldGroup title={text('trigger')}>
      {type === 'manual' ? (
        <Typography color="textSecondary">{text('manualHint')}</Typography>
      ) : (
        <>
          <CheckboxGroupInput
            source="eventTypes"
            label={text('eventTypes')}
            choices={fileEvents.map((id) => ({
              id,
              name: translate(`flows.event.${id}`),
            }))}
            validate={required(text('eventTypesRequired'))}
          />
          <FieldRow>
            <TextInput
              source="fileTypes"
              label={text('fileTypes')}
              helperText={text('fileTypesHint')}
              autoComplete="off"
            />
            <TextInput
              source="folderPaths"
              label={text('folderPaths')}
              helperText={text('folderPathsHint')}
              autoComplete="off"
            />
          </FieldRow>
        </>
      )}
    </FieldGroup>
  )
}
