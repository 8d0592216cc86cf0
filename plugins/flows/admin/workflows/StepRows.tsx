import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { StepCard } from './StepCard.js'
import { numberBefore } from './step_number.js'
import { isWithin, type ListPlace, type StepNode } from './step_tree.js'
import { useStepsEditor } from './steps_context.js'

interface StepRowsProps {
  place: ListPlace
  steps: readonly StepNode[]
  /** What is said of none. */
  empty: string
}

/** One list of the tree: the workflow's own steps, or those of a branch. Steps are dropped at its end. */
export function StepRows({ place, steps, empty }: StepRowsProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflows.form.${key}`, values)
  const { tree, readOnly, dragged, drag, add, move } = useStepsEditor()
  const [isOver, setOver] = useState(false)
  const before = numberBefore(tree, place)
  const canDrop = dragged !== undefined && !isWithin(tree, dragged, place)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {steps.length === 0 ? (
        <Typography color="textSecondary">{empty}</Typography>
      ) : (
        <Box
          component="ol"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 1.5 }}
        >
          {steps.map((step, at) => (
            <StepCard
              key={step.key}
              step={step}
              place={{ list: place, at }}
              number={`${before}${at + 1}`}
              isLast={at === steps.length - 1}
              rows={(inner, its, none) => <StepRows place={inner} steps={its} empty={none} />}
            />
          ))}
        </Box>
      )}
      {!readOnly && (
        <Box
          onDragOver={(event) => {
            if (!canDrop) return
            event.preventDefault()
            event.stopPropagation()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            setOver(false)
            if (!canDrop || !dragged) return
            event.preventDefault()
            event.stopPropagation()
            move(dragged, { list: place, at: steps.length })
            drag(undefined)
          }}
          sx={{
            borderRadius: '8px',
            outline: (theme) => (isOver && canDrop ? `2px dashed ${theme.palette.accent}` : 'none'),
          }}
        >
          <Button
            data-add
            size="small"
            variant="outlined"
            // There may be many: each says which step it makes.
            aria-label={
              before ? text('addStepAt', { number: `${before}${steps.length + 1}` }) : undefined
            }
            startIcon={<Icon icon={Plus} />}
            onClick={() => add(place)}
          >
            {text('addStep')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
