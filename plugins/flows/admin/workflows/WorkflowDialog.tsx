import type { Workflow } from '@crossdock/client'
import {
  atFields,
  ErrorState,
  FieldRow,
  FormDialog,
  PlainDialog,
  RowsSkeleton,
  useAction,
  useSession,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { BooleanInput, TextInput } from 'react-admin'
import { useFlowKinds, type FlowKinds } from './kinds.js'
import { StepsField } from './StepsField.js'
import { TriggerTypeInput } from './TriggerTypeInput.js'
import { TriggerFields } from './TriggerFields.js'
import { toBody, toForm, workflowInputs, type WorkflowForm } from './workflow_form.js'

interface WorkflowDialogProps {
  workflow?: Workflow
  onClose: () => void
}

/** Create Workflow, or Edit Workflow when it gets one, as soon as it is known what there is to choose from. */
export default function WorkflowDialog(props: WorkflowDialogProps) {
  const translate = useTranslate()
  const { kinds, error, retry } = useFlowKinds()
  if (kinds) return <WorkflowFormDialog {...props} kinds={kinds} />
  return (
    <PlainDialog
      title={translate(`flows.workflows.form.${props.workflow ? 'edit' : 'add'}`)}
      onClose={props.onClose}
    >
      {error ? <ErrorState plain error={error} onRetry={retry} /> : <RowsSkeleton rows={4} />}
    </PlainDialog>
  )
}

function WorkflowFormDialog({
  workflow,
  kinds,
  onClose,
}: WorkflowDialogProps & { kinds: FlowKinds }) {
  const translate = useTranslate()
  const tenantId = useSession().data?.tenant?.id
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const outcome = (key: string) => translate(`flows.workflows.${key}`)
  const save = useAction<unknown, WorkflowForm>(
    (form) => ({
      path: workflow ? `integrations/workflows/${workflow.id}` : 'integrations/workflows',
      method: workflow ? 'PUT' : 'POST',
      body: toBody(kinds, form, workflow, tenantId),
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
      defaultValues={toForm(kinds, workflow)}
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
        <TriggerTypeInput kinds={kinds.triggers} stored={workflow} />
      </FieldRow>
      <TextInput source="description" label={text('description')} multiline minRows={2} />
      <TriggerFields kinds={kinds} stored={workflow} />
      <StepsField
        kinds={kinds}
        source="steps"
        title={text('steps')}
        required={text('stepsRequired')}
      />
      <BooleanInput source="isActive" label={text('active')} />
    </FormDialog>
  )
}
