import type { Workflow } from '@crossdock/client'
import {
  mapFieldErrors,
  ErrorState,
  FieldRow,
  FormDialog,
  PlainDialog,
  RowsSkeleton,
  useAction,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { useRef } from 'react'
import { TextInput } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useFlowKinds, type FlowKinds } from './kinds.js'
import { TriggerTypeInput } from './TriggerTypeInput.js'
import { TriggerFields } from './TriggerFields.js'
import { workflowPath } from './model.js'
import { toForm, triggerOf, workflowInputs, type WorkflowForm } from './workflow_form.js'

interface WorkflowDialogProps {
  onClose: () => void
}

/** The first step of the builder: name and trigger of the workflow. Saves them as a draft. */
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
  const navigate = useNavigate()
  const made = useRef<string>(undefined)
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const outcome = (key: string) => translate(`flows.workflows.${key}`)
  const save = useAction<Workflow, WorkflowForm>(
    (form) => ({
      path: 'integrations/workflows',
      body: {
        name: form.name?.trim(),
        description: form.description?.trim() || null,
        ...triggerOf(kinds, form, undefined),
        isActive: false,
      },
    }),
    {
      invalidates: ['integrations', 'workflows'],
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
      onSubmit={async (form) => {
        made.current = (await mapFieldErrors(save.mutateAsync(form), workflowInputs)).id
      }}
      onClose={() => {
        const { current: id } = made
        onClose()
        // Waits until the dialog has restored the previous URL.
        if (id) setTimeout(() => void navigate(workflowPath({ id })), 50)
      }}
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
    </FormDialog>
  )
}
