import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { formatDuration, Icon, IconTile, kindIcon, ScreenReaderOnly } from '@crossdock/admin/kit'
import { CircleAlert, CircleCheck, CircleX, CornerDownRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useKindLabel } from '../workflows/kinds.js'
import { useBranchLabel } from '../workflows/step_branches.js'
import {
  allSteps,
  isWithin,
  placeOf,
  stepsOf,
  type ListPlace,
  type StepNode,
  type StepPlace,
} from '../workflows/step_tree.js'
import { useStepsEditor, type StepsEditor } from '../workflows/steps_context.js'
import { fieldsAt, type WorkflowForm } from '../workflows/workflow_form.js'
import type { StepForm } from '../workflows/step_form.js'
import { AddStep } from './AddStep.js'
import { TRIGGER } from './model.js'
import { TriggerOutlook } from './TriggerOutlook.js'
import type { SampleState } from './use_sample.js'
import type { PreviewState } from './use_workflow_preview.js'

interface StepListProps {
  problems: Readonly<Record<string, readonly string[]>>
  preview: PreviewState
  sample: SampleState
}

/** The trigger and the steps, with steps in branches indented along a line. */
export function StepList({ problems, preview, sample }: StepListProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.${key}`, values)
  const editor = useStepsEditor()
  const { tree, chosen, choose, kinds } = editor
  const triggerLabel = useKindLabel('trigger')
  const type = useWatch<WorkflowForm>({ name: 'triggerType' }) as string
  const [first] = Object.entries(problems)
  const numbers = new Map(allSteps(tree).map(({ key }, at) => [key, at + 1]))
  return (
    <Box component="section" aria-label={text('pane.steps')}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', mb: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {text('pane.steps')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text(sample.isRunning ? 'testing' : 'stepCount', { smart_count: numbers.size })}
        </Typography>
      </Box>
      <Row
        isChosen={chosen === TRIGGER}
        icon={kindIcon(kinds.triggers, type)}
        title={triggerLabel(type)}
        about={text('trigger')}
        isIncomplete={(problems[TRIGGER]?.length ?? 0) > 0}
        onChoose={() => choose(TRIGGER)}
      />
      <Rows place={null} steps={tree} numbers={numbers} problems={problems} sample={sample} />
      <Box sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
        {first ? (
          <Box sx={{ display: 'flex', gap: 1, color: 'warning.main' }}>
            <Icon icon={CircleAlert} />
            <Box>
              <Typography color="textPrimary">
                {text(first[0] === TRIGGER ? 'problemTrigger' : 'problemStep', {
                  number: numbers.get(first[0]),
                  reason: first[1][0],
                })}
              </Typography>
              <Button size="small" sx={{ ml: -1.25 }} onClick={() => choose(first[0])}>
                {text('goTo')}
              </Button>
            </Box>
          </Box>
        ) : (
          <TriggerOutlook preview={preview} />
        )}
      </Box>
    </Box>
  )
}

interface RowsProps {
  place: ListPlace
  steps: readonly StepNode[]
  numbers: ReadonlyMap<string, number>
  problems: Readonly<Record<string, readonly string[]>>
  sample: SampleState
}

function Rows({ place, steps, numbers, problems, sample }: RowsProps) {
  const { readOnly } = useStepsEditor()
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map((step, at) => (
          <StepRow
            key={step.key}
            step={step}
            place={{ list: place, at }}
            numbers={numbers}
            problems={problems}
            sample={sample}
          />
        ))}
      </Box>
      {!readOnly && <AddStep place={{ list: place }} small={place !== null} />}
    </>
  )
}

interface StepRowProps extends Omit<RowsProps, 'place' | 'steps'> {
  step: StepNode
  place: StepPlace
}

function StepRow({ step, place, numbers, problems, sample }: StepRowProps) {
  const translate = useTranslate()
  const editor = useStepsEditor()
  const { kinds, chosen, choose, readOnly, tree, dragged, drag, move } = editor
  const { getValues } = useFormContext<WorkflowForm>()
  const label = useKindLabel('stepType')
  const source = fieldsAt(step.key)
  // The last two are watched, because they determine the branches.
  const [type = '', name = ''] = useWatch({
    name: [`${source}.type`, `${source}.name`, `${source}.config.branches`, `${source}.onError`],
  }) as string[]
  const branchLabel = useBranchLabel(kinds)
  const [edge, setEdge] = useState<'before' | 'after'>()
  const { id } = getValues(source as 'step') as unknown as StepForm
  const canDrop =
    dragged !== undefined && dragged !== step.key && !isWithin(tree, dragged, place.list)
  const branches = editor.branchesOf(step)
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    if (!canDrop) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setEdge(event.clientY < top + height / 2 ? 'before' : 'after')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly || !event.altKey) return
    const to = placeByKey(event.key, editor, place)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    move(step.key, to)
  }
  return (
    <Box component="li">
      <Box
        draggable={!readOnly}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', id)
          drag(step.key)
        }}
        onDragEnd={() => drag(undefined)}
        onDragOver={onDragOver}
        onDragLeave={() => setEdge(undefined)}
        onDrop={(event) => {
          if (!canDrop || !dragged) return
          event.preventDefault()
          move(dragged, { list: place.list, at: edge === 'after' ? place.at + 1 : place.at })
          setEdge(undefined)
          drag(undefined)
        }}
        sx={{
          opacity: dragged === step.key ? 0.5 : 1,
          boxShadow: (theme) =>
            edge && canDrop
              ? `inset 0 ${edge === 'before' ? '' : '-'}2px ${theme.palette.accent}`
              : 'none',
        }}
      >
        <Row
          isChosen={chosen === step.key}
          number={numbers.get(step.key)}
          icon={kindIcon(kinds.steps, type)}
          title={name.trim() || label(type)}
          about={name.trim() ? label(type) : ''}
          isIncomplete={(problems[step.key]?.length ?? 0) > 0}
          result={sample.resultOf(id)?.result}
          onChoose={() => choose(step.key)}
          onKeyDown={onKeyDown}
        />
      </Box>
      {branches.map((branch) => (
        <Box
          key={branch}
          role="group"
          aria-label={translate('flows.workflows.form.branch', {
            name: translate(`flows.branch.${branch}`, { _: branch }),
          })}
          sx={{ ml: 2, pl: 1, borderLeft: 1, borderColor: 'divider' }}
        >
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ display: 'flex', alignItems: 'center', gap: 0.75, px: 1, py: 0.5 }}
          >
            <Icon icon={CornerDownRight} />
            {branchLabel(type, branch)}
          </Typography>
          <Rows
            place={{ step: step.key, branch }}
            steps={step.branches[branch] ?? []}
            numbers={numbers}
            problems={problems}
            sample={sample}
          />
        </Box>
      ))}
    </Box>
  )
}

interface RowProps {
  isChosen: boolean
  number?: number | undefined
  icon: Parameters<typeof Icon>[0]['icon']
  title: string
  about: string
  isIncomplete: boolean
  result?: StepResultLike | undefined
  onChoose: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

interface StepResultLike {
  status: string
  startedAt: string | null
  completedAt: string | null
}

function Row(props: RowProps) {
  const { isChosen, number, icon, title, about, isIncomplete, result, onChoose, onKeyDown } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.${key}`, values)
  return (
    <ButtonBase
      data-row
      aria-current={isChosen || undefined}
      aria-keyshortcuts={onKeyDown && 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight'}
      onClick={onChoose}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
        const at = rows.indexOf(event.currentTarget)
        rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
      }}
      sx={{
        width: 1,
        minHeight: 46,
        justifyContent: 'flex-start',
        textAlign: 'left',
        gap: 1,
        px: 1,
        py: 0.5,
        borderRadius: '8px',
        bgcolor: (theme) => (isChosen ? theme.palette.surface.selected : 'transparent'),
        '&:hover': { bgcolor: (theme) => theme.palette.surface[isChosen ? 'selected' : 'hover'] },
        '&:focus-visible': { outline: (theme) => `2px solid ${theme.palette.accent}` },
      }}
    >
      <Typography
        component="span"
        variant="body2"
        color="textSecondary"
        sx={{ width: 18, flex: 'none', textAlign: 'right' }}
      >
        {number}
      </Typography>
      <IconTile icon={icon} />
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" noWrap sx={{ display: 'block', fontWeight: 500 }}>
          {title}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary" noWrap>
          {about}
        </Typography>
      </Box>
      {isIncomplete ? (
        <Box component="span" sx={{ color: 'warning.main', display: 'flex' }}>
          <Icon icon={CircleAlert} />
          <ScreenReaderOnly>{text('notComplete')}</ScreenReaderOnly>
        </Box>
      ) : (
        result && <Result result={result} />
      )}
    </ButtonBase>
  )
}

/** The result of the step's newest test. */
function Result({ result: { status, startedAt, completedAt } }: { result: StepResultLike }) {
  const translate = useTranslate()
  const state = translate(`flows.run.state.${status}`)
  const took =
    startedAt && completedAt
      ? formatDuration(Date.parse(completedAt) - Date.parse(startedAt))
      : undefined
  const isGood = status === 'completed'
  const isBad = status === 'failed'
  return (
    <Typography
      component="span"
      variant="body2"
      color="textSecondary"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.75, flex: 'none' }}
    >
      {isGood || isBad ? took : state}
      {(isGood || isBad) && (
        <Box
          component="span"
          sx={{ display: 'flex', color: isGood ? 'success.main' : 'error.main' }}
        >
          <Icon icon={isGood ? CircleCheck : CircleX} />
          <ScreenReaderOnly>{state}</ScreenReaderOnly>
        </Box>
      )}
    </Typography>
  )
}

/**
 * Returns where Alt and an arrow key move a step: along the list, out of the branch, or into the first branch of the
 * step before.
 */
function placeByKey(
  pressed: string,
  { tree, branchesOf }: StepsEditor,
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
    const [branch] = branchesOf(before)
    return branch
      ? { list: { step: before.key, branch }, at: before.branches[branch]?.length ?? 0 }
      : undefined
  }
  return undefined
}
