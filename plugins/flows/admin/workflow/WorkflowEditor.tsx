import type { Workflow } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import {
  FieldRow,
  fieldErrors,
  fingerprint,
  PageBody,
  Section,
  unsaved,
  useUnsaved,
  type Tagged,
} from '@crossdock/admin/kit'
import { Form, required, useTranslate } from 'ra-core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { BooleanInput, TextInput } from 'react-admin'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'
import { EditableFields } from '../pieces/EditableFields.js'
import { atSteps } from '../workflows/at_steps.js'
import type { FlowKinds } from '../workflows/kinds.js'
import { StepsField } from '../workflows/StepsField.js'
import { TriggerFields } from '../workflows/TriggerFields.js'
import { TriggerTypeInput } from '../workflows/TriggerTypeInput.js'
import { type WorkflowForm } from '../workflows/workflow_form.js'
import { ChangedMeanwhile } from './ChangedMeanwhile.js'
import { SaveBar } from './SaveBar.js'
import { TriggerOutlook } from './TriggerOutlook.js'
import { useSaveWorkflow } from './use_save_workflow.js'
import { useWorkflowPreview } from './use_workflow_preview.js'
import { WorkflowHead } from './WorkflowHead.js'

interface WorkflowEditorProps {
  kinds: FlowKinds
  /** As it was when the form began. */
  workflow: Workflow
  tag: string | undefined
  initial: WorkflowForm
  /** `initial` holds what is not saved: it was entered while the last save was under way. */
  isEntered: boolean
  /** As it is now, as far as is known. */
  latest: Tagged<Workflow>
  canWrite: boolean
  reread: () => Promise<Tagged<Workflow>>
  /** Ids of the steps that are open. */
  unfolded: ReadonlySet<string>
  onUnfolded: (ids: ReadonlySet<string>) => void
  /** Begins anew with a state, or with what was entered on top of it. */
  onBegin: (state: Tagged<Workflow>, entered?: WorkflowForm) => void
}

/** The form of a workflow on its page. */
export function WorkflowEditor(props: WorkflowEditorProps) {
  const { initial, onBegin } = props
  const save = useSaveWorkflow(props)
  const [theirs, setTheirs] = useState<{ state: Tagged<Workflow>; mine: WorkflowForm }>()
  const [refused, setRefused] = useState<Refused>(nothing)
  const [isSaving, setSaving] = useState(false)
  const held = useRef(() => initial)

  const submit = async (form: WorkflowForm, over?: string) => {
    setRefused(nothing)
    setSaving(true)
    const before = fingerprint(held.current())
    try {
      const outcome = await atSteps(form, save(form, over))
      const now = held.current()
      if (outcome.saved) onBegin(outcome.saved, fingerprint(now) === before ? undefined : now)
      else setTheirs({ state: outcome.theirs, mine: form })
    } catch (error) {
      setRefused(sorted(fieldErrors(error)))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Form
      defaultValues={initial}
      onSubmit={(values: FieldValues) => submit(values as WorkflowForm)}
      noValidate
      disableInvalidFormNotification
    >
      <Fields {...props} refused={refused} held={held} isSaving={isSaving} />
      {theirs && (
        <ChangedMeanwhile
          kinds={props.kinds}
          mine={theirs.mine}
          theirs={theirs.state.data}
          onKeepMine={() => {
            setTheirs(undefined)
            void submit(theirs.mine, theirs.state.tag)
          }}
          onTakeTheirs={() => onBegin(theirs.state)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Form>
  )
}

interface Refused {
  /** By the names of fields. */
  fields: Record<string, string>
  /** By the keys of steps: also of those that are folded. */
  steps: Record<string, string[]>
  others: string[]
}

const nothing: Refused = { fields: {}, steps: {}, others: [] }

function sorted(errors: Record<string, string>): Refused {
  const sortedOut: Refused = { fields: {}, steps: {}, others: [] }
  for (const [field, message] of Object.entries(errors)) {
    const [, key] = /^step\.(k\d+)(\.|$)/.exec(field) ?? []
    if (key) (sortedOut.steps[key] ??= []).push(message)
    else if (/^(name|description|triggerType|triggerConfig\.\w+)$/.test(field)) {
      sortedOut.fields[field] = message
    } else sortedOut.others.push(message)
  }
  return sortedOut
}

interface FieldsProps extends WorkflowEditorProps {
  refused: Refused
  isSaving: boolean
  /** Gives what stands in the form. */
  held: RefObject<() => WorkflowForm>
}

function Fields(props: FieldsProps) {
  const { kinds, workflow, tag, canWrite, refused, onBegin, latest, held, isSaving } = props
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const preview = useWorkflowPreview(kinds, workflow)
  const { setError, getValues } = useFormContext<WorkflowForm>()
  const { isDirty, isDirtyNow } = useDirty(canWrite, props.isEntered, () => onBegin(latest))
  useEffect(() => {
    held.current = () => structuredClone(getValues())
  }, [held, getValues])
  // What others have saved is shown at once while nothing was entered. What was known when the form began may be
  // older than what it began with: a save has just been read again.
  const seen = useRef(latest)
  useEffect(() => {
    if (latest === seen.current || isSaving || isDirtyNow()) return
    seen.current = latest
    if (latest.tag !== tag) onBegin(latest)
  })
  useEffect(() => {
    for (const [name, message] of Object.entries(refused.fields))
      setError(name as 'name', { message })
  }, [refused, setError])
  return (
    <>
      <WorkflowHead workflow={workflow} isDirty={isDirty} />
      <PageBody>
        {refused.others.length > 0 && <Alert severity="error">{refused.others.join(' ')}</Alert>}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
          }}
        >
          <EditableFields readOnly={!canWrite}>
            <PageBody>
              <Section title={translate('flows.workflow.about')}>
                <Box sx={{ display: 'grid', gap: 2 }}>
                  <TextInput
                    source="name"
                    label={text('name')}
                    validate={required(text('nameRequired'))}
                    autoComplete="off"
                  />
                  <TextInput
                    source="description"
                    label={text('description')}
                    multiline
                    minRows={2}
                  />
                  <BooleanInput source="isActive" label={text('active')} />
                </Box>
              </Section>
              <Section title={translate('flows.workflows.column.trigger')}>
                <Box sx={{ display: 'grid', gap: 2 }}>
                  <FieldRow>
                    <TriggerTypeInput kinds={kinds.triggers} stored={workflow} />
                  </FieldRow>
                  <TriggerFields kinds={kinds} stored={workflow} />
                  <TriggerOutlook preview={preview} />
                </Box>
              </Section>
            </PageBody>
          </EditableFields>
          <StepsField
            kinds={kinds}
            unfolded={props.unfolded}
            onUnfolded={props.onUnfolded}
            readOnly={!canWrite}
            notes={{ problems: refused.steps, warnings: preview.warnings }}
            frame={(steps) => (
              <Section title={text('steps')} description={translate('flows.workflow.stepsHint')}>
                {steps}
              </Section>
            )}
          />
        </Box>
      </PageBody>
      {canWrite && isDirty && (
        <SaveBar
          isBehind={!isSaving && latest.data.updatedAt > workflow.updatedAt}
          onDiscard={() => onBegin(latest)}
        />
      )}
    </>
  )
}

/** Whether something was entered; leaving asks first then. */
function useDirty(canWrite: boolean, isEntered: boolean, discard: () => void) {
  const { getValues } = useFormContext()
  const [first, setFirst] = useState(isEntered ? '' : undefined)
  // Drawn again with every change.
  useWatch()
  // Inputs bring their own defaults, which are there once all effects have run.
  useEffect(() => {
    if (isEntered) return
    const timer = setTimeout(() => setFirst(fingerprint(getValues())))
    return () => clearTimeout(timer)
  }, [getValues, isEntered])
  const isDirtyNow = () => canWrite && first !== undefined && fingerprint(getValues()) !== first
  const isDirty = isDirtyNow()
  useUnsaved({ isDirty: isDirtyNow, discard })
  useEffect(() => unsaved.changed(), [isDirty])
  return { isDirty, isDirtyNow }
}
