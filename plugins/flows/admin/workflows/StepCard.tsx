import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { kindIcon, kindNamed, kindOption, Icon, useKindDrafts } from '@crossdock/admin/kit'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { NumberDot } from '../pieces/NumberDot.js'
import { KindFields } from './KindFields.js'
import { useKindLabel, type FlowKinds } from './kinds.js'
import { choicesOf } from './TriggerTypeInput.js'
import { fieldsOf, type StepForm } from './workflow_form.js'

/** What belongs to the type of a step. */
const ofType = ['config', 'systemId', 'endpointId'] as const
type TypeFields = Pick<StepForm, (typeof ofType)[number]>

interface StepCardProps {
  /** Place of the step among its neighbours, from 0. */
  at: number
  /** Where it stands in the form. */
  source: string
  /** Its number with the way to it: `2 yes 1`. */
  name: string
  isLast: boolean
  kinds: FlowKinds
  onMove: (to: number) => void
  onRemove: () => void
  /** The steps of one of its branches. */
  branchOf: (branch: string) => ReactNode
}

/** One step of the workflow that is being edited. */
export function StepCard({
  at,
  source,
  name,
  isLast,
  kinds,
  onMove,
  onRemove,
  branchOf,
}: StepCardProps) {
  const translate = useTranslate()
  const text = (key: string, values: object = { number: name }) =>
    translate(`flows.workflows.form.${key}`, values)
  const label = useKindLabel('stepType')
  const { setValue, getValues, unregister } = useFormContext()
  const type = useWatch({ name: `${source}.type` }) as string
  const stored = getValues(`${source}.stored`) as StepForm['stored']
  const kind = kindNamed(kinds.steps, type)
  const drafts = useKindDrafts<TypeFields>()
  const begin = () => {
    const chosen = getValues(`${source}.type`) as string
    const left = getValues(source) as StepForm
    const entered = Object.fromEntries(ofType.map((name) => [name, left[name]]))
    const next = drafts(type, entered as TypeFields, chosen) ?? {
      config: fieldsOf(kinds.steps, chosen, stored?.type === chosen ? stored.config : {}),
      systemId: '',
      endpointId: '',
    }
    // Rules of fields that are gone would go on refusing the form.
    unregister(ofType.map((name) => `${source}.${name}`))
    for (const name of ofType) setValue(`${source}.${name}`, next[name])
  }
  return (
    <Box
      component="li"
      tabIndex={-1}
      aria-label={text('step')}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        bgcolor: (theme) => theme.palette.surface.inset,
        '&:focus-visible': { outline: (theme) => `2px solid ${theme.palette.accent}` },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <NumberDot number={at + 1} />
        <Icon icon={kindIcon(kinds.steps, type)} />
        <Typography sx={{ flex: 1, fontWeight: 500 }}>{text('step')}</Typography>
        <IconButton
          size="small"
          data-move="up"
          aria-label={text('moveUp')}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <Icon icon={ArrowUp} />
        </IconButton>
        <IconButton
          size="small"
          data-move="down"
          aria-label={text('moveDown')}
          disabled={isLast}
          onClick={() => onMove(at + 1)}
        >
          <Icon icon={ArrowDown} />
        </IconButton>
        <IconButton size="small" aria-label={text('removeStep')} onClick={onRemove}>
          <Icon icon={Trash2} />
        </IconButton>
      </Box>
      <SelectInput
        source={`${source}.type`}
        label={text('stepType')}
        optionText={kindOption}
        choices={choicesOf(kinds.steps, stored?.type, label)}
        onChange={begin}
        validate={required()}
      />
      <KindFields
        point="flows.stepTypes"
        name={type}
        kind={kind}
        source={`${source}.config`}
        stored={stored?.type === type ? stored.config : undefined}
      />
      {kind?.branches.map(branchOf)}
    </Box>
  )
}
