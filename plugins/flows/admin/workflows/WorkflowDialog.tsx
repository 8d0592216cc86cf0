import type { Workflow } from '@crossdock/client'
import { atFields, FieldRow, FormDialog, useAction, useSession } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { BooleanInput, SelectInput, TextInput } from 'react-admin'
import { StepsField } from './StepsField.js'
import { TriggerFields } from './TriggerFields.js'
import {
  offeredTriggers,
  toBody,
  toForm,
  workflowInputs,
  type WorkflowForm,
} from './workflow_form.js'

/** Create Workflow, or Edit Workflow when it gets one. */
export default function WorkflowDialog({
  workflow,
  onClose,
}: {
  workflow?: Workflow
  onClose: () => void
}) {
  const translate = useTranslate()
  const tenantId = useSession().data?.tenant?.id
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const outcome = (key: string) => translate(`flows.workflows.${key}`)
  const save = useAction<unknown, WorkflowForm>(
    (form) => ({
      path: workflow ? `integrations/workflows/${workflow.id}` : 'integrations/workflows',
      method: workflow ? 'PUT' : 'POST',
      body: toBody(form, tenantId),
    }),
    {
      invalidates: ['integrations', 'workflows'],
      success: { title: outcome(workflow ? 'changed' : 'created') },
      error: { fallback: outcome(workflow ? 'updateFailed' : 'createFailed'), inForm: true },
    }
  )
  return (
    <FormDialog<WorkflowForm>
      open
      title={text(workflow ? 'edit' : 'add')}
      description={text('text')}
      defaultValues={toForm(workflow)}
      submitLabel={text(workflow ? 'submitEdit' : 'submitAdd')}
      submittingLabel={text('submitting')}
      maxWidth="md"
      onSubmit={(form) => atFields(save.mutateAsync(form), workflowInputs)}
      onClose={onClose}
    >
      <FieldRow>
        <TextInput
          source="name"
          label={text('name')}
          validate={required(text('nameRequired'))}
          autoComplete="off"
          autoFocus
        />
        <SelectInput
          source="triggerType"
          label={text('triggerType')}
          choices={offeredTriggers.map((id) => ({
            id,
            name: translate(`flows.trigger.${id}`),
          }))}
          validate={required()}
        />
      </FieldRow>
      <TextInput source="description" label={text('description')} multiline minRows={2} />
      <TriggerFields />
      <StepsField />
      <BooleanInput source="isActive" label={text('active')} />
    </FormDialog>
  )
}
