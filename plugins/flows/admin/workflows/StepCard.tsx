import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon, type KindEntry } from '@crossdock/admin/kit'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { NumberDot } from '../pieces/NumberDot.js'
import { KindFields } from './KindFields.js'
import { kindNamed, useKindLabel } from './kinds.js'
import { choicesOf } from './TriggerTypeInput.js'
import { fieldsOf, type WorkflowForm } from './workflow_form.js'

interface StepCardProps {
  /** Place of the step, from 0. */
  at: number
  isLast: boolean
  kinds: readonly KindEntry[]
  onMove: (to: number) => void
  onRemove: () => void
}

/** One step of the workflow that is being edited. */
export function StepCard({ at, isLast, kinds, onMove, onRemove }: StepCardProps) {
  const translate = useTranslate()
  const number = at + 1
  const text = (key: string) => translate(`flows.workflows.form.${key}`, { number })
  const label = useKindLabel('stepType')
  const { setValue, getValues } = useFormContext<WorkflowForm>()
  const type = useWatch<WorkflowForm, `steps.${number}.type`>({ name: `steps.${at}.type` })
  const stored = getValues(`steps.${at}.stored`)
  const storedConfig = stored?.type === type ? stored.config : undefined
  const begin = () => {
    const chosen = getValues(`steps.${at}.type`)
    const config = stored?.type === chosen ? stored.config : {}
    setValue(`steps.${at}.config`, fieldsOf(kinds, chosen, config))
    if (chosen === stored?.type) return
    setValue(`steps.${at}.systemId`, '')
    setValue(`steps.${at}.endpointId`, '')
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
        <NumberDot number={number} />
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
        source={`steps.${at}.type`}
        label={text('stepType')}
        choices={choicesOf(kinds, stored?.type, label)}
        onChange={begin}
        validate={required()}
      />
      <KindFields
        point="flows.stepTypes"
        name={type}
        kind={kindNamed(kinds, type)}
        source={`steps.${at}.config`}
        stored={storedConfig}
      />
    </Box>
  )
}
