import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { EditableFields } from '../pieces/EditableFields.js'
import { FieldGroup } from './FieldGroup.js'
import { StepFields } from './StepFields.js'
import { StepHead } from './StepHead.js'
import {
  isWithin,
  placeOf,
  stepsOf,
  type StepNode,
  type ListPlace,
  type StepPlace,
} from './step_tree.js'
import { branchesOf } from './step_branches.js'
import { useStepsEditor, type StepsEditor } from './steps_context.js'
import { fieldsAt } from './workflow_form.js'

interface StepCardProps {
  step: StepNode
  place: StepPlace
  /** With the way to it: `2 yes 1`. */
  number: string
  isLast: boolean
  /** Draws the list of a branch. */
  rows: (place: ListPlace, steps: readonly StepNode[], empty: string) => ReactNode
}

/** One step of the workflow that is being edited, and the lists of its branches. */
export function StepCard({ step, place, number, isLast, rows }: StepCardProps) {
  const translate = useTranslate()
  const text = (key: string, values: object = { number }) =>
    translate(`flows.workflows.form.${key}`, values)
  const editor = useStepsEditor()
  const { kinds, tree, readOnly, notes, folding, dragged, drag, move } = editor
  const { key } = step
  const source = fieldsAt(key)
  const type = useWatch({ name: `${source}.type` }) as string
  const [edge, setEdge] = useState<'before' | 'after'>()
  const problems = notes.problems?.[key] ?? []
  const warnings = notes.warnings?.[key] ?? []
  const isOpen = !folding || folding.isOpen(key)
  const canDrop = dragged !== undefined && dragged !== key && !isWithin(tree, dragged, place.list)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Typing in a field means the text.
    if (readOnly || !event.altKey || event.target !== event.currentTarget) return
    const to = placeByKey(event.key, editor, place)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    move(key, to)
  }
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    if (!canDrop) return
    event.preventDefault()
    event.stopPropagation()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setEdge(event.clientY < top + height / 2 ? 'before' : 'after')
  }
  const onDrop = (event: DragEvent<HTMLElement>) => {
    if (!canDrop || !dragged) return
    event.preventDefault()
    event.stopPropagation()
    move(dragged, { list: place.list, at: edge === 'after' ? place.at + 1 : place.at })
    setEdge(undefined)
    drag(undefined)
  }
  return (
    <Box
      component="li"
      data-step={key}
      tabIndex={folding ? 0 : -1}
      aria-label={text('step')}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
      onKeyDown={onKeyDown}
      onDragOver={onDragOver}
      onDragLeave={() => setEdge(undefined)}
      onDrop={onDrop}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        p: { xs: 1.5, sm: 2 },
        minWidth: 0,
        border: 1,
        borderColor: problems.length > 0 ? 'error.main' : 'divider',
        borderRadius: '10px',
        opacity: dragged === key ? 0.5 : 1,
        bgcolor: (theme) => theme.palette.surface.inset,
        boxShadow: (theme) =>
          edge && canDrop
            ? `inset 0 ${edge === 'before' ? '' : '-'}3px ${theme.palette.accent}`
            : 'none',
        '&:focus-visible': { outline: (theme) => `2px solid ${theme.palette.accent}` },
      }}
    >
      <StepHead step={step} place={place} number={number} isLast={isLast} isOpen={isOpen} />
      {problems.length > 0 && <Alert severity="error">{problems.join(' ')}</Alert>}
      {warnings.map((warning) => (
        <Alert key={warning} severity="warning">
          {warning}
        </Alert>
      ))}
      {isOpen && (
        <EditableFields
          readOnly={readOnly}
          sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
        >
          <StepFields source={source} />
        </EditableFields>
      )}
      {branchesOf(kinds, type, step).map((branch) => (
        <FieldGroup
          key={branch}
          title={text('branch', { name: translate(`flows.branch.${branch}`, { _: branch }) })}
        >
          {rows({ step: key, branch }, step.branches[branch] ?? [], text('branchEmpty'))}
        </FieldGroup>
      ))}
    </Box>
  )
}

/** Where a step goes by Alt and an arrow: along its list, out of its branch, into the first branch of the step before it. */
function placeByKey(
  pressed: string,
  { kinds, tree, typeOf }: StepsEditor,
  { list, at }: StepPlace
): StepPlace | undefined {
  if (pressed === 'ArrowUp' && at > 0) return { list, at: at - 1 }
  if (pressed === 'ArrowDown') return { list, at: at + 2 }
  if (pressed === 'ArrowLeft' && list) {
    const parent = placeOf(tree, list.step)
    return parent && { list: parent.list, at: parent.at + 1 }
  }
  if (pressed === 'ArrowRight' && at > 0) {
    const before = stepsOf(tree, list)[at - 1]!
    const [branch] = branchesOf(kinds, typeOf(before.key), before)
    return branch
      ? { list: { step: before.key, branch }, at: before.branches[branch]?.length ?? 0 }
      : undefined
  }
  return undefined
}
