import type { WorkflowDraft } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon, IconTile, kindIcon } from '@crossdock/admin/kit'
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useParams } from 'react-router-dom'
import { WorkflowAlerts } from '../alerts/WorkflowAlerts.js'
import { EditableFields } from '../pieces/EditableFields.js'
import { FieldGroup } from '../workflows/FieldGroup.js'
import { useKindLabel, type FlowKinds } from '../workflows/kinds.js'
import { StepFields } from '../workflows/StepFields.js'
import type { StepForm } from '../workflows/step_form.js'
import { placeOf, stepsOf } from '../workflows/step_tree.js'
import { useStepsEditor } from '../workflows/steps_context.js'
import { TriggerFields } from '../workflows/TriggerFields.js'
import { TriggerTypeInput } from '../workflows/TriggerTypeInput.js'
import { fieldsAt } from '../workflows/workflow_form.js'
import { missingValues } from './missing_values.js'
import { TRIGGER } from './model.js'
import { ValuePicker } from './ValuePicker.js'
import type { SampleState } from './use_sample.js'

interface StepPaneProps {
  kinds: FlowKinds
  /** The draft on the server. Its masks show which secrets are set. */
  stored: WorkflowDraft
  problems: Readonly<Record<string, readonly string[]>>
  warnings: Readonly<Record<string, readonly string[]>>
  sample: SampleState
}

const column = { display: 'flex', flexDirection: 'column', gap: 2 } as const

/** The fields of the chosen step, or the trigger with the name of the workflow. */
export function StepPane(props: StepPaneProps) {
  const { chosen } = useStepsEditor()
  // The key gives each step new inputs, with the values of that step.
  return chosen === TRIGGER ? <TriggerPane {...props} /> : <OneStep key={chosen} {...props} />
}

function TriggerPane({ kinds, stored, problems }: StepPaneProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.builder.${key}`)
  const form = (key: string) => translate(`flows.workflows.form.${key}`)
  const { readOnly } = useStepsEditor()
  const type = useWatch({ name: 'triggerType' }) as string
  const { workflowId = '' } = useParams()
  return (
    <Box component="section" aria-label={text('trigger')} sx={column}>
      <Head
        icon={kindIcon(kinds.triggers, type)}
        title={text('trigger')}
        about={text('triggerHint')}
      />
      <Problems all={problems[TRIGGER]} />
      <EditableFields readOnly={readOnly} sx={column}>
        <TriggerTypeInput kinds={kinds.triggers} stored={stored} />
        <TriggerFields kinds={kinds} stored={stored} />
        <FieldGroup title={text('about')}>
          <TextInput
            source="name"
            label={form('name')}
            validate={required(form('nameRequired'))}
            autoComplete="off"
          />
          <TextInput source="description" label={form('description')} multiline minRows={2} />
        </FieldGroup>
      </EditableFields>
      <WorkflowAlerts workflowId={workflowId} />
    </Box>
  )
}

function OneStep({ kinds, problems, warnings, sample }: StepPaneProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.builder.${key}`)
  const { chosen, tree, readOnly, move, duplicate, remove } = useStepsEditor()
  const label = useKindLabel('stepType')
  const source = fieldsAt(chosen)
  const [type = '', name = ''] = useWatch({
    name: [`${source}.type`, `${source}.name`],
  }) as string[]
  const title = name.trim() || label(type)
  const place = placeOf(tree, chosen)
  const count = place ? stepsOf(tree, place.list).length : 0
  return (
    <Box component="section" aria-label={text('pane.step')} sx={column}>
      <Head icon={kindIcon(kinds.steps, type)} title={title} about={label(type)}>
        {!readOnly && place && (
          <>
            <IconButton
              size="small"
              aria-label={text('keys.up')}
              disabled={place.at === 0}
              onClick={() => move(chosen, { ...place, at: place.at - 1 })}
            >
              <Icon icon={ArrowUp} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={text('keys.down')}
              disabled={place.at === count - 1}
              onClick={() => move(chosen, { ...place, at: place.at + 2 })}
            >
              <Icon icon={ArrowDown} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={text('keys.duplicate')}
              onClick={() => duplicate(chosen)}
            >
              <Icon icon={Copy} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={text('keys.remove')}
              onClick={() => remove(chosen)}
            >
              <Icon icon={Trash2} />
            </IconButton>
          </>
        )}
      </Head>
      <Problems all={problems[chosen]} />
      {(warnings[chosen] ?? []).map((warning) => (
        <Alert key={warning} severity="info">
          {warning}
        </Alert>
      ))}
      <ValuePicker sample={sample}>
        <EditableFields readOnly={readOnly} sx={column}>
          <StepFields source={source} />
        </EditableFields>
        <MissingValues source={source} sample={sample} />
      </ValuePicker>
    </Box>
  )
}

/** Names the values that the fields read and the sample does not have: a run like the sample would fail there. */
function MissingValues({ source, sample }: { source: string; sample: SampleState }) {
  const translate = useTranslate()
  const { kinds } = useStepsEditor()
  const step = useWatch({ name: source }) as StepForm | undefined
  const missing = step ? missingValues(step, kinds.steps, sample) : []
  if (missing.length === 0) return null
  return (
    <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
      {translate('flows.builder.values.missing', { paths: missing.join(', ') })}
    </Alert>
  )
}

interface HeadProps {
  icon: Parameters<typeof Icon>[0]['icon']
  title: string
  about: string
  children?: React.ReactNode
}

const Head = ({ icon, title, about, children }: HeadProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
    <IconTile icon={icon} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {about}
      </Typography>
    </Box>
    {children}
  </Box>
)

const Problems = ({ all = [] }: { all?: readonly string[] | undefined }) =>
  all.length > 0 ? <Alert severity="warning">{all.join(' ')}</Alert> : null
