import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { ActionMenu, Icon, kindIcon, type MenuAction } from '@crossdock/admin/kit'
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  CornerLeftUp,
  CornerRightDown,
  Trash2,
} from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { NumberDot } from '../pieces/NumberDot.js'
import { useKindLabel } from './kinds.js'
import { branchesOf } from './step_branches.js'
import { numberIn } from './step_number.js'
import {
  allSteps,
  isWithin,
  placeOf,
  samePlace,
  stepsOf,
  type ListPlace,
  type StepNode,
  type StepPlace,
} from './step_tree.js'
import { useStepsEditor } from './steps_context.js'
import { fieldsAt } from './workflow_form.js'

interface StepHeadProps {
  step: StepNode
  place: StepPlace
  number: string
  isLast: boolean
  isOpen: boolean
}

/** What a step is called, and the buttons that move it; it is dragged by this. */
export function StepHead({ step, place, number, isLast, isOpen }: StepHeadProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.${key}`, { number })
  const label = useKindLabel('stepType')
  const { kinds, folding, readOnly, drag, move, remove } = useStepsEditor()
  const source = fieldsAt(step.key)
  const [type, name] = useWatch({ name: [`${source}.type`, `${source}.name`] }) as string[]
  const elsewhere = useOtherLists(step, place)
  const title = folding ? name?.trim() || label(type ?? '') : text('step')
  const { list, at } = place
  return (
    <Box
      draggable={!readOnly}
      onDragStart={(event) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', number)
        drag(step.key)
      }}
      onDragEnd={() => drag(undefined)}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, cursor: readOnly ? 'auto' : 'grab' }}
    >
      {folding && (
        <IconButton
          size="small"
          aria-expanded={isOpen}
          aria-label={text(isOpen ? 'fold' : 'unfold')}
          onClick={() => folding.toggle(step.key)}
        >
          <Icon icon={isOpen ? ChevronDown : ChevronRight} />
        </IconButton>
      )}
      <NumberDot number={at + 1} />
      <Icon icon={kindIcon(kinds.steps, type ?? '')} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
        {folding && name?.trim() && (
          <Typography variant="body2" color="textSecondary">
            {label(type ?? '')}
          </Typography>
        )}
      </Box>
      {!readOnly && (
        <>
          <IconButton
            size="small"
            data-move="up"
            aria-label={text('moveUp')}
            disabled={at === 0}
            onClick={() => move(step.key, { list, at: at - 1 }, 'up')}
          >
            <Icon icon={ArrowUp} />
          </IconButton>
          <IconButton
            size="small"
            data-move="down"
            aria-label={text('moveDown')}
            disabled={isLast}
            onClick={() => move(step.key, { list, at: at + 2 }, 'down')}
          >
            <Icon icon={ArrowDown} />
          </IconButton>
          {elsewhere.length > 0 && <ActionMenu label={text('moveTo')} actions={elsewhere} />}
          <IconButton size="small" aria-label={text('removeStep')} onClick={() => remove(step.key)}>
            <Icon icon={Trash2} />
          </IconButton>
        </>
      )}
    </Box>
  )
}

/** Ways into every other list: out of the branch it is in, and to the end of any branch but its own. */
function useOtherLists(step: StepNode, { list }: StepPlace): MenuAction[] {
  const translate = useTranslate()
  const label = useKindLabel('stepType')
  const { kinds, tree, typeOf, move } = useStepsEditor()
  const text = (key: string, values?: object) => translate(`flows.workflows.form.${key}`, values)
  const parent = list && placeOf(tree, list.step)
  const to = (place: ListPlace) => () =>
    move(step.key, { list: place, at: stepsOf(tree, place).length })
  const branches = allSteps(tree).flatMap((one) =>
    branchesOf(kinds, typeOf(one.key), one).map((branch) => ({ step: one.key, branch }))
  )
  return [
    ...(parent && list
      ? [
          {
            label: text('moveOut', { number: numberIn(tree, list.step) }),
            icon: CornerLeftUp,
            onSelect: () => move(step.key, { list: parent.list, at: parent.at + 1 }),
          },
        ]
      : []),
    ...branches
      .filter((place) => !samePlace(place, list) && !isWithin(tree, step.key, place))
      .map((place) => ({
        label: text('moveInto', {
          number: numberIn(tree, place.step),
          type: label(typeOf(place.step)),
          branch: translate(`flows.branch.${place.branch}`, { _: place.branch }),
        }),
        icon: CornerRightDown,
        onSelect: to(place),
      })),
  ]
}
