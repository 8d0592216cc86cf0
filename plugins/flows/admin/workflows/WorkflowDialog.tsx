import type { Workflow } from '@crossdock/client'
import {
  ErrorState,
  FieldRow,
  focusMade,
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
import { atSteps } from './at_steps.js'
import { FieldGroup } from './FieldGroup.js'
import { toBody, toForm, type WorkflowForm } from './workflow_form.js'

interface WorkflowDialogProps {
  onClose: () => void
}

/** Create Workflow, as soon as it is known what there is to choose from. */
export default function WorkflowDialog(props: WorkflowDialogProps) {
  const translate = useTranslate()
  const { kinds, error, retry } = useFlowKinds()
  if (kinds) return <WorkflowFormDialog {...props} kinds={kinds} />
  return (
    <PlainDialog title={translate('flows.workflows.form.add')} onClose={props.onClose}>
      {error ? <ErrorState plain error={error} onRetry={retry} /> : <RowsSkeleton rows={4} />}
    </PlainDialog>
  )
}

function WorkflowFormDialog({ kinds, onClose }: WorkflowDialogProps & { kinds: FlowKinds }) {
  const translate = useTranslate()
  const tenantId = useSession().data?.tenant?.id
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const outcome = (key: string) => translate(`flows.workflows.${key}`)
  const save = useAction<Workflow, WorkflowForm>(
    (form) => ({
      path: 'integrations/workflows',
      body: toBody(kinds, form, undefined, tenantId),
    }),
    {
      invalidates: ['integrations', 'workflows'],
      onSuccess: ({ id }) => focusMade(id),
      success: { title: outcome('created') },
      error: { fallback: outcome('createFailed'), inForm: true },
    }
  )
  return (
    <FormDialog<WorkflowForm>
      open
      title={text('add')}
      description={text('text')}
      defaultValues={toForm(kinds)}
      submitLabel={text('submitAdd')}
      submittingLabel={text('submitting')}
      maxWidth="md"
      onSubmit={(form) => atSteps(form, save.mutateAsync(form))}
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
        <TriggerTypeInput kinds={kinds.triggers} stored={undefined} />
      </FieldRow>
      <TextInput source="description" label={text('description')} multiline minRows={2} />
      <TriggerFields kinds={kinds} stored={undefined} />
      <StepsField
        kinds={kinds}
        frame={(steps) => <FieldGroup title={text('steps')}>{steps}</FieldGroup>}
      />
      <BooleanInput source="isActive" label={text('active')} />
    </FormDialog>
  )
}
